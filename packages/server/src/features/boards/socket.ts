import type { BoardPeople, boardEvents } from '@rodada/contract/boards/events'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, unauthorized } from '../../platform/http/errors.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { RealtimeSocket } from '../../platform/realtime/realtime.ts'
import type { EventHandlers } from '../../platform/realtime/socket-events.ts'
import { subscribe } from '../../platform/realtime/subscribe.ts'
import { findActor } from '../auth/queries.ts'
import { type BoardLive, boardChannel, watchedBoards } from './live.ts'
import { purgeDeleted } from './purge-queries.ts'
import { findBoardAccess } from './queries.ts'

/** Boards that one connection may watch; each is a page or a panel of one. */
const mostWatched = 10

/** The people of all boards are looked up again in this many turns, a part of the boards in each. */
const peopleTurns = 5
const peopleTurnMs = 1000
const purgeEveryMs = 60 * 60 * 1000

/** Watching boards: rights are checked at the beginning, and again whenever they change. */
export function boardSockets(
  { io, db, processes }: Pick<Deps, 'io' | 'db' | 'processes'>,
  live: BoardLive,
  jobs: Jobs,
): Pick<EventHandlers<typeof boardEvents>, 'watchBoard' | 'unwatchBoard'> {
  const access = async (socket: RealtimeSocket, boardId: number) => {
    const { viewer } = socket.data
    if (!viewer) throw unauthorized()
    // The role in the handshake may be outdated.
    const actor = await findActor(db, viewer)
    const board = actor && (await findBoardAccess(db, actor, boardId))
    if (!board) throw new AppError('not_found', texts.boardGone)
    return board
  }

  const watch = async (socket: RealtimeSocket, { boardId }: { boardId: number }): Promise<BoardPeople & { revision: number }> => {
    await access(socket, boardId)
    if (!socket.rooms.has(boardChannel(boardId)) && watchedBoards(socket.rooms).length >= mostWatched)
      throw new AppError('too_many', texts.tooFast)
    return subscribe({ processes }, socket, [boardChannel(boardId)], async () => {
      const { revision } = await access(socket, boardId)
      live.peopleChanged(boardId)
      return { revision, ...(await live.people(boardId)) }
    })
  }

  const unwatch = async (socket: RealtimeSocket, { boardId }: { boardId: number }) => {
    if (socket.rooms.has(boardChannel(boardId))) {
      await socket.leave(boardChannel(boardId))
      live.peopleChanged(boardId)
    }
    return { ok: true } as const
  }

  io.on('connection', (socket) => {
    socket.on('disconnecting', () => {
      for (const boardId of watchedBoards(socket.rooms)) live.peopleChanged(boardId)
    })
  })
  jobs.every(peopleTurnMs, 'board people', async () => live.refreshPeople(peopleTurns))
  jobs.every(purgeEveryMs, 'purge deleted', () => purgeDeleted(db))

  return { watchBoard: watch, unwatchBoard: unwatch }
}
