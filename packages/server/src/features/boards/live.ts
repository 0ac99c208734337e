import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { BoardPeople } from '@rodada/contract/board-events'
import type { PersonSummary } from '@rodada/contract/fields'
import { limits } from '@rodada/contract/limits'
import type { Deps } from '../../platform/deps.ts'
import { type RealtimeSocket, userChannel } from '../../platform/realtime.ts'
import type { Overview } from './overview.ts'

/** Between two notices of one board. The first comes at once. */
const noticeEveryMs = 100
const peopleAfterMs = 150
/** How long the other processes have to say who is connected to them. */
const answerWithinMs = 1000

export const boardChannel = (boardId: number): string => `board:${boardId}`
const channelPattern = /^board:(\d+)$/

/** What the people who look at boards are told. Everything is called after the commit of what it tells. */
export type BoardLive = {
  /** `told` are the people who were notified of the change, wherever they are. */
  publish: (boardId: number, revision: number, told?: readonly number[]) => void
  /** People have notifications that their open pages do not know of. */
  notified: (userIds: readonly number[]) => void
  /** The rights of some people changed: their connections leave and must ask again. */
  accessChanged: (boardId: number, userIds: readonly number[]) => void
  /** The board became private or was deleted: everybody must ask again. */
  everybodysAccessChanged: (boardId: number) => void
  /** The account got another system role or was deactivated: all boards that it has open must be asked for again. */
  accountChanged: (userId: number) => void
  /** A person has a new name or picture, which their open connections show from now on. */
  personChanged: (person: PersonSummary) => void
  /** Who has the board open, each person once, over all processes. */
  people: (boardId: number) => Promise<BoardPeople>
  /** Tells who has the board open, soon, if that is news; calls in between are one. */
  peopleChanged: (boardId: number) => void
  /**
   * Does the same for some of the boards that somebody of this process looks at, for all of them in `turns` calls: processes that
   * died took people along.
   */
  refreshPeople: (turns: number) => void
}

