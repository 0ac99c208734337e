import { z } from 'zod'
import { BodyId, type PersonSummary } from './fields.ts'

export const WatchBoard = z.object({ boardId: BodyId })
export const boardClientEvents = { watchBoard: WatchBoard, unwatchBoard: WatchBoard } as const
export type BoardClientEvent = keyof typeof boardClientEvents

export interface BoardServerEvents {
  /** Something on the board changed; whoever shows it asks for what changed since their own revision. At most every 100 ms. */
  boardChanged: (change: { boardId: number; revision: number }) => void
  /** Who has the board open, each person once. */
  boardPeople: (payload: { boardId: number; people: PersonSummary[] }) => void
  /** Rights on the board changed for this person: they must ask again, and may find it gone. */
  boardAccessChanged: (payload: { boardId: number }) => void
}
type Watched = { revision: number; people: PersonSummary[] } | { error: string }
export interface BoardClientEvents {
  watchBoard: (payload: z.input<typeof WatchBoard>, ack?: (reply: Watched) => void) => void
  unwatchBoard: (payload: z.input<typeof WatchBoard>, ack?: (reply: { ok: true } | { error: string }) => void) => void
}
