import { z } from 'zod'
import { Avatar } from '../auth/people.ts'
import type { Endpoint } from '../core/endpoint.ts'
import { type Ack, Ok, type Sends, type SocketEvent, usual } from '../core/event.ts'
import { BodyId, Round } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { manyLinesText, oneLineText } from '../core/plain-text.ts'
import { texts } from '../texts/texts.ts'
import { Deck } from './decks.ts'
import { recordEvents } from './record.ts'
import { defaultRoomName, roomCodeAlphabet } from './settings.ts'
import { AddTasks, CardIds, Confidence, NextTask, RemoveTask, type RoomTask, SaveEstimate } from './tasks.ts'

const oneLine = (max: number) => z.string().transform(oneLineText).pipe(z.string().max(max))

const text = (max: number) => oneLine(max).pipe(z.string().min(1))

/** A room's public id: six characters, compared without regard to case. */
export const RoomCode = z
  .string()
  .trim()
  .toUpperCase()
  .length(limits.roomCode, { error: texts.roomInactive })
  .regex(new RegExp(`^[${roomCodeAlphabet}]+$`), { error: texts.roomInactive })

const Instant = z.iso.datetime()
const secret = z.string().max(100)
const roomId = z.string().max(40)

// ---- what clients emit -------------------------------------------------------------------------------------------

export const CreateRoom = z.object({
  roomName: oneLine(limits.roomName)
    .default(defaultRoomName)
    .transform((name) => name || defaultRoomName),
  userName: oneLine(limits.personName).optional(),
  /** Without it the deck is that of the board of the cards, or of `board_id`; else the account's own; else `lastDeck`; else '1' to '8'. */
  deck: Deck.optional(),
  /** The deck that this browser chose last. */
  lastDeck: Deck.optional(),
  /** The board that the room is opened from. One that the person does not see counts for nothing. */
  board_id: BodyId.optional(),
  /** Cards that the room begins with. The person must be signed in and see them. */
  card_ids: CardIds.optional(),
})
export const JoinRoom = z.object({
  roomId,
  userName: z
    .string({ error: texts.userNameRequired })
    .pipe(oneLine(limits.personName))
    .pipe(z.string().min(1, { error: texts.userNameRequired })),
  userRole: z.string().max(40).nullish(),
  /** One of the eight; anything else, such as another client's picture address, is taken as none. */
  avatar: z.string().max(limits.avatar).nullish(),
  /** Of the creation's acknowledgement: makes this person a moderator. */
  hostToken: secret.nullish(),
  /** Of an earlier join's acknowledgement: gives a guest their seat back. */
  seatToken: secret.nullish(),
  /** A random id that the browser keeps for itself; whom a moderator removed is known by it too. */
  browserId: secret.nullish(),
  /** Of a room that has one, for who has no seat there yet. */
  password: z.string().max(limits.roomPasswordMax).nullish(),
  /** Whether this person only observes; without it a seat stays what it was. */
  observer: z.boolean().optional(),
})
export const LeaveRoom = z.object({ roomId })
export const RemoveParticipant = z.object({ roomId, participantId: BodyId })
export const MakeModerator = z.object({ roomId, participantId: BodyId })
/** Makes the sender an observer or a voter again. With `participantId` a moderator does it for another person. */
export const Observe = z.object({ roomId, observer: z.boolean(), participantId: BodyId.optional() })
/** Reminds those who are present and have not voted, or one of them. */
export const Nudge = z.object({ roomId, participantId: BodyId.optional() })
/** Ends a room at whose table nobody sat yet. */
export const CancelRoom = z.object({ roomId, hostToken: secret })
export const Vote = z.object({
  roomId,
  vote: z.union([z.string().max(limits.deckCard), z.number()]).transform(String),
  /** The round this vote was chosen in; a vote that arrives after a reset is then refused instead of counted in the next round. */
  round: Round.optional(),
  /** How sure the person is: a part of the secret, and of this vote alone. Without it the vote says nothing of that. */
  confidence: Confidence.optional(),
})
/** What somebody who voted saw in the task, in one line, after the reveal; said again it replaces the line before. */
export const GiveReason = z.object({
  roomId,
  round: Round,
  text: z
    .string({ error: texts.reasonBlank })
    .transform(oneLineText)
    .pipe(z.string().min(1, { error: texts.reasonBlank }).max(limits.voteReason, { error: texts.reasonTooLong })),
})
/** Somebody writes what they saw, or no longer does: the fact alone, never a text. */
export const WritingReason = z.object({ roomId, round: Round, writing: z.boolean() })

