import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { limits } from '../core/limits.ts'
import { texts } from '../texts/texts.ts'
import { roomCodeAlphabet } from './settings.ts'
import { Confidence, type RoomTask } from './tasks.ts'

/** A room's public id: six characters, compared without regard to case. */
export const RoomCode = z
  .string()
  .trim()
  .toUpperCase()
  .length(limits.roomCode, { error: texts.roomInactive })
  .regex(new RegExp(`^[${roomCodeAlphabet}]+$`), { error: texts.roomInactive })

const Instant = z.iso.datetime()

/** A person at the table. `connected` false means away: the seat is kept, the person does not count. */
export const Participant = z.object({
  id: z.int(),
  name: z.string(),
  avatar: z.string().nullable(),
  role: z.enum(['moderator', 'participant']),
  hasVoted: z.boolean(),
  connected: z.boolean(),
  /** Has no card and no place in a count. */
  observer: z.boolean(),
})
export type Participant = z.infer<typeof Participant>

/** A vote after reveal. Before reveal no such object leaves the server. */
export const RevealedVote = z.object({
  userName: z.string(),
  participantId: z.int(),
  vote: z.string(),
  /** Absent where the person gave none. */
  confidence: Confidence.optional(),
})
export type RevealedVote = z.infer<typeof RevealedVote>

/**
 * The timer of a round, as a deadline, so that all screens agree. `seconds` is its whole length with the time that was
 * added; `pausedLeft` the seconds that a paused one has left, null while it runs.
 */
export const Timer = z.object({
  /** While it is paused, when it would have ended. */
  endsAt: Instant,
  seconds: z.int(),
  pausedLeft: z.number().nullable(),
  /** There when its end turns the cards. */
  revealAtEnd: z.literal(true).optional(),
})
export type Timer = z.infer<typeof Timer>

/** What somebody saw in the task that the revealed round voted on. */
export const Reason = z.object({ participantId: z.int(), text: z.string() })
export type Reason = z.infer<typeof Reason>

/** The task on the table; `task_id` is null for a title that somebody typed. */
export const SelectedTask = z.object({ title: z.string(), task_id: z.int().nullable() })
export type SelectedTask = z.infer<typeof SelectedTask>

/** A finished round of this room. `average` as on the wire: one decimal with a dot, '0.0' when no vote was a number. */
export const PastRound = z.object({
  round: z.int(),
  title: z.string().nullable(),
  /** The room's task that was voted on; null for a typed title. */
  task_id: z.int().nullable(),
  average: z.string(),
  /** The number that the table agreed on; null when it did not. */
  agreed: z.number().nullable(),
  /** The card that the table agreed on, a number or not; null when it did not, and for rounds of before this was kept. */
  agreedCard: z.string().nullable(),
  /** What was saved to the card; null when nothing was. */
  saved: z.number().nullable(),
  votes: z.int(),
  revealedAt: Instant,
})
export type PastRound = z.infer<typeof PastRound>

export const Room = z.object({
  roomId: z.string(),
  roomName: z.string(),
  round: z.int(),
  deck: z.array(z.string()),
  listed: z.boolean(),
  moderatorsOnly: z.boolean(),
  autoReveal: z.boolean(),
  hasPassword: z.boolean(),
  accountsOnly: z.boolean(),
})
export type Room = z.infer<typeof Room>

