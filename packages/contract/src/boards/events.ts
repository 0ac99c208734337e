import { z } from 'zod'
import { Ok, type Sends, type SocketEvent } from '../core/event.ts'
import { BodyId, PersonSummary } from '../core/fields.ts'

/** Who has a board open, each person once: the first of them by name, and how many they are. */
export const BoardPeople = z.object({ people: z.array(PersonSummary), count: z.int() })
export type BoardPeople = z.infer<typeof BoardPeople>

const WatchBoard = z.object({ boardId: BodyId })
const Nothing = z.object({})
const ofBoard = { connection: { points: 60, seconds: 10 }, address: { points: 6000, seconds: 10 } }
const ofOverview = { connection: { points: 30, seconds: 10 }, address: { points: 3000, seconds: 10 } }

/** Looking at boards. Whether a person sees one is asked at each event, and again when rights change. */
export const boardEvents = {
  watchBoard: {
    payload: WatchBoard,
    reply: BoardPeople.extend({ revision: z.int() }),
    who: 'session',
    token: 'board',
    reads: true,
    limits: ofBoard,
  },
  unwatchBoard: { payload: WatchBoard, reply: Ok, who: 'anybody', token: 'board', reads: true, limits: ofBoard },
  /** Looking at lists and numbers of many boards at once. */
  watchOverview: { payload: Nothing, reply: Ok, who: 'session', token: 'account', reads: true, limits: ofOverview },
  unwatchOverview: { payload: Nothing, reply: Ok, who: 'session', token: 'account', reads: true, limits: ofOverview },
} as const satisfies Record<string, SocketEvent>
export type BoardEvent = keyof typeof boardEvents
export type BoardClientEvents = Sends<typeof boardEvents>

export interface BoardServerEvents {
  /** Something on the board changed; a page that shows it asks for what changed since its own revision. At most every 100 ms. */
  boardChanged: (change: { boardId: number; revision: number }) => void
  /** Who has the board open now, when that is another than before. */
  boardPeople: (payload: { boardId: number } & BoardPeople) => void
  /** Something changed on a board that this person sees, or whether they see it. Says no more; gathered, a few times a second at most. */
  overviewChanged: (nothing: Record<string, never>) => void
  /** Rights on the board changed for this person: they must ask again, and may find it gone. */
  boardAccessChanged: (payload: { boardId: number }) => void
}