/** The tile that this person shows at this table from now on; null brings an account's own picture back. */
export const ChangeAvatar = z.object({ roomId, avatar: Avatar.nullable() })

export const RevealVotes = z.object({
  roomId,
  /** The round whose cards this person wants to see; when it is over already, nothing happens. */
  round: Round.optional(),
})
export const ResetVoting = z.object({
  roomId,
  /** The round that this person wants to end; when another already ended it, nothing more happens. */
  round: Round.optional(),
})
export const ChatMessageSend = z.object({
  roomId,
  /** The sender's random name of this message: sent again with the same one, after a lost answer, it is said once. */
  key: z.string().min(1).max(limits.messageKey).optional(),
  message: z
    .string({ error: texts.messageBlank })
    .overwrite(manyLinesText)
    .min(1, { error: texts.messageBlank })
    .max(limits.chatMessage, { error: texts.messageTooLong }),
})
export const SelectTask = z.object({
  roomId,
  /** A title, or one of the room's tasks; null takes the task off the table. */
  task: z.union([z.object({ task_id: BodyId }), z.object({ title: text(limits.taskTitle) })]).nullable(),
})
/** Starts or restarts the round's timer. With `revealAtEnd` its end turns the cards. */
export const StartTimer = z.object({
  roomId,
  seconds: z.int().min(limits.timerMin).max(limits.timerMax),
  revealAtEnd: z.boolean().optional(),
})
export const PauseTimer = z.object({
  roomId,
  /** Without it a timer that runs pauses, and one that is paused goes on. */
  paused: z.boolean().optional(),
})
/** More time, also once it is over; what is left never exceeds the longest timer. */
export const AddTime = z.object({ roomId, seconds: z.int().min(1).max(limits.timerMax) })
export const StopTimer = z.object({ roomId })
/** Stops the countdown to the reveal; the next vote starts it again. */
export const StopReveal = z.object({ roomId })
export const UpdateRoom = z.object({
  roomId,
  roomName: text(limits.roomName).optional(),
  listed: z.boolean().optional(),
  moderatorsOnly: z.boolean().optional(),
  /** Whether the cards turn by themselves, after a countdown, once everybody present has voted. */
  autoReveal: z.boolean().optional(),
  deck: Deck.optional(),
  /** Asked of everybody who has no seat yet; null takes it away. */
  password: z
    .string()
    .min(limits.roomPasswordMin, { error: texts.roomPasswordShort })
    .max(limits.roomPasswordMax, { error: texts.roomPasswordLong })
    .nullish(),
  /** Whether guests find no seat from now on. */
  accountsOnly: z.boolean().optional(),
})

