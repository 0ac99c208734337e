import type { ChatMessage, Participant, RoomSnapshot } from '@rodada/contract/rooms/rooms'
import { describe, expect, test } from 'vitest'
import { room, snapshotOf } from '../../../test/room.ts'
import { mayReveal, seatingOf, tallyOf } from './room-selectors.ts'
import { initialRoomState, pendingFate, type RoomAction, type RoomState, roomReducer, shownVote } from './room-state.ts'

const person = (id: number, name: string, more: Partial<Participant> = {}): Participant => ({
  id,
  name,
  avatar: null,
  role: 'participant',
  hasVoted: false,
  connected: true,
  observer: false,
  ...more,
})
const snapshot = (more: Partial<RoomSnapshot> = {}): RoomSnapshot => snapshotOf({ users: [person(1, 'Ana'), person(2, 'Bia')], ...more })
const message = (id: number): ChatMessage => ({ id, userName: 'Bia', message: `oi ${id}`, avatar: null, timestamp: '2026-01-01T10:00:00Z' })
const replay = (...actions: RoomAction[]): RoomState => actions.reduce(roomReducer, initialRoomState)

const seated: RoomAction[] = [
  { type: 'connection', status: 'connected' },
  { type: 'snapshot', snapshot: snapshot() },
  { type: 'joined', id: 1, name: 'Ana', vote: null },
]
const pick = (card: string, attempt: number, round = 3): RoomAction => ({
  type: 'votePicked',
  vote: { card, confidence: null, attempt, round },
})

describe('own vote', () => {
  test('shows at once and counts as voted before the server answers', () => {
    const state = replay(...seated, pick('5', 1))
    expect(shownVote(state)).toBe('5')
    expect(tallyOf(state)).toMatchObject({ voted: 1, total: 2 })
  })

  test('is confirmed by its answer', () => {
    const state = replay(...seated, pick('5', 1), { type: 'voteAnswered', attempt: 1, accepted: true })
    expect(state).toMatchObject({ savedVote: { card: '5' }, pendingVote: null })
  })

  test('goes back to the confirmed card when refused', () => {
    const state = replay(...seated, pick('5', 1), { type: 'voteAnswered', attempt: 1, accepted: true }, pick('3', 2), {
      type: 'voteAnswered',
      attempt: 2,
      accepted: false,
    })
    expect(shownVote(state)).toBe('5')
  })

  test('the answer to a replaced choice changes nothing', () => {
    const state = replay(...seated, pick('5', 1), pick('3', 2), { type: 'voteAnswered', attempt: 1, accepted: true })
    expect(shownVote(state)).toBe('3')
    expect(state.pendingVote?.attempt).toBe(2)
  })

  test('a card chosen in another tab shows here, but not over a newer choice or in another round', () => {
    expect(replay(...seated, { type: 'voteSaved', vote: { card: '2', confidence: null }, round: 3 }).savedVote?.card).toBe('2')
    expect(replay(...seated, { type: 'voteSaved', vote: { card: '2', confidence: null }, round: 2 }).savedVote).toBeNull()
    expect(shownVote(replay(...seated, pick('5', 1), { type: 'voteSaved', vote: { card: '2', confidence: null }, round: 3 }))).toBe('5')
  })

  test('survives a reconnect and is sent again only in its own open round', () => {
    const dropped: RoomAction[] = [...seated, pick('5', 1), { type: 'connection', status: 'reconnecting' }]
    const back = (more: Partial<RoomSnapshot>) => replay(...dropped, { type: 'snapshot', snapshot: snapshot(more) })
    expect(replay(...dropped).joined).toBe(false)
    expect(pendingFate(back({}))).toBe('resend')
    expect(pendingFate(back({ isRevealed: true }))).toBe('closed')
    expect(pendingFate(back({ room: { ...room, round: 4 } }))).toBe('late')
    expect(pendingFate(replay(...seated))).toBe('none')
  })
})