export function createBoardLive({ io, config, log }: Pick<Deps, 'io' | 'config' | 'log'>, overview: Overview): BoardLive {
  /** Boards of which a notice just went out, with the revision that waits for the next; 0 when none does. */
  const noticed = new Map<number, number>()
  /** Boards whose people are about to be told, and whether to the sockets of every process. */
  const gathering = new Map<number, boolean>()
  /** What the sockets of this process were last told of a board's people. */
  const told = new Map<number, string>()
  let turn = 0

  const notify = (boardId: number, revision: number): void => {
    io.to(boardChannel(boardId)).emit('boardChanged', { boardId, revision })
    noticed.set(boardId, 0)
    setTimeout(() => {
      const waiting = noticed.get(boardId) ?? 0
      noticed.delete(boardId)
      if (waiting > 0) notify(boardId, waiting)
    }, noticeEveryMs).unref()
  }

  const connectedHere = (channel: string): RealtimeSocket[] => {
    const { adapter, sockets } = io.of('/')
    return [...(adapter.rooms.get(channel) ?? [])].flatMap((id) => (sockets.get(id) as RealtimeSocket | undefined) ?? [])
  }

  const gather = async (boardId: number): Promise<BoardPeople> => {
    const here = (): Pick<RealtimeSocket, 'data'>[] => connectedHere(boardChannel(boardId))
    const late = pause(answerWithinMs, undefined, { ref: false }).then(here)
    // A process that lost its network counts for a while and answers nothing; nobody is kept from looking meanwhile.
    const everywhere = io.in(boardChannel(boardId)).fetchSockets()
    const sockets = await Promise.race([everywhere.catch(here), late])
    const byId = new Map<number, PersonSummary>()
    for (const { data } of sockets) {
      if (data.viewer) byId.set(data.viewer.userId, { id: data.viewer.userId, name: data.viewer.name, avatar_url: data.viewer.avatar })
    }
    const people = [...byId.values()].sort((a, b) => a.id - b.id).slice(0, limits.boardPeople)
    return { people, count: byId.size }
  }

  const tellHere = (boardId: number, now: BoardPeople): void => {
    const channel = boardChannel(boardId)
    const news = JSON.stringify(now)
    if (!io.of('/').adapter.rooms.has(channel)) told.delete(boardId)
    else if (told.get(boardId) !== news) {
      told.set(boardId, news)
      io.local.to(channel).emit('boardPeople', { boardId, ...now })
    }
  }

  const tellSoon = (boardId: number, everywhere: boolean): void => {
    const waits = gathering.has(boardId)
    gathering.set(boardId, everywhere || gathering.get(boardId) === true)
    if (waits) return
    setTimeout(() => {
      const tellOthers = gathering.get(boardId) === true && config.redisUrl !== undefined
      gathering.delete(boardId)
      gather(boardId)
        .then((now) => {
          tellHere(boardId, now)
          // A process that ends has no connection to the others any more; they notice by themselves.
          if (tellOthers && io.httpServer.listening) io.serverSideEmit('boardPeople', { boardId, ...now })
        })
        .catch((error: unknown) => log.error({ err: error }, 'people of a board'))
    }, peopleAfterMs).unref()
  }

  const askAgainHere = (userId: number): void => {
    for (const socket of connectedHere(userChannel(userId))) {
      for (const boardId of watchedBoards(socket.rooms)) {
        void socket.leave(boardChannel(boardId))
        socket.emit('boardAccessChanged', { boardId })
        tellSoon(boardId, true)
      }
    }
  }

  const showHere = ({ id, name, avatar_url }: PersonSummary): void => {
    for (const { data, rooms } of connectedHere(userChannel(id))) {
      if (data.viewer) data.viewer = { ...data.viewer, name, avatar: avatar_url }
      for (const boardId of watchedBoards(rooms)) tellSoon(boardId, true)
    }
  }

  const notified = (userIds: readonly number[]): void => {
    // No channel at all would be everybody's.
    if (userIds.length > 0) io.to(userIds.map(userChannel)).emit('notificationsChanged')
  }

  io.on('boardPeople', ({ boardId, ...now }) => tellHere(boardId, now))
  io.on('accountChanged', ({ userId }) => askAgainHere(userId))
  io.on('personChanged', showHere)

  return {
    notified,
    publish: (boardId, revision, told = []) => {
      notified(told)
      overview.changed(boardId)
      const waiting = noticed.get(boardId)
      if (waiting === undefined) notify(boardId, revision)
      else noticed.set(boardId, Math.max(waiting, revision))
    },
    // Told after they left, on every process: whoever watches again on hearing it must not be sent away by the same change.
    accessChanged: (boardId, userIds) => {
      // No channel at all would be everybody's.
      if (userIds.length === 0) return
      const channels = userIds.map(userChannel)
      io.in(channels).socketsLeave(boardChannel(boardId))
      io.to(channels).emit('boardAccessChanged', { boardId })
      overview.boardsOfChanged(userIds)
      tellSoon(boardId, true)
    },
    everybodysAccessChanged: (boardId) => {
      overview.changed(boardId, true)
      // Gone from the board's channel, they are reached by one that serves this once.
      const gone = `${boardChannel(boardId)}:${randomUUID()}`
      io.in(boardChannel(boardId)).socketsJoin(gone)
      io.in(boardChannel(boardId)).socketsLeave(boardChannel(boardId))
      io.to(gone).emit('boardAccessChanged', { boardId })
      io.in(gone).socketsLeave(gone)
    },
    accountChanged: (userId) => {
      overview.boardsOfChanged([userId])
      askAgainHere(userId)
      if (config.redisUrl) io.serverSideEmit('accountChanged', { userId })
    },
    personChanged: (person) => {
      showHere(person)
      if (config.redisUrl) io.serverSideEmit('personChanged', person)
    },
    people: async (boardId) => {
      const now = await gather(boardId)
      // Whoever asks shows this from now on, so that even what the others were told already may be news to them.
      if (told.get(boardId) !== JSON.stringify(now)) told.delete(boardId)
      return now
    },
    peopleChanged: (boardId) => tellSoon(boardId, true),
    refreshPeople: (turns) => {
      turn = (turn + 1) % turns
      for (const channel of io.of('/').adapter.rooms.keys()) {
        const boardId = Number(channelPattern.exec(channel)?.[1])
        if (boardId % turns === turn) tellSoon(boardId, false)
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
