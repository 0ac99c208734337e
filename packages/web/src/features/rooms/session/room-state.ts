import { limits } from '@rodada/contract/core/limits'
import type {
  ChatMessage,
  Participant,
  PastRound,
  Reason,
  RevealedVote,
  Room,
  RoomSnapshot,
  SelectedTask,
  Timer,
} from '@rodada/contract/rooms/rooms'
import type { Confidence, RoomTask } from '@rodada/contract/rooms/tasks'
import type { ConnectionStatus } from '../../../lib/live/lasting-connection.ts'

export type Reveal = {
  votes: RevealedVote[]
  /** As on the wire: one decimal, a dot. */
  average: string
  /** Participant who turned the cards; null when the round was already open on arrival. */
  revealedBy: number | null
  /** What people saw in the task, in the order in which they first said it. */
  reasons: Reason[]
  /** Who writes one at this moment. */
  writing: number[]
}

/** A card, and how sure the person is of it; null where they did not say. */
export type Choice = { card: string; confidence: Confidence | null }

/** A choice on its way to the server. `attempt` tells its answer apart from the answers to earlier choices. */
export type PendingVote = Choice & { round: number; attempt: number }

/** Why the room cannot be shown or used until the person does something about it. */
export type Blocked =
  | { kind: 'refused' | 'removed' | 'auth' | 'accounts' | 'seatLost'; message: string }
  /** The room has a password; of wrong ones, how many are left. */
  | { kind: 'password'; message: string; triesLeft: number | null }

export type RoomState = {
  connection: ConnectionStatus
  /** The server knows this connection as ours: what we send now counts. */
  joined: boolean
  room: Room | null
  users: Participant[]
  /** Every moderator has been away for so long that anybody may reveal, as far as this page has seen. */
  moderatorsGone: boolean
  reveal: Reveal | null
  past: PastRound[]
  selectedTask: SelectedTask | null
  /** What was brought to the table. */
  tasks: RoomTask[]
  timer: Timer | null
  /** When the cards turn by themselves; null while no countdown runs. */
  countdown: string | null
  /** Who reminded this person of their vote in this round; null once it is there. */
  nudgedBy: string | null
  /** This person wants to turn the cards although some are missing, and is asked. */
  asksReveal: boolean
  /** What is added to this device's time, in milliseconds, to have the server's. */
  clockAhead: number
  me: { id: number; name: string } | null
  /** Own choice that the server confirmed. */
  savedVote: Choice | null
  pendingVote: PendingVote | null
  chat: ChatMessage[]
  blocked: Blocked | null
}

export const initialRoomState: RoomState = {
  connection: 'connecting',
  joined: false,
  room: null,
  users: [],
  moderatorsGone: false,
  reveal: null,
  past: [],
  selectedTask: null,
  tasks: [],
  timer: null,
  countdown: null,
  nudgedBy: null,
  asksReveal: false,
  clockAhead: 0,
  me: null,
  savedVote: null,
  pendingVote: null,
  chat: [],
  blocked: null,
}

export type RoomAction =
  | { type: 'connection'; status: ConnectionStatus }
  | { type: 'joined'; id: number; name: string; vote: Choice | null }
  | { type: 'snapshot'; snapshot: RoomSnapshot }
  | { type: 'clock'; ahead: number }
  | { type: 'countdown'; endsAt: string | null }
  | { type: 'nudged'; by: string }
  | { type: 'asksReveal'; asks: boolean }
  | { type: 'timer'; timer: Timer | null }
  | { type: 'users'; users: Participant[] }
  | { type: 'moderatorsGone'; gone: boolean }
  | { type: 'newVote'; participantId: number }
  | { type: 'voteSaved'; vote: Choice; round: number }
  | { type: 'votePicked'; vote: PendingVote }
  | { type: 'voteAnswered'; attempt: number; accepted: boolean }
  | { type: 'revealed'; votes: RevealedVote[]; average: string; revealedBy: number | null; past: PastRound[] }
  | { type: 'reasonGiven'; round: number; participantId: number; text: string }
  | { type: 'reasonWriting'; participantId: number; writing: boolean }
  | { type: 'past'; past: PastRound[] }
  | { type: 'reset'; round?: number }
  | { type: 'task'; selectedTask: SelectedTask | null }
  | { type: 'tasks'; tasks: RoomTask[] }
  | { type: 'estimateSaved'; round: number; estimate: number }
  | { type: 'room'; room: Room }
  | { type: 'message'; message: ChatMessage }
  | { type: 'history'; messages: ChatMessage[] }
  | { type: 'blocked'; blocked: Blocked | null }