describe('round', () => {
  const revealed: RoomAction = {
    type: 'revealed',
    votes: [{ userName: 'Ana', participantId: 1, vote: '3', confidence: 'sure' }],
    average: '3.0',
    revealedBy: 2,
    past: [],
  }

  test('others are marked as voted without a value', () => {
    const state = replay(...seated, { type: 'newVote', participantId: 2 })
    expect(state.users[1]?.hasVoted).toBe(true)
    expect(roomReducer(state, { type: 'newVote', participantId: 2 })).toBe(state)
    expect(roomReducer(state, { type: 'newVote', participantId: 99 })).toBe(state)
  })

  test('reveal shows what the server counted, own card included', () => {
    const state = replay(...seated, { type: 'voteSaved', vote: { card: '5', confidence: null }, round: 3 }, revealed)
    expect(state.reveal).toMatchObject({ average: '3.0', revealedBy: 2 })
    expect(state.savedVote).toEqual({ card: '3', confidence: 'sure' })
  })

  test('what people saw stands in the order in which they first said it, of this round only', () => {
    const given = (participantId: number, text: string, round = 3): RoomAction => ({ type: 'reasonGiven', participantId, text, round })
    const state = replay(...seated, revealed, given(2, 'a'), given(1, 'b'), given(2, 'c'), given(1, 'late', 2))
    expect(state.reveal?.reasons.map(({ text }) => text)).toEqual(['c', 'b'])
    expect(replay(...seated, given(1, 'before any reveal')).reveal).toBeNull()
  })

  test('who writes is known until they tell it or stop, and of this round only', () => {
    const writes = (participantId: number, writing: boolean): RoomAction => ({ type: 'reasonWriting', participantId, writing })
    const state = replay(...seated, revealed, writes(2, true), writes(1, true), writes(2, true))
    expect(state.reveal?.writing).toEqual([2, 1])
    expect(roomReducer(state, writes(1, true))).toBe(state)
    expect(roomReducer(state, writes(1, false)).reveal?.writing).toEqual([2])
    expect(roomReducer(state, { type: 'reasonGiven', participantId: 2, text: 'a', round: 3 }).reveal?.writing).toEqual([1])
    expect(replay(...seated, writes(2, true)).reveal).toBeNull()
  })

  test('a record that is deleted leaves what the server says', () => {
    const past = [
      { round: 2, title: 'Pix', task_id: null, average: '3.0', agreed: 3, agreedCard: '3', saved: null, votes: 1, revealedAt: '' },
    ]
    expect(replay(...seated, { ...revealed, past }, { type: 'past', past: [] }).past).toEqual([])
  })

  test('a reset clears votes, results and the choice of the old round', () => {
    const state = replay(...seated, { type: 'newVote', participantId: 2 }, pick('5', 1), revealed, { type: 'reset', round: 4 })
    expect(state).toMatchObject({ reveal: null, savedVote: null, pendingVote: null, room: { round: 4 } })
    expect(state.users.every(({ hasVoted }) => !hasVoted)).toBe(true)
  })

  test('arriving after reveal shows the result, and coming back keeps who revealed', () => {
    const open = snapshot({ isRevealed: true, average: '3.0', votes: [{ userName: 'Ana', participantId: 1, vote: '3' }] })
    expect(replay({ type: 'snapshot', snapshot: open }).reveal).toMatchObject({ average: '3.0', revealedBy: null })
    expect(replay(...seated, revealed, { type: 'snapshot', snapshot: open }).reveal?.revealedBy).toBe(2)
  })

  test('a new deck in a new round starts clean', () => {
    const state = replay(
      ...seated,
      { type: 'voteSaved', vote: { card: '5', confidence: null }, round: 3 },
      { type: 'room', room: { ...room, round: 4, deck: ['P', 'M'] } },
    )
    expect(state).toMatchObject({ savedVote: null, room: { deck: ['P', 'M'] } })
  })
})

describe('chat', () => {
  test('shows each message once, in order, whatever arrives first', () => {
    const state = replay({ type: 'message', message: message(3) }, { type: 'history', messages: [message(1), message(2), message(3)] })
    expect(state.chat.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(roomReducer(state, { type: 'message', message: message(2) }).chat).toBe(state.chat)
  })
})

describe('table', () => {
  const crowd = (count: number, more: Partial<Participant> = {}) =>
    Array.from({ length: count }, (_, i) => person(i + 1, `Pessoa ${i + 1}`, more))
  const withUsers = (users: Participant[], id = 1) =>
    replay(...seated, { type: 'joined', id, name: '', vote: null }, { type: 'users', users })

  test('you sit first, the others keep their order', () => {
    expect(seatingOf(withUsers(crowd(4), 3)).seats.map(({ id }) => id)).toEqual([3, 4, 1, 2])
  })

  test('is round up to six people and square above', () => {
    expect(seatingOf(withUsers(crowd(6))).shape).toBe('round')
    expect(seatingOf(withUsers(crowd(7))).shape).toBe('square')
    expect(seatingOf(withUsers([...crowd(6), person(9, 'Marina', { connected: false })])).shape).toBe('round')
  })

  test('leaves Host out', () => {
    const seating = seatingOf(withUsers([...crowd(6), person(7, 'Host')]))
    expect(seating.shape).toBe('round')
    expect(seating.seats.map(({ name }) => name)).not.toContain('Host')
  })

  test('draws 24 seats and counts the rest, oneself always drawn', () => {
    const seating = seatingOf(withUsers(crowd(40), 40))
    expect(seating.seats).toHaveLength(24)
    expect(seating.seats[0]?.id).toBe(40)
    expect(seating.more).toBe(16)
  })

  test('away people do not count until they have voted', () => {
    const away = { connected: false }
    expect(tallyOf(withUsers([person(1, 'Ana'), person(2, 'Bia', away)]))).toEqual({ voted: 0, total: 1, present: 1 })
    expect(tallyOf(withUsers([person(1, 'Ana'), person(2, 'Bia', { ...away, hasVoted: true })]))).toEqual({
      voted: 1,
      total: 2,
      present: 1,
    })
  })

  test('only moderators reveal when the room says so, until all of them have been away for long', () => {
    const users = [person(1, 'Ana'), person(2, 'Bia', { role: 'moderator', connected: false })]
    const restricted = roomReducer(withUsers(users), { type: 'room', room: { ...room, moderatorsOnly: true } })
    expect(mayReveal(restricted)).toBe(false)
    expect(mayReveal(roomReducer(restricted, { type: 'moderatorsGone', gone: true }))).toBe(true)
    expect(mayReveal(roomReducer(restricted, { type: 'joined', id: 2, name: 'Bia', vote: null }))).toBe(true)
  })
})
