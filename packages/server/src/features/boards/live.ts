import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { BoardPeople } from '@rodada/contract/boards/events'
import type { PersonSummary } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { coalesce } from '../../platform/coalesce.ts'
import type { Deps } from '../../platform/deps.ts'
import { tellProcesses } from '../../platform/realtime/processes.ts'
import { confinedChannel, connectedHere, type RealtimeSocket, userChannel } from '../../platform/realtime/realtime.ts'
import type { Overview } from './overview.ts'

/** Between two notices of one board. The first goes out at once. */
const noticeEveryMs = 100
const peopleAfterMs = 150
/** How long the other processes have to say who is connected to them. */
const answerWithinMs = 1000

export const boardChannel = (boardId: number): string => `board:${boardId}`
const channelPattern = /^board:(\d+)$/

/** What the people who look at boards are told. Call everything after the commit. */
export type BoardLive = {
  /** `told` are the people with a new notification about the change. */
  publish: (boardId: number, revision: number, told?: readonly number[]) => void
  /** People have new notifications. */
  notified: (userIds: readonly number[]) => void
  /** The rights of some people changed: their connections leave the board and must ask for it again. */
  accessChanged: (boardId: number, userIds: readonly number[]) => void
  /** The board became private or was deleted: all its connections must ask for it again. */
  everybodysAccessChanged: (boardId: number) => void
  /** The account has another system role or was deactivated: it must ask again for every open board. */
  accountChanged: (userId: number) => void
  /** A person has a new name or picture for their open connections. */
  personChanged: (person: PersonSummary) => void
  /** Who has the board open, each person once, over all processes. */
  people: (boardId: number) => Promise<BoardPeople>
  /** Tells soon who has the board open, if that is news. */
  peopleChanged: (boardId: number) => void
  /**
   * As `peopleChanged`, for a part of the boards that are open in this process, and for all of them in `turns` calls: a process that died
   * could not report that its people left.
   */
  refreshPeople: (turns: number) => void
}

export function createBoardLive(deps: Pick<Deps, 'io' | 'config' | 'log'>, overview: Overview): BoardLive {
  const { io, log } = deps
  /** What the sockets of this process were last told of a board's people. */
  const told = new Map<number, string>()
  let turn = 0

  const notify = (boardId: number, revision: number): void => {
    io.to(boardChannel(boardId)).emit('boardChanged', { boardId, revision })
  }
  const notifySoon = coalesce<number, number>({
    ms: noticeEveryMs,
    first: notify,
    gathered: (boardId, revisions) => notify(boardId, Math.max(...revisions)),
    failed: (error) => log.error({ err: error }, 'news of a board that changed'),
  })

  const gather = async (boardId: number): Promise<BoardPeople> => {
    const here = (): Pick<RealtimeSocket, 'data'>[] => connectedHere(io, boardChannel(boardId))
    const late = pause(answerWithinMs, undefined, { ref: false }).then(here)
    // A process that lost its network counts for a while without answering. Nobody has to wait for it.
    const everywhere = io.in(boardChannel(boardId)).fetchSockets()
    const sockets = await Promise.race([everywhere.catch(here), late])
    const byId = new Map<number, PersonSummary>()
    for (const { data } of sockets) {
      // A program looks at a board without its owner being there.
      if (data.viewer?.token === null)
        byId.set(data.viewer.userId, { id: data.viewer.userId, name: data.viewer.name, avatar_url: data.viewer.avatar })
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

  const tellSoon = coalesce<number, 'here' | 'everywhere'>({
    ms: peopleAfterMs,
    gathered: async (boardId, where) => {
      const now = await gather(boardId)
      tellHere(boardId, now)
      if (where.includes('everywhere')) tellProcesses(deps, 'boardPeople', { boardId, ...now })
    },
    failed: (error) => log.error({ err: error }, 'people of a board'),
  })

  const askAgainHere = (userId: number): void => {
    for (const socket of connectedHere(io, confinedChannel(userId))) socket.disconnect(true)
    for (const socket of connectedHere(io, userChannel(userId))) {
      for (const boardId of watchedBoards(socket.rooms)) {
        void socket.leave(boardChannel(boardId))
        socket.emit('boardAccessChanged', { boardId })
        tellSoon(boardId, 'everywhere')
      }
    }
  }

  const showHere = ({ id, name, avatar_url }: PersonSummary): void => {
    for (const { data, rooms } of connectedHere(io, userChannel(id))) {
      if (data.viewer) data.viewer = { ...data.viewer, name, avatar: avatar_url }
      for (const boardId of watchedBoards(rooms)) tellSoon(boardId, 'everywhere')
    }
  }

  const notified = (userIds: readonly number[]): void => {
    // An empty list of channels would reach everyone.
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
      notifySoon(boardId, revision)
    },
    // First they leave, on every process, and then they are told: a page that watches again at once must not be removed by the same change.
    accessChanged: (boardId, userIds) => {
      // An empty list of channels would reach everyone.
      if (userIds.length === 0) return
      const channels = userIds.map(userChannel)
      io.in(channels).socketsLeave(boardChannel(boardId))
      io.to(channels).emit('boardAccessChanged', { boardId })
      // They are told of no other board; connecting again, they ask for theirs.
      io.in(userIds.map(confinedChannel)).disconnectSockets(true)
      overview.boardsOfChanged(userIds)
      tellSoon(boardId, 'everywhere')
    },
    everybodysAccessChanged: (boardId) => {
      overview.changed(boardId, true)
      // They have left the board's channel, so a channel of its own reaches them.
      const gone = `${boardChannel(boardId)}:${randomUUID()}`
      io.in(boardChannel(boardId)).socketsJoin(gone)
      io.in(boardChannel(boardId)).socketsLeave(boardChannel(boardId))
      io.to(gone).emit('boardAccessChanged', { boardId })
      io.in(gone).socketsLeave(gone)
    },
    accountChanged: (userId) => {
      overview.boardsOfChanged([userId])
      askAgainHere(userId)
      tellProcesses(deps, 'accountChanged', { userId })
    },
    personChanged: (person) => {
      showHere(person)
      tellProcesses(deps, 'personChanged', person)
    },
    people: async (boardId) => {
      const now = await gather(boardId)
      // This page shows the new state from now on, so the state that was told before may be news to it again.
      if (told.get(boardId) !== JSON.stringify(now)) told.delete(boardId)
      return now
    },
    peopleChanged: (boardId) => tellSoon(boardId, 'everywhere'),
    refreshPeople: (turns) => {
      turn = (turn + 1) % turns
      for (const channel of io.of('/').adapter.rooms.keys()) {
        const boardId = Number(channelPattern.exec(channel)?.[1])
        if (boardId % turns === turn) tellSoon(boardId, 'here')
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
