import type { Board, boardsApi } from '@rodada/contract/boards'
import { call } from '../../lib/call.ts'
import { read } from '../../lib/storage.ts'

/** `boardsApi.get` by its address alone: this part is in the first load of every page, and the contract is not. */
export const getBoard = { method: 'GET', url: '/boards/:boardId', access: 'session' } as (typeof boardsApi)['get']

/** An answer that waited longer for its screen is not worth having. In milliseconds. */
const freshFor = 5_000

type EarlyBoard = { askedAt: number; answer: Promise<Board> }
let early: (EarlyBoard & { boardId: number; token: string | null }) | null = null

/** Asks for a board while the code of its screen is still on its way. */
export function askEarly(boardId: number): void {
  if (!Number.isInteger(boardId) || boardId <= 0) return
  const answer = call(getBoard, { params: { boardId } })
  // Whoever takes it hears of the refusal; if nobody does, it is nobody's.
  answer.catch(() => undefined)
  early = { boardId, token: read('authToken'), askedAt: Date.now(), answer }
}

/** The answer under way, once, and only for whom and what it was asked a moment ago. */
export function takeEarly(boardId: number, now = Date.now()): EarlyBoard | null {
  const taken = early
  early = null
  return taken && taken.boardId === boardId && taken.token === read('authToken') && now - taken.askedAt < freshFor ? taken : null
}
