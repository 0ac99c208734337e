import { type BoardClientEvent, boardClientEvents } from '@rodada/contract/board-events'
import { texts } from '@rodada/contract/texts'
import type { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { AppError, unauthorized } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { RealtimeSocket, SocketEvent } from '../../platform/realtime.ts'
import { type BoardLive, boardChannel, watchedBoards } from './live.ts'
import { purgeDeleted } from './purge-queries.ts'
import { findAsker, findBoardAccess } from './queries.ts'

const eventLimit = { connection: { points: 60, seconds: 10 }, address: { points: 6000, seconds: 10 } }
/** Boards that one connection may look at, each a page or a panel of one. */
const mostWatched = 10

/** The people of every board are looked up anew once in so many turns, of some boards in each. */
const peopleTurns = 10
const peopleTurnMs = 1000
const purgeEveryMs = 60 * 60 * 1000

/** Looking at boards: who may is asked when they begin, and again whenever rights change. */
export function boardSockets(deps: Deps, live: BoardLive, jobs: Jobs): Map<string, SocketEvent> {
  const { io, db, limits } = deps

  const access = async (socket: RealtimeSocket, boardId: number) => {
    const { viewer } = socket.data
    if (!viewer) throw unauthorized()
    // The role of the handshake may be old.
    const asker = await findAsker(db, viewer.userId)
    const board = asker && (await findBoardAccess(db, asker, boardId))
    if (!board) throw new AppError('not_found', texts.boardGone)
    return board
  }

  const watch = async (socket: RealtimeSocket, { boardId }: z.output<typeof boardClientEvents.watchBoard>): Promise<object> => {
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

  const unwatch = async (socket: RealtimeSocket, { boardId }: z.output<typeof boardClientEvents.unwatchBoard>): Promise<object> => {
    if (socket.rooms.has(boardChannel(boardId))) {
      await socket.leave(boardChannel(boardId))
      live.peopleChanged(boardId)
    }
    return { ok: true }
  }

  io.on('connection', (socket) => {
    socket.on('disconnecting', () => {
      for (const boardId of watchedBoards(socket.rooms)) live.peopleChanged(boardId)
    })
  })
  jobs.every(peopleTurnMs, 'board people', async () => live.refreshPeople(peopleTurns))
  jobs.every(purgeEveryMs, 'purge deleted', () => purgeDeleted(db))

  const handlers: Record<BoardClientEvent, (socket: RealtimeSocket, payload: { boardId: number }) => Promise<object>> = {
    watchBoard: watch,
    unwatchBoard: unwatch,
  }
  return new Map(
    Object.entries(boardClientEvents).map(([name, schema]): [string, SocketEvent] => [
      name,
      {
        schema,
        perConnection: limits(`${name}-connection`, eventLimit.connection),
        perAddress: limits(`${name}-address`, eventLimit.address),
        // Schema and handler carry the same payload; the map forgets which.
        handle: handlers[name as BoardClientEvent] as SocketEvent['handle'],
      },
    ]),
  )
}