export const ChatMessage = z.object({
  id: z.int(),
  userName: z.string(),
  message: z.string(),
  avatar: z.string().nullable(),
  timestamp: Instant,
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** What may be known of a room before one has a seat there. */
export const RoomInvitation = z.object({
  roomId: z.string(),
  roomName: z.string(),
  participants: z.int(),
  hasPassword: z.boolean(),
  accountsOnly: z.boolean(),
})
export type RoomInvitation = z.infer<typeof RoomInvitation>

export const ActiveRoom = z.object({
  id: z.string(),
  roomId: z.string(),
  roomName: z.string(),
  participants: z.int(),
  /** Who moderates it; null while nobody does. */
  moderator: z.string().nullable(),
  createdAt: Instant,
})
export type ActiveRoom = z.infer<typeof ActiveRoom>

/** The whole room for somebody who just joined: enough to draw the screen with nothing remembered from before. */
export type RoomSnapshot = {
  users: Participant[]
  isRevealed: boolean
  votes: RevealedVote[]
  /** Mean of the numeric votes, only after reveal. */
  average: string | null
  /** Middle of the votes, only after reveal: of numbers their median, of sizes the lower middle one. Null where there is none. */
  median: number | string | null
  /** What people saw in the revealed round's task, in the order in which they first said it. */
  reasons: Reason[]
  selectedTask: SelectedTask | null
  /** What was brought to the table, in that order. */
  tasks: RoomTask[]
  room: Room
  past: PastRound[]
  /** Whether a moderator is here or was within `moderatorsAwayMs`: so long, what only moderators may do is theirs alone. */
  isModerated: boolean
  timer: Timer | null
  /** There while the cards are about to turn by themselves. */
  countdown: Countdown | null
  /** The server's time as this was sent: what instants of the room are compared with. */
  now: string
}

export type Countdown = { endsAt: string }

export interface RoomServerEvents {
  roomCreated: (payload: { roomId: string }) => void
  activeRooms: (rooms: ActiveRoom[]) => void
  updateUsers: (users: Participant[]) => void
  userJoined: (snapshot: RoomSnapshot) => void
  newVote: (payload: { userName: string; participantId: number }) => void
  /** To the voter's own connections only, so that a second tab shows the same card. */
  voteSaved: (payload: { vote: string; round: number; confidence?: Confidence }) => void
  /** `revealedBy` is null when the room itself turned the cards: at the end of its timer or of the countdown. */
  votesRevealed: (payload: {
    votes: RevealedVote[]
    average: string
    median: number | string | null
    round: number
    revealedBy: number | null
    past: PastRound[]
  }) => void
  /** In place of what the same person gave as a reason before. */
  reasonGiven: (payload: { round: number } & Reason) => void
  /** Somebody writes a reason for that round; it is over when they say so, tell it, or have not said it again for `writingMs`. */
  reasonWriting: (payload: { round: number; participantId: number; writing: boolean }) => void
  /** The record of earlier rounds was deleted; what is left of it. */
  historyDeleted: (payload: { past: PastRound[] }) => void
  /** A round begins without cards and without a timer. */
  votingReset: (payload: { round: number }) => void
  /** To the connections of somebody whose vote is missing; `from` is the name of the person who reminds them. */
  nudged: (payload: { from: string }) => void
  /** Everybody present has voted: the cards turn then, unless somebody stops it. A vote that comes or changes begins it again. */
  revealCountdown: (payload: Countdown & { now: string }) => void
  revealCountdownStopped: (payload: Record<string, never>) => void
  timerChanged: (payload: { timer: Timer | null; now: string }) => void
  taskSelected: (payload: { selectedTask: SelectedTask | null }) => void
  /** All of the room's tasks, after any of them changed. */
  tasksChanged: (payload: { tasks: RoomTask[] }) => void
  /** What a round agreed on was saved to its card. */
  estimateSaved: (payload: { round: number; estimate: number }) => void
  roomUpdated: (room: Room) => void
  /** What sizes are worth changed on a board of one of the room's tasks: who shows it asks for the cards again. */
  deckPointsChanged: (payload: Record<string, never>) => void
  newChatMessage: (message: ChatMessage) => void
  chatHistory: (messages: ChatMessage[]) => void
  /** The seat was given up in another tab, dropped after 30 minutes away, or taken by a moderator: then `removed`. */
  seatLost: (payload: { message: string; removed?: true }) => void
  /** Somebody became a moderator: another one handed over, or left and this person follows. */
  moderatorChanged: (payload: NewModerator) => void
  connected: (payload: { id: string }) => void
  error: (payload: { message: string }) => void
  auth_error: (payload: { message: string }) => void
}

export type NewModerator = { participantId: number; userName: string }

export const roomsApi = {
  active: {
    method: 'GET',
    url: '/rooms/active',
    access: 'open',
    token: 'account',
    summary: 'Salas listadas com gente na mesa',
    reply: z.array(ActiveRoom),
  },
  invitation: {
    method: 'GET',
    url: '/rooms/:roomId/invitation',
    access: 'open',
    token: 'account',
    summary: 'Nome da sala, quantas pessoas estão na mesa e o que ela pede, para a tela de entrada',
    params: z.object({ roomId: z.string().max(40) }),
    reply: RoomInvitation,
  },
} as const satisfies Record<string, Endpoint>
