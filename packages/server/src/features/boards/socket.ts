import type { BoardPeople, boardEvents } from '@rodada/contract/board-events'
import { texts } from '@rodada/contract/texts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, unauthorized } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { RealtimeSocket } from '../../platform/realtime.ts'
import type { EventHandlers } from '../../platform/socket-events.ts'
import { type BoardLive, boardChannel, watchedBoards } from './live.ts'
import { purgeDeleted } from './purge-queries.ts'
import { findAsker, findBoardAccess } from './queries.ts'

/** Boards that one connection may look at, each a page or a panel of one. */
const mostWatched = 10

/** The people of every board are looked up anew once in so many turns, of some boards in each. */
const peopleTurns = 10
const peopleTurnMs = 1000
const purgeEveryMs = 60 * 60 * 1000

/** Looking at boards: who may is asked when they begin, and again whenever rights change. */
export function boardSockets(
  { io, db }: Pick<Deps, 'io' | 'db'>,
  live: BoardLive,
  jobs: Jobs,
): Pick<EventHandlers<typeof boardEvents>, 'watchBoard' | 'unwatchBoard'> {
  const access = async (socket: RealtimeSocket, boardId: number) => {
    const { viewer } = socket.data
    if (!viewer) throw unauthorized()
    // The role of the handshake may be old.
    const asker = await findAsker(db, viewer.userId)
    const board = asker && (await findBoardAccess(db, asker, boardId))
    if (!board) throw new AppError('not_found', texts.boardGone)
    return board
  }

  const watch = async (socket: RealtimeSocket, { boardId }: { boardId: number }): Promise<BoardPeople & { revision: number }> => {
    await access(socket, boardId)
    if (!socket.rooms.has(boardChannel(boardId)) && watchedBoards(socket.rooms).length >= mostWatched)
      throw new AppError('too_many', texts.tooFast)
    await socket.join(boardChannel(boardId))
    try {
      // Asked again: rights that ended between the first answer and the join told a channel that this socket was not in yet.
      const { revision } = await access(socket, boardId)
      live.peopleChanged(boardId)
      return { revision, ...(await live.people(boardId)) }
    } catch (error) {
      await socket.leave(boardChannel(boardId))
      throw error
    }
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
