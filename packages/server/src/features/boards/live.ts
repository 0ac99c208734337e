import { setTimeout as pause } from 'node:timers/promises'
import type { BoardPeople } from '@rodada/contract/boards/events'
import type { PersonSummary } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { coalesce } from '../../platform/coalesce.ts'
import type { Deps } from '../../platform/deps.ts'
import { confinedChannel, connectedHere, userChannel } from '../../platform/realtime/realtime.ts'
import type { Overview } from './overview.ts'

/** Between two notices of one board. The first goes out at once. */
const noticeEveryMs = 100
const peopleAfterMs = 150
/** Who of a board is connected to one process: all of them, and as many as are shown. */
type BoardPart = { ids: number[]; people: PersonSummary[] }

/** How long Redis has to say who is connected to the other processes. */
const answerWithinMs = 1000

const channelsOfBoards = 'board:'
export const boardChannel = (boardId: number): string => `${channelsOfBoards}${boardId}`
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

export function createBoardLive(
  { io, log, parts, processes }: Pick<Deps, 'io' | 'log' | 'parts' | 'processes'>,
  overview: Overview,
): BoardLive {
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

  const peopleHere = (boardId: number): BoardPart => {
    const byId = new Map<number, PersonSummary>()
    for (const { data } of connectedHere(io, boardChannel(boardId))) {
      // A program looks at a board without its owner being there.
      if (data.viewer?.token === null)
        byId.set(data.viewer.userId, { id: data.viewer.userId, name: data.viewer.name, avatar_url: data.viewer.avatar })
    }
    const ids = [...byId.keys()].sort((a, b) => a - b)
    return { ids, people: ids.slice(0, limits.boardPeople).flatMap((id) => byId.get(id) ?? []) }
  }

  const gather = async (boardId: number): Promise<BoardPeople> => {
    const own = peopleHere(boardId)
    const said = own.ids.length === 0 ? undefined : JSON.stringify(own)
    const late = pause(answerWithinMs, said === undefined ? [] : [said], { ref: false })
    // Where Redis does not answer, only those here are known.
    const everywhere = parts.share(boardChannel(boardId), said).catch(() => late)
    const all: BoardPart[] = (await Promise.race([everywhere, late])).map((part) => JSON.parse(part))
    const byId = new Map(all.flatMap(({ people }) => people).map((person) => [person.id, person]))
    const people = [...byId.values()].sort((a, b) => a.id - b.id).slice(0, limits.boardPeople)
    return { people, count: new Set(all.flatMap(({ ids }) => ids)).size }
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
      // The others look by themselves: a list that was sent could arrive after a newer one.
      if (where.includes('everywhere')) processes.tellIn(boardChannel(boardId), 'boardPeopleChanged', { boardId })
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

  const closeHere = (boardId: number): void => {
    for (const socket of connectedHere(io, boardChannel(boardId))) {
      void socket.leave(boardChannel(boardId))
      socket.emit('boardAccessChanged', { boardId })
    }
  }

  const showHere = ({ id, name, avatar_url }: PersonSummary): void => {
    for (const { data, rooms } of connectedHere(io, userChannel(id))) {
      if (data.viewer) data.viewer = { ...data.viewer, name, avatar: avatar_url }
      for (const boardId of watchedBoards(rooms)) tellSoon(boardId, 'everywhere')
    }
  }

  const notified = (userIds: readonly number[]): void => {
    // One by one: what is said in several channels at once goes to every process.
    for (const userId of userIds) io.to(userChannel(userId)).emit('notificationsChanged')
  }

  processes.tellAmong(channelsOfBoards)
  processes.on('boardPeopleChanged', ({ boardId }) => tellSoon(boardId, 'here'))
  processes.on('boardClosed', ({ boardId }) => closeHere(boardId))
  processes.on('accountChanged', ({ userId }) => askAgainHere(userId))
  processes.on('personChanged', showHere)

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
      processes.tellIn(boardChannel(boardId), 'boardClosed', { boardId })
      closeHere(boardId)
    },
    accountChanged: (userId) => {
      overview.boardsOfChanged([userId])
      askAgainHere(userId)
      processes.tell('accountChanged', { userId })
    },
    personChanged: (person) => {
      showHere(person)
      processes.tell('personChanged', person)
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