// ---- what the server sends ---------------------------------------------------------------------------------------

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
export const Invitation = z.object({
  roomId: z.string(),
  roomName: z.string(),
  participants: z.int(),
  hasPassword: z.boolean(),
  accountsOnly: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

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

const secretOfHost = z.object({ roomId: z.string(), hostToken: z.string() })
const Joined = z.object({
  roomId: z.string(),
  /** This and the following are absent in the acknowledgement of a check. */
  participantId: z.int().optional(),
  userName: z.string().optional(),
  role: Participant.shape.role.optional(),
  /** A guest's secret; absent for accounts, whose seat follows the account. */
  seatToken: z.string().optional(),
  /** The joiner's own card of the round in course. */
  vote: z.string().nullish(),
  confidence: Confidence.optional(),
})

/** What clients emit in and around rooms. */
export const roomEvents = {
  createRoom: {
    payload: CreateRoom,
    reply: secretOfHost,
    who: 'anybody',
    // A whole office opens its rooms at nine; nobody needs more than a few, and each stays for a day.
    limits: {
      connection: { points: 6, seconds: 60 },
      address: { points: 60, seconds: 600, shared: true },
      account: { points: 12, seconds: 600, shared: true },
    },
  },
  joinRoom: {
    payload: JoinRoom,
    reply: Joined,
    who: 'anybody',
    limits: {
      connection: { points: 30, seconds: 10 },
      address: { points: 3000, seconds: 10, shared: true },
      account: { points: 90, seconds: 10, shared: true },
    },
  },
  leaveRoom: { payload: LeaveRoom, reply: Ok, who: 'anybody', limits: usual(30, 10) },
  cancelRoom: {
    payload: CancelRoom,
    reply: Ok,
    who: 'anybody',
    limits: { connection: { points: 10, seconds: 60 }, address: { points: 200, seconds: 600 } },
  },
  removeParticipant: { payload: RemoveParticipant, reply: Ok, who: 'moderator', limits: usual(20, 5) },
  makeModerator: { payload: MakeModerator, reply: Ok, who: 'moderator', limits: usual(20, 5) },
  // Nobody is reminded more than once a minute, however many people do it.
  nudge: { payload: Nudge, reply: Ok, who: 'seat', limits: usual(20, 10) },
  observe: { payload: Observe, reply: Ok, who: 'seat', limits: usual(20, 5) },
  vote: {
    payload: Vote,
    reply: Ok,
    who: 'seat',
    // Counted per process: a call to Redis for each vote would cost more than the vote.
    limits: { connection: { points: 40, seconds: 2 }, address: { points: 20_000, seconds: 2 } },
  },
  giveReason: { payload: GiveReason, reply: Ok, who: 'seat', limits: usual(20, 10) },
  // Said again every few seconds while somebody writes; what is beyond the limit is missed by nobody.
  writingReason: { payload: WritingReason, reply: Ok, who: 'seat', limits: usual(10, 10) },
  changeAvatar: { payload: ChangeAvatar, reply: Ok, who: 'seat', limits: usual(20, 10) },
  revealVotes: { payload: RevealVotes, reply: Ok, who: 'steer', limits: usual(20, 5) },
  stopReveal: { payload: StopReveal, reply: Ok, who: 'steer', limits: usual(20, 5) },
  resetVoting: { payload: ResetVoting, reply: Ok, who: 'steer', limits: usual(20, 5) },
  startTimer: { payload: StartTimer, reply: Ok, who: 'moderator', limits: usual(20, 5) },
  pauseTimer: { payload: PauseTimer, reply: Ok, who: 'moderator', limits: usual(20, 5) },
  addTime: { payload: AddTime, reply: Ok, who: 'moderator', limits: usual(20, 5) },
  stopTimer: { payload: StopTimer, reply: Ok, who: 'moderator', limits: usual(20, 5) },
  chatMessage: {
    payload: ChatMessageSend,
    reply: Ok,
    who: 'seat',
    limits: { connection: { points: 15, seconds: 5 }, address: { points: 2000, seconds: 5 } },
  },
  selectTask: { payload: SelectTask, reply: Ok, who: 'seat', limits: usual(20, 5) },
  updateRoom: { payload: UpdateRoom, reply: Ok, who: 'moderator', limits: usual(20, 5) },
  addTasks: { payload: AddTasks, reply: Ok, who: 'seat', limits: usual(20, 10) },
  removeTask: {
    payload: RemoveTask,
    reply: Ok,
    who: 'steer',
    limits: { connection: { points: 40, seconds: 10 }, address: { points: 2000, seconds: 10 } },
  },
  saveEstimate: { payload: SaveEstimate, reply: Ok, who: 'seat', limits: usual(20, 10) },
  nextTask: { payload: NextTask, reply: Ok, who: 'steer', limits: usual(20, 10) },
  ...recordEvents,
} as const satisfies Record<string, SocketEvent>
export type RoomEvent = keyof typeof roomEvents
export type RoomClientEvents = Sends<typeof roomEvents>
export type CreateRoomAck = Ack<typeof roomEvents.createRoom>
export type JoinRoomAck = Ack<typeof roomEvents.joinRoom>
export type PlainAck = Ack<typeof roomEvents.vote>

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
    summary: 'Salas listadas com gente na mesa',
    reply: z.array(ActiveRoom),
  },
  invitation: {
    method: 'GET',
    url: '/rooms/:roomId/invitation',
    access: 'open',
    summary: 'Nome da sala, quantas pessoas estão na mesa e o que ela pede, para a tela de entrada',
    params: z.object({ roomId: z.string().max(40) }),
    reply: Invitation,
  },
} as const satisfies Record<string, Endpoint>
