import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { PersonSummary } from '@rodada/contract/fields'
import type { Deps } from '../../platform/deps.ts'
import { type RealtimeSocket, userChannel } from '../../platform/realtime.ts'

/** Between two notices of one board. The first comes at once. */
const noticeEveryMs = 100
const peopleAfterMs = 150
/** How long the other processes have to say who is connected to them. */
const answerWithinMs = 1000

export const boardChannel = (boardId: number): string => `board:${boardId}`
const channelPattern = /^board:(\d+)$/

/** What the people who look at boards are told. Everything is called after the commit of what it tells. */
export type BoardLive = {
  publish: (boardId: number, revision: number) => void
  /** One person's rights changed: their connections leave and must ask again. */
  accessChanged: (boardId: number, userId: number) => void
  /** The board became private or was deleted: everybody must ask again. */
  everybodysAccessChanged: (boardId: number) => void
  /** Who has the board open, each person once, over all processes. */
  people: (boardId: number) => Promise<PersonSummary[]>
  /** Tells who has the board open, soon; calls in between are one. */
  peopleChanged: (boardId: number) => void
  /** Tells anew about every board that somebody of this process looks at: processes that died took people along. */
  refreshPeople: () => void
}

export function createBoardLive({ io, log }: Pick<Deps, 'io' | 'log'>): BoardLive {
  /** Boards of which a notice just went out, with the revision that waits for the next; 0 when none does. */
  const noticed = new Map<number, number>()
  const gathering = new Set<number>()

  const notify = (boardId: number, revision: number): void => {
    io.to(boardChannel(boardId)).emit('boardChanged', { boardId, revision })
    noticed.set(boardId, 0)
    setTimeout(() => {
      const waiting = noticed.get(boardId) ?? 0
      noticed.delete(boardId)
      if (waiting > 0) notify(boardId, waiting)
    }, noticeEveryMs).unref()
  }

  const connectedHere = (boardId: number): Pick<RealtimeSocket, 'data'>[] => {
    const { adapter, sockets } = io.of('/')
    return [...(adapter.rooms.get(boardChannel(boardId)) ?? [])].flatMap((id) => sockets.get(id) ?? [])
  }

  const people = async (boardId: number): Promise<PersonSummary[]> => {
    const late = pause(answerWithinMs, undefined, { ref: false }).then(() => connectedHere(boardId))
    // A process that lost its network counts for a while and answers nothing; nobody is kept from looking meanwhile.
    const everywhere = io.in(boardChannel(boardId)).fetchSockets()
    const sockets = await Promise.race([everywhere.catch(() => connectedHere(boardId)), late])
    const byId = new Map<number, PersonSummary>()
    for (const { data } of sockets) {
      if (data.viewer) byId.set(data.viewer.userId, { id: data.viewer.userId, name: data.viewer.name, avatar_url: data.viewer.avatar })
    }
    return [...byId.values()].sort((a, b) => a.id - b.id)
  }

  const peopleChanged = (boardId: number): void => {
    if (gathering.has(boardId)) return
    gathering.add(boardId)
    setTimeout(() => {
      gathering.delete(boardId)
      people(boardId)
        .then((now) => io.to(boardChannel(boardId)).emit('boardPeople', { boardId, people: now }))
        .catch((error: unknown) => log.error({ err: error }, 'people of a board'))
    }, peopleAfterMs).unref()
  }

  return {
    publish: (boardId, revision) => {
      const waiting = noticed.get(boardId)
      if (waiting === undefined) notify(boardId, revision)
      else noticed.set(boardId, Math.max(waiting, revision))
    },
    // Told after they left, on every process: whoever watches again on hearing it must not be sent away by the same change.
    accessChanged: (boardId, userId) => {
      io.in(userChannel(userId)).socketsLeave(boardChannel(boardId))
      io.to(userChannel(userId)).emit('boardAccessChanged', { boardId })
      peopleChanged(boardId)
    },
    everybodysAccessChanged: (boardId) => {
      // Gone from the board's channel, they are reached by one that serves this once.
      const gone = `${boardChannel(boardId)}:${randomUUID()}`
      io.in(boardChannel(boardId)).socketsJoin(gone)
      io.in(boardChannel(boardId)).socketsLeave(boardChannel(boardId))
      io.to(gone).emit('boardAccessChanged', { boardId })
    },
    people,
    peopleChanged,
    refreshPeople: () => {
      for (const channel of io.of('/').adapter.rooms.keys()) {
        const boardId = channelPattern.exec(channel)?.[1]
        if (boardId !== undefined) peopleChanged(Number(boardId))
      }
    },
  }
}

/** The boards that a connection looks at. */
export const watchedBoards = (channels: ReadonlySet<string>): number[] =>
  [...channels].flatMap((channel) => {
    const boardId = channelPattern.exec(channel)?.[1]
    return boardId === undefined ? [] : [Number(boardId)]
  })
