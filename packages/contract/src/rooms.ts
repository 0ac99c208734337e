import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { type Ack, Ok, type Sends, type SocketEvent, usual } from './event.ts'
import { BodyId, Round } from './fields.ts'
import { limits } from './limits.ts'
import { manyLinesText, oneLineText } from './plain-text.ts'
import { defaultRoomName, roomCodeAlphabet } from './room-settings.ts'
import { AddTasks, CardIds, NextTask, RemoveTask, type RoomTask, SaveEstimate } from './room-tasks.ts'
import { texts } from './texts.ts'

const oneLine = (max: number) => z.string().transform(oneLineText).pipe(z.string().max(max))

const text = (max: number) => oneLine(max).pipe(z.string().min(1))

/** A room's public id: six characters, compared without regard to case. */
export const RoomCode = z
  .string()
  .trim()
  .toUpperCase()
  .length(limits.roomCode, { error: texts.roomInactive })
  .regex(new RegExp(`^[${roomCodeAlphabet}]+$`), { error: texts.roomInactive })

const Deck = z
  .array(text(limits.deckCard))
  .min(limits.deckMin)
  .max(limits.deckMax)
  .refine((cards) => new Set(cards).size === cards.length)

const Instant = z.iso.datetime()
const secret = z.string().max(100)
const roomId = z.string().max(40)

// ---- what clients emit -------------------------------------------------------------------------------------------

export const CreateRoom = z.object({
  roomName: oneLine(limits.roomName)
    .default(defaultRoomName)
    .transform((name) => name || defaultRoomName),
  userName: oneLine(limits.personName).optional(),
  deck: Deck.optional(),
  /** Cards that the room begins with, for whoever is signed in and sees them. */
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
})
export const LeaveRoom = z.object({ roomId })
export const RemoveParticipant = z.object({ roomId, participantId: BodyId })
export const MakeModerator = z.object({ roomId, participantId: BodyId })
/** Ends a room at whose table nobody sat yet. */
export const CancelRoom = z.object({ roomId, hostToken: secret })
export const Vote = z.object({
  roomId,
  vote: z.union([z.string().max(limits.deckCard), z.number()]).transform(String),
  /** The round this vote was chosen in; a vote that arrives after a reset is then refused instead of counted in the next round. */
  round: Round.optional(),
})
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
export const UpdateRoom = z.object({
  roomId,
  roomName: text(limits.roomName).optional(),
  listed: z.boolean().optional(),
  moderatorsOnly: z.boolean().optional(),
  deck: Deck.optional(),
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
})
export type Participant = z.infer<typeof Participant>

/** A vote after reveal. Before reveal no such object leaves the server. */
export const RevealedVote = z.object({ userName: z.string(), participantId: z.int(), vote: z.string() })
export type RevealedVote = z.infer<typeof RevealedVote>

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
  selectedTask: SelectedTask | null
  /** What was brought to the table, in that order. */
  tasks: RoomTask[]
  room: Room
  past: PastRound[]
  /** Whether a moderator is here or was within `moderatorsAwayMs`: so long, what only moderators may do is theirs alone. */
  isModerated: boolean
}

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
  vote: {
    payload: Vote,
    reply: Ok,
    who: 'seat',
    // Counted per process: a call to Redis for each vote would cost more than the vote.
    limits: { connection: { points: 40, seconds: 2 }, address: { points: 20_000, seconds: 2 } },
  },
  revealVotes: { payload: RevealVotes, reply: Ok, who: 'steer', limits: usual(20, 5) },
  resetVoting: { payload: ResetVoting, reply: Ok, who: 'steer', limits: usual(20, 5) },
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
  voteSaved: (payload: { vote: string; round: number }) => void
  votesRevealed: (payload: { votes: RevealedVote[]; average: string; round: number; revealedBy: number; past: PastRound[] }) => void
  votingReset: (payload: { round: number }) => void
  taskSelected: (payload: { selectedTask: SelectedTask | null }) => void
  /** All of the room's tasks, after any of them changed. */
  tasksChanged: (payload: { tasks: RoomTask[] }) => void
  /** What a round agreed on was saved to its card. */
  estimateSaved: (payload: { round: number; estimate: number }) => void
  roomUpdated: (room: Room) => void
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
    summary: 'Nome da sala e quantas pessoas estão na mesa, para a tela de entrada',
    params: z.object({ roomId: z.string().max(40) }),
    reply: z.object({ roomId: z.string(), roomName: z.string(), participants: z.int() }),
  },
} as const satisfies Record<string, Endpoint>
