import { limits } from '@rodada/contract/limits'
import type { RoomTask } from '@rodada/contract/room-tasks'
import type { ChatMessage, Participant, PastRound, RevealedVote, Room, RoomSnapshot, SelectedTask } from '@rodada/contract/rooms'
import type { ConnectionStatus } from '../../lib/lasting-connection.ts'

export type Reveal = {
  votes: RevealedVote[]
  /** As on the wire: one decimal, a dot. */
  average: string
  /** Participant who turned the cards; null when the round was already open on arrival. */
  revealedBy: number | null
}

/** A choice on its way to the server. `attempt` tells its answer apart from the answers to earlier choices. */
export type PendingVote = { card: string; round: number; attempt: number }

/** Why the room cannot be shown or used until the person does something about it. */
export type Blocked = { kind: 'refused' | 'removed' | 'auth' | 'seatLost'; message: string }

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
  me: { id: number; name: string } | null
  /** Own card that the server confirmed. */
  savedVote: string | null
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
  me: null,
  savedVote: null,
  pendingVote: null,
  chat: [],
  blocked: null,
}

export type RoomAction =
  | { type: 'connection'; status: ConnectionStatus }
  | { type: 'joined'; id: number; name: string; vote: string | null }
  | { type: 'snapshot'; snapshot: RoomSnapshot }
  | { type: 'users'; users: Participant[] }
  | { type: 'moderatorsGone'; gone: boolean }
  | { type: 'newVote'; participantId: number }
  | { type: 'voteSaved'; vote: string; round: number }
  | { type: 'votePicked'; vote: PendingVote }
  | { type: 'voteAnswered'; attempt: number; accepted: boolean }
  | { type: 'revealed'; votes: RevealedVote[]; average: string; revealedBy: number; past: PastRound[] }
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
      const { users, isRevealed, votes, average, selectedTask, tasks, room, past } = action.snapshot
      const sameReveal = isRevealed && state.reveal !== null && state.room?.round === room.round
      const reveal = isRevealed
        ? { votes, average: average ?? '0.0', revealedBy: sameReveal ? (state.reveal?.revealedBy ?? null) : null }
        : null
      return { ...state, users, room, past, selectedTask, tasks, reveal }
    }
    case 'users':
      return { ...state, users: action.users }
    case 'moderatorsGone':
      return state.moderatorsGone === action.gone ? state : { ...state, moderatorsGone: action.gone }
    case 'newVote':
      return markVoted(state, action.participantId)
    case 'voteSaved': {
      if (action.round !== state.room?.round) return state
      const settled = state.pendingVote?.card === action.vote
      return { ...state, savedVote: action.vote, pendingVote: settled ? null : state.pendingVote }
    }
    case 'votePicked':
      return { ...state, pendingVote: action.vote }
    case 'voteAnswered':
      return answerVote(state, action.attempt, action.accepted)
    case 'revealed': {
      const own = action.votes.find(({ participantId }) => participantId === state.me?.id)
      const { votes, average, revealedBy, past } = action
      return { ...state, past, reveal: { votes, average, revealedBy }, savedVote: own?.vote ?? null }
    }
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

function markVoted(state: RoomState, participantId: number): RoomState {
  const index = state.users.findIndex(({ id }) => id === participantId)
  const user = state.users[index]
  if (!user || user.hasVoted) return state
  return { ...state, users: state.users.with(index, { ...user, hasVoted: true }) }
}

function answerVote(state: RoomState, attempt: number, accepted: boolean): RoomState {
  // The answer to a choice that was already replaced: only the last one is on screen.
  if (state.pendingVote?.attempt !== attempt) return state
  return { ...state, pendingVote: null, savedVote: accepted ? state.pendingVote.card : state.savedVote }
}

function startRound(state: RoomState): RoomState {
  return {
    ...state,
    reveal: null,
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

/** Own card as the person sees it: the choice under way, otherwise the confirmed one. */
export const shownVote = (state: RoomState): string | null => state.pendingVote?.card ?? state.savedVote

/** What became of an unconfirmed vote once the room is known again after a reconnect. */
export function pendingFate(state: RoomState): 'none' | 'resend' | 'closed' | 'late' {
  const { pendingVote, room, reveal } = state
  if (!pendingVote || !room) return 'none'
  if (pendingVote.round !== room.round) return 'late'
  return reveal ? 'closed' : 'resend'
}
