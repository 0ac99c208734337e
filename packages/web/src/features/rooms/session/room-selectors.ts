import { limits } from '@rodada/contract/core/limits'
import type { Participant } from '@rodada/contract/rooms/rooms'
import { hasSession } from '../../../lib/call/session.ts'
import { format } from '../../../lib/dates/format.ts'
import type { RoomState } from './room-state.ts'
import { isObserving, shownVote } from './room-state.ts'

/** The specification keeps the creation's default name off the table. */
const isHost = (user: Participant): boolean => user.name === 'Host'

const noDeck: readonly string[] = []

/** The cards that the room plays with. */
export const deckOf = ({ room }: RoomState): readonly string[] => room?.deck ?? noDeck

/** Builds again only when one of its inputs is another object, so that it may be handed to `useRoomState`. */
function cached<Value>(inputs: (state: RoomState) => readonly unknown[], build: (state: RoomState) => Value): (state: RoomState) => Value {
  let last: { inputs: readonly unknown[]; value: Value } | undefined
  return (state) => {
    const now = inputs(state)
    if (!last?.inputs.every((input, index) => input === now[index])) last = { inputs: now, value: build(state) }
    return last.value
  }
}

const people = (state: RoomState) => [state.users, state.me?.id, shownVote(state)]

/** Everybody, with one's own vote counted from the moment it is chosen. */
function withOwnVote(state: RoomState): Participant[] {
  const own = shownVote(state) !== null
  return state.users.map((user) => (own && user.id === state.me?.id && !user.hasVoted ? { ...user, hasVoted: true } : user))
}

/** Who only observes and is here: oneself first. */
export const observersOf = cached(people, (state): Participant[] => {
  const present = state.users.filter(({ observer, connected }) => observer && connected)
  return present.sort((a, b) => Number(b.id === state.me?.id) - Number(a.id === state.me?.id) || format.compare(a.name, b.name))
})

/** `present` are the voters who are here. Who only observes is in no count. */
export type Tally = { voted: number; total: number; present: number }

/** Votes on the table, of how many that may still come; an absent person counts once they voted. */
export const tallyOf = cached(people, (state): Tally => {
  const voters = withOwnVote(state).filter(({ observer }) => !observer)
  const counted = voters.filter((user) => user.hasVoted || (user.connected && !isHost(user)))
  return {
    voted: counted.filter(({ hasVoted }) => hasVoted).length,
    total: counted.length,
    present: voters.filter(({ connected }) => connected).length,
  }
})

/** Who is present and has not voted: those whom a reveal would not wait for. */
export const missingVoters = cached(people, (state): Participant[] =>
  withOwnVote(state).filter((user) => user.connected && !user.observer && !user.hasVoted && !isHost(user)),
)

/** Whom this person may remind, once they have done their own part and half of the table has too. */
export function mayNudge(state: RoomState): boolean {
  if (!state.joined || state.reveal || state.countdown !== null) return false
  if (shownVote(state) === null && !isObserving(state)) return false
  const { voted, total } = tallyOf(state)
  return voted * 2 >= total && voted < total && missingVoters(state).length > 0
}

export type Seating = {
  shape: 'round' | 'square'
  /** Clockwise from the bottom; oneself first. */
  seats: Participant[]
  /** People whose seat is not drawn. */
  more: number
}

/** Who sits where: oneself at the bottom, those present before those away, at most the number that is drawn. */
export const seatingOf = cached(people, (state): Seating => {
  const seated = withOwnVote(state).filter((user) => !user.observer && !isHost(user))
  const present = seated.filter(({ connected }) => connected).length
  const own = seated.findIndex(({ id }) => id === state.me?.id)
  const fromMe = own < 0 ? seated : [...seated.slice(own), ...seated.slice(0, own)]
  const crowded = fromMe.length > limits.drawnSeats
  const ordered = crowded
    ? [...fromMe].sort((a, b) => Number(b.id === state.me?.id) - Number(a.id === state.me?.id) || Number(b.connected) - Number(a.connected))
    : fromMe
  const seats = ordered.slice(0, limits.drawnSeats)
  // A round table would crowd when many absent people keep a seat.
  const shape = present > limits.roundTable || seats.length > limits.roundTable * 2 ? 'square' : 'round'
  return { shape, seats, more: ordered.length - seats.length }
})

/** The voters, for the side list: oneself, then moderators, then the present, then the away; by name within each. */
export const listedPeople = cached(people, (state): Participant[] => {
  const rank = (user: Participant) => (user.id === state.me?.id ? 0 : !user.connected ? 3 : user.role === 'moderator' ? 1 : 2)
  const voters = withOwnVote(state).filter(({ observer }) => !observer)
  return voters.sort((a, b) => rank(a) - rank(b) || format.compare(a.name, b.name))
})

/** May this person turn the cards or start again? The server decides; this only spares a refused attempt. */
export function mayReveal(state: RoomState): boolean {
  if (!state.room?.moderatorsOnly) return true
  return state.moderatorsGone || isModerator(state)
}

/** May this person take tasks off the list? Guests only as moderators. */
export const mayRemoveTasks = (state: RoomState): boolean => mayReveal(state) && (isModerator(state) || hasSession())

/** May this person open the record at the table? Guests only as moderators; nobody before there is one. */
export const mayReadRecord = (state: RoomState): boolean => state.past.length > 0 && (hasSession() || isModerator(state))

export const isModerator = (state: RoomState): boolean => state.users.some((user) => user.id === state.me?.id && user.role === 'moderator')

/** Who may follow when this person leaves: those present, in the order they sat down; nobody unless the room's only moderator leaves. */
export const heirsOf = cached(people, (state): Participant[] => {
  if (!isModerator(state)) return []
  const others = state.users.filter(({ id, connected }) => connected && id !== state.me?.id)
  return others.some(({ role }) => role === 'moderator') ? [] : others
})
