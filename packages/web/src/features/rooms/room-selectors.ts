import { limits } from '@rodada/contract/limits'
import type { Participant } from '@rodada/contract/rooms'
import type { RoomState } from './room-state.ts'
import { shownVote } from './room-state.ts'

/** The specification keeps the creation's default name off the table. */
const isHost = (user: Participant): boolean => user.name === 'Host'

/** Everybody, with one's own vote counted from the moment it is chosen. */
function withOwnVote(state: RoomState): Participant[] {
  const own = shownVote(state) !== null
  return state.users.map((user) => (own && user.id === state.me?.id && !user.hasVoted ? { ...user, hasVoted: true } : user))
}

export type Tally = { voted: number; total: number; present: number }

/** Votes on the table, of how many that may still come; an absent person counts once they voted. */
export function tallyOf(state: RoomState): Tally {
  const people = withOwnVote(state)
  const counted = people.filter((user) => user.hasVoted || (user.connected && !isHost(user)))
  return {
    voted: counted.filter(({ hasVoted }) => hasVoted).length,
    total: counted.length,
    present: people.filter(({ connected }) => connected).length,
  }
}

export type Seating = {
  shape: 'round' | 'square'
  /** Clockwise from the bottom; oneself first. */
  seats: Participant[]
  /** People whose seat is not drawn. */
  more: number
}

/** Who sits where: oneself at the bottom, those present before those away, at most the number that is drawn. */
export function seatingOf(state: RoomState): Seating {
  const people = withOwnVote(state).filter((user) => !isHost(user))
  const present = people.filter(({ connected }) => connected).length
  const own = people.findIndex(({ id }) => id === state.me?.id)
  const fromMe = own < 0 ? people : [...people.slice(own), ...people.slice(0, own)]
  const crowded = fromMe.length > limits.drawnSeats
  const ordered = crowded
    ? [...fromMe].sort((a, b) => Number(b.id === state.me?.id) - Number(a.id === state.me?.id) || Number(b.connected) - Number(a.connected))
    : fromMe
  const seats = ordered.slice(0, limits.drawnSeats)
  // A round table would crowd when many absent people keep a seat.
  const shape = present > limits.roundTable || seats.length > limits.roundTable * 2 ? 'square' : 'round'
  return { shape, seats, more: ordered.length - seats.length }
}

/** For the side list: oneself, then moderators, then the present, then the away; by name within each. */
export function listedPeople(state: RoomState): Participant[] {
  const rank = (user: Participant) => (user.id === state.me?.id ? 0 : !user.connected ? 3 : user.role === 'moderator' ? 1 : 2)
  return withOwnVote(state).sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'pt-BR'))
}

/** May this person turn the cards or start anew? The server decides; this only spares a refused attempt. */
export function mayReveal(state: RoomState): boolean {
  if (!state.room?.moderatorsOnly) return true
  const moderatorHere = state.users.some((user) => user.role === 'moderator' && user.connected)
  return !moderatorHere || isModerator(state)
}

export const isModerator = (state: RoomState): boolean => state.users.some((user) => user.id === state.me?.id && user.role === 'moderator')
