import { z } from 'zod'
import { Avatar } from '../auth/people.ts'
import { type Ack, Ok, type Sends, type SocketEvent, usual } from '../core/event.ts'
import { BodyId, Round } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { manyLinesText, oneLineText } from '../core/plain-text.ts'
import { typedText } from '../core/typed-text.ts'
import { texts } from '../texts/texts.ts'
import { Deck } from './decks.ts'
import { recordEvents } from './record.ts'
import { Participant } from './rooms.ts'
import { defaultRoomName } from './settings.ts'
import { AddTasks, CardIds, Confidence, NextTask, RemoveTask, SaveEstimate } from './tasks.ts'

const oneLine = (max: number) => typedText(oneLineText, max, texts.invalidInput)

const text = (max: number) => oneLine(max).min(1)

const secret = z.string().max(100)
/** A secret that a guest makes before they sit down: 128 random bits or more, such as 32 hexadecimal digits. */
export const SeatToken = z.string().regex(/^[\w-]{32,100}$/)
const roomId = z.string().max(40)

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
  /**
   * Of an earlier join's acknowledgement: gives a guest their seat back. Or one that the guest made, and says each time until the join is answered:
   * where the answer was lost, the next try finds the seat that the first one took. `SeatToken` has its form.
   */
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
  message: typedText(manyLinesText, limits.chatMessage, texts.messageTooLong, texts.messageBlank).min(1, { error: texts.messageBlank }),
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
    token: 'account',
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
    token: 'account',
    limits: {
      connection: { points: 30, seconds: 10 },
      address: { points: 3000, seconds: 10, shared: true },
      account: { points: 90, seconds: 10, shared: true },
    },
  },
  leaveRoom: { payload: LeaveRoom, reply: Ok, who: 'anybody', token: 'account', limits: usual(30, 10) },
  cancelRoom: {
    payload: CancelRoom,
    reply: Ok,
    who: 'anybody',
    token: 'account',
    limits: { connection: { points: 10, seconds: 60 }, address: { points: 200, seconds: 600 } },
  },
  removeParticipant: { payload: RemoveParticipant, reply: Ok, who: 'moderator', token: 'account', limits: usual(20, 5) },
  makeModerator: { payload: MakeModerator, reply: Ok, who: 'moderator', token: 'account', limits: usual(20, 5) },
  // Nobody is reminded more than once a minute, however many people do it.
  nudge: { payload: Nudge, reply: Ok, who: 'seat', token: 'account', limits: usual(20, 10) },
  observe: { payload: Observe, reply: Ok, who: 'seat', token: 'account', limits: usual(20, 5) },
  vote: {
    payload: Vote,
    reply: Ok,
    who: 'seat',
    token: 'account',
    // Counted per process: a call to Redis for each vote would cost more than the vote.
    limits: { connection: { points: 40, seconds: 2 }, address: { points: 20_000, seconds: 2 } },
  },
  giveReason: { payload: GiveReason, reply: Ok, who: 'seat', token: 'account', limits: usual(20, 10) },
  // Said again every few seconds while somebody writes; what is beyond the limit is missed by nobody.
  writingReason: { payload: WritingReason, reply: Ok, who: 'seat', token: 'account', limits: usual(10, 10) },
  changeAvatar: { payload: ChangeAvatar, reply: Ok, who: 'seat', token: 'account', limits: usual(20, 10) },
  revealVotes: { payload: RevealVotes, reply: Ok, who: 'steer', token: 'account', limits: usual(20, 5) },
  stopReveal: { payload: StopReveal, reply: Ok, who: 'steer', token: 'account', limits: usual(20, 5) },
  resetVoting: { payload: ResetVoting, reply: Ok, who: 'steer', token: 'account', limits: usual(20, 5) },
  startTimer: { payload: StartTimer, reply: Ok, who: 'moderator', token: 'account', limits: usual(20, 5) },
  pauseTimer: { payload: PauseTimer, reply: Ok, who: 'moderator', token: 'account', limits: usual(20, 5) },
  addTime: { payload: AddTime, reply: Ok, who: 'moderator', token: 'account', limits: usual(20, 5) },
  stopTimer: { payload: StopTimer, reply: Ok, who: 'moderator', token: 'account', limits: usual(20, 5) },
  chatMessage: {
    payload: ChatMessageSend,
    reply: Ok,
    who: 'seat',
    token: 'account',
    limits: { connection: { points: 15, seconds: 5 }, address: { points: 2000, seconds: 5 } },
  },
  selectTask: { payload: SelectTask, reply: Ok, who: 'seat', token: 'account', limits: usual(20, 5) },
  updateRoom: { payload: UpdateRoom, reply: Ok, who: 'moderator', token: 'account', limits: usual(20, 5) },
  addTasks: { payload: AddTasks, reply: Ok, who: 'seat', token: 'account', limits: usual(20, 10) },
  removeTask: {
    payload: RemoveTask,
    reply: Ok,
    who: 'steer',
    token: 'account',
    limits: { connection: { points: 40, seconds: 10 }, address: { points: 2000, seconds: 10 } },
  },
  saveEstimate: { payload: SaveEstimate, reply: Ok, who: 'seat', token: 'account', limits: usual(20, 10) },
  nextTask: { payload: NextTask, reply: Ok, who: 'steer', token: 'account', limits: usual(20, 10) },
  ...recordEvents,
} as const satisfies Record<string, SocketEvent>
export type RoomEvent = keyof typeof roomEvents
export type RoomClientEvents = Sends<typeof roomEvents>
export type CreateRoomAck = Ack<typeof roomEvents.createRoom>
export type JoinRoomAck = Ack<typeof roomEvents.joinRoom>
export type PlainAck = Ack<typeof roomEvents.vote>