/** How many messages stay in memory: the server's history and a long session on top. */
const keptMessages = limits.chatHistory * 3

/** The room after an event. Returns the same object when nothing changed, so that nothing is drawn again. */
export function roomReducer(state: RoomState, action: RoomAction): RoomState {
  switch (action.type) {
    case 'connection':
      return state.connection === action.status
        ? state
        : { ...state, connection: action.status, joined: action.status === 'connected' && state.joined }
    case 'blocked':
      return { ...state, blocked: action.blocked, joined: action.blocked ? false : state.joined }
    case 'joined':
      return { ...state, joined: true, blocked: null, me: { id: action.id, name: action.name }, savedVote: action.vote }
    case 'snapshot': {
      const { users, isRevealed, votes, average, reasons, selectedTask, tasks, room, past, timer, countdown } = action.snapshot
      const sameReveal = isRevealed && state.reveal !== null && state.room?.round === room.round
      const reveal = isRevealed
        ? {
            votes,
            reasons,
            writing: sameReveal ? (state.reveal?.writing ?? []) : [],
            average: average ?? '0.0',
            revealedBy: sameReveal ? (state.reveal?.revealedBy ?? null) : null,
          }
        : null
      return { ...state, users, room, past, selectedTask, tasks, reveal, timer, countdown: countdown?.endsAt ?? null }
    }
    case 'clock':
      return state.clockAhead === action.ahead ? state : { ...state, clockAhead: action.ahead }
    case 'countdown':
      return { ...state, countdown: action.endsAt }
    case 'nudged':
      return state.reveal || shownVote(state) !== null ? state : { ...state, nudgedBy: action.by }
    case 'asksReveal':
      return { ...state, asksReveal: action.asks }
    case 'timer':
      return { ...state, timer: action.timer }
    case 'users':
      return withoutCardOfObserver({ ...state, users: action.users })
    case 'moderatorsGone':
      return state.moderatorsGone === action.gone ? state : { ...state, moderatorsGone: action.gone }
    case 'newVote':
      return markVoted(state, action.participantId)
    case 'voteSaved': {
      if (action.round !== state.room?.round) return state
      const settled = isSameChoice(state.pendingVote, action.vote)
      return { ...state, savedVote: action.vote, pendingVote: settled ? null : state.pendingVote }
    }
    case 'votePicked':
      return { ...state, pendingVote: action.vote, nudgedBy: null }
    case 'voteAnswered':
      return answerVote(state, action.attempt, action.accepted)
    case 'revealed': {
      const own = action.votes.find(({ participantId }) => participantId === state.me?.id)
      const { votes, average, past } = action
      // Cards that the room itself turned begin to turn at one's own seat.
      const revealedBy = action.revealedBy ?? state.me?.id ?? null
      const savedVote = own ? { card: own.vote, confidence: own.confidence ?? null } : null
      return {
        ...state,
        past,
        reveal: { votes, average, revealedBy, reasons: [], writing: [] },
        countdown: null,
        asksReveal: false,
        savedVote,
      }
    }
    case 'reasonGiven':
      return action.round === state.room?.round ? withReason(state, { participantId: action.participantId, text: action.text }) : state
    case 'reasonWriting':
      return withWriting(state, action.participantId, action.writing)
    case 'past':
      return { ...state, past: action.past }
    case 'reset': {
      const round = action.round ?? (state.room?.round ?? 0) + 1
      return startRound(state.room ? { ...state, room: { ...state.room, round } } : state)
    }
    case 'task':
      return { ...state, selectedTask: action.selectedTask }
    case 'tasks':
      return { ...state, tasks: action.tasks }
    case 'estimateSaved':
      return { ...state, past: state.past.map((past) => (past.round === action.round ? { ...past, saved: action.estimate } : past)) }
    case 'room': {
      const next = { ...state, room: action.room }
      return state.room && action.room.round !== state.room.round ? startRound(next) : next
    }
    case 'message':
      return { ...state, chat: mergeMessages(state.chat, [action.message]) }
    case 'history':
      return { ...state, chat: mergeMessages(state.chat, action.messages) }
  }
}

