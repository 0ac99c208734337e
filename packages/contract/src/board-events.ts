import { z } from 'zod'
import { BodyId, type PersonSummary } from './fields.ts'
import type { Refused } from './rooms.ts'

export const WatchBoard = z.object({ boardId: BodyId })
export const boardClientEvents = { watchBoard: WatchBoard, unwatchBoard: WatchBoard } as const
/** Looking at lists and numbers of many boards at once. */
export const overviewClientEvents = { watchOverview: z.object({}), unwatchOverview: z.object({}) } as const
export type BoardClientEvent = keyof typeof boardClientEvents

/** Who has a board open, each person once: the first of them by name, and how many they are. */
export type BoardPeople = { people: PersonSummary[]; count: number }

export interface BoardServerEvents {
  /** Something on the board changed; whoever shows it asks for what changed since their own revision. At most every 100 ms. */
  boardChanged: (change: { boardId: number; revision: number }) => void
  /** Who has the board open now, when that is another than before. */
  boardPeople: (payload: { boardId: number } & BoardPeople) => void
  /** Something changed on a board that this person sees, or whether they see it. Says no more; gathered, a few times a second at most. */
  overviewChanged: (nothing: Record<string, never>) => void
  /** Rights on the board changed for this person: they must ask again, and may find it gone. */
  boardAccessChanged: (payload: { boardId: number }) => void
}
type Watched = ({ revision: number } & BoardPeople) | Refused
type Watching = { ok: true } | Refused
export interface BoardClientEvents {
  watchOverview: (payload: Record<string, never>, ack?: (reply: Watching) => void) => void
  unwatchOverview: (payload: Record<string, never>, ack?: (reply: Watching) => void) => void
  watchBoard: (payload: z.input<typeof WatchBoard>, ack?: (reply: Watched) => void) => void
  unwatchBoard: (payload: z.input<typeof WatchBoard>, ack?: (reply: Watching) => void) => void
}