/** An observer has no card: the one of the open round was dropped when the person became one. */
function withoutCardOfObserver(state: RoomState): RoomState {
  if (state.reveal || !isObserving(state)) return state
  return { ...state, savedVote: null, pendingVote: null }
}

function markVoted(state: RoomState, participantId: number): RoomState {
  const index = state.users.findIndex(({ id }) => id === participantId)
  const user = state.users[index]
  if (!user || user.hasVoted) return state
  return { ...state, users: state.users.with(index, { ...user, hasVoted: true }) }
}

function answerVote(state: RoomState, attempt: number, accepted: boolean): RoomState {
  // The answer to a choice that was already replaced: only the last one is on screen.
  if (state.pendingVote?.attempt !== attempt) return state
  const { card, confidence } = state.pendingVote
  return { ...state, pendingVote: null, savedVote: accepted ? { card, confidence } : state.savedVote }
}

/** In the place of what the same person said before, or after all others. */
function withReason(state: RoomState, reason: Reason): RoomState {
  if (!state.reveal) return state
  const { reasons } = state.reveal
  const index = reasons.findIndex(({ participantId }) => participantId === reason.participantId)
  const told = { ...state.reveal, reasons: index < 0 ? [...reasons, reason] : reasons.with(index, reason) }
  return withWriting({ ...state, reveal: told }, reason.participantId, false)
}

function withWriting(state: RoomState, participantId: number, isWriting: boolean): RoomState {
  const { reveal } = state
  if (!reveal || reveal.writing.includes(participantId) === isWriting) return state
  const others = reveal.writing.filter((id) => id !== participantId)
  return { ...state, reveal: { ...reveal, writing: isWriting ? [...others, participantId] : others } }
}

function startRound(state: RoomState): RoomState {
  return {
    ...state,
    reveal: null,
    timer: null,
    countdown: null,
    asksReveal: false,
    nudgedBy: null,
    savedVote: null,
    pendingVote: state.pendingVote?.round === state.room?.round ? state.pendingVote : null,
    users: state.users.map((user) => (user.hasVoted ? { ...user, hasVoted: false } : user)),
  }
}

/** Both lists by id, each message once, oldest first. */
function mergeMessages(known: ChatMessage[], arrived: ChatMessage[]): ChatMessage[] {
  const ids = new Set(known.map(({ id }) => id))
  const fresh = arrived.filter(({ id }) => !ids.has(id))
  if (fresh.length === 0) return known
  return [...known, ...fresh].sort((a, b) => a.id - b.id).slice(-keptMessages)
}

/** Whether this person only observes. */
export const isObserving = (state: RoomState): boolean => state.users.some((user) => user.id === state.me?.id && user.observer)

/** Own card as the person sees it: the choice under way, otherwise the confirmed one. */
export const shownVote = (state: RoomState): string | null => (state.pendingVote ?? state.savedVote)?.card ?? null

/** How sure this person says to be of the card that they see chosen. */
export const shownConfidence = (state: RoomState): Confidence | null => (state.pendingVote ?? state.savedVote)?.confidence ?? null

export const isSameChoice = (one: Choice | null, other: Choice | null): boolean =>
  one?.card === other?.card && one?.confidence === other?.confidence

/** What became of an unconfirmed vote once the room is known again after a reconnect. */
export function pendingFate(state: RoomState): 'none' | 'resend' | 'closed' | 'late' {
  const { pendingVote, room, reveal } = state
  if (!pendingVote || !room) return 'none'
  if (pendingVote.round !== room.round) return 'late'
  return reveal ? 'closed' : 'resend'
}
