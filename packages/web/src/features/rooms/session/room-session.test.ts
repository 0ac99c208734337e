import type { Participant } from '@rodada/contract/rooms/rooms'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts, t } from '../../../i18n/index.ts'
import { openLastingConnection } from '../../../lib/live/lasting-connection.ts'
import { room, snapshotOf } from '../../../test/room.ts'
import { toast } from '../../../ui/states/feedback.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { keepVote, keptVote } from './kept-vote.ts'
import { mayReveal } from './room-selectors.ts'
import { openRoomSession, type RoomSession } from './room-session.ts'

vi.mock('../../../lib/live/lasting-connection.ts')
vi.mock('../../../ui/states/LiveRegion.tsx')
vi.mock('../../../ui/states/feedback.tsx')

const person = (id: number, more: Partial<Participant> = {}): Participant => ({
  id,
  name: `Pessoa ${id}`,
  avatar: null,
  role: 'participant',
  hasVoted: false,
  connected: true,
  observer: false,
  ...more,
})
const moderator = (connected: boolean) => person(2, { role: 'moderator', connected })

/** A server that answers what is in `answers` and keeps the rest waiting. */
const answers: Record<string, object> = {}
const sent = vi.fn<(event: string, payload: object) => void>()
const listeners = new Map<string, (payload: object) => void>()
const arrives = (event: string, payload: object) => listeners.get(event)?.(payload)
let session: RoomSession

type Found = { round?: number; vote?: string | null; isModerated?: boolean }

async function enter(users: Participant[], { round = 3, vote = null, isModerated = true }: Found = {}) {
  answers.joinRoom = { roomId: room.roomId, participantId: 1, userName: 'Pessoa 1', vote }
  let connected: () => void = () => undefined
  const socket = {
    connected: true,
    on: (event: string, listener: (payload: object) => void) => listeners.set(event, listener),
    once: () => undefined,
    off: () => undefined,
    emit: (event: string, payload: object, answer: (ack: object) => void) => {
      sent(event, payload)
      const ack = answers[event]
      if (ack) answer(ack)
    },
  }
  // Only what a session uses of a socket.
  vi.mocked(openLastingConnection).mockImplementation(async ({ onStatus, onConnect }) => {
    connected = () => {
      onStatus('connected')
      onConnect()
    }
    return { socket, retry: () => undefined, close: () => undefined } as never
  })
  session = openRoomSession(room.roomId)
  await vi.advanceTimersByTimeAsync(0)
  connected()
  arrives('userJoined', snapshotOf({ users, room: { ...room, round, moderatorsOnly: true }, isModerated }))
  await vi.advanceTimersByTimeAsync(0)
}
const spoken = () => vi.mocked(announce).mock.calls.map(([text]) => text)
const votes = () => sent.mock.calls.filter(([event]) => event === 'vote').map(([, payload]) => payload)

beforeEach(async () => {
  vi.useFakeTimers()
  localStorage.setItem('userName', 'Pessoa 1')
  localStorage.setItem('userRole', 'guest')
  await loadTexts('rooms')
})
afterEach(() => {
  session.close()
  vi.useRealTimers()
  vi.resetAllMocks()
  for (const event of Object.keys(answers)) delete answers[event]
})

test('a vote that a reload found unconfirmed is sent in its own round, and forgotten when it is answered', async () => {
  keepVote(room.roomId, 1, { card: '2', confidence: null, round: 3, over: null })
  answers.vote = { ok: true }
  await enter([person(1)])
  expect(votes()).toEqual([{ roomId: room.roomId, vote: '2', round: 3 }])
  expect(session.store.getState().savedVote).toEqual({ card: '2', confidence: null })
  expect(keptVote(room.roomId, 1)).toBeNull()
})

test('a guest enters with a secret of their own, the same at each try', async () => {
  await enter([person(1)])
  session.rejoin()
  await vi.advanceTimersByTimeAsync(0)
  const secrets = sent.mock.calls.flatMap(([event, payload]) => (event === 'joinRoom' && 'seatToken' in payload ? [payload.seatToken] : []))
  expect(secrets).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), secrets[0]])
})

test('it is let go, and that is said, when the round is over', async () => {
  keepVote(room.roomId, 1, { card: '2', confidence: null, round: 3, over: { card: '1', confidence: null } })
  await enter([person(1)], { round: 4 })
  expect(votes()).toEqual([])
  expect(keptVote(room.roomId, 1)).toBeNull()
  expect(toast).toHaveBeenCalledExactlyOnceWith(t('texts:voteLate'), { kind: 'problem' })
})

test('it is never sent from another seat', async () => {
  keepVote(room.roomId, 7, { card: '2', confidence: null, round: 3, over: null })
  await enter([person(1)])
  expect(votes()).toEqual([])
})

test('it does not replace what the person chose on another device meanwhile', async () => {
  keepVote(room.roomId, 1, { card: '2', confidence: null, round: 3, over: { card: '1', confidence: null } })
  await enter([person(1)], { vote: '3' })
  expect([votes(), session.store.getState().savedVote, keptVote(room.roomId, 1)]).toEqual([[], { card: '3', confidence: null }, null])
})

test('a vote without an answer is kept until the person leaves', async () => {
  await enter([person(1)])
  session.vote('3')
  expect(keptVote(room.roomId, 1)).toEqual({ card: '3', confidence: null, round: 3, over: null })
  answers.leaveRoom = { ok: true }
  await session.leave()
  expect(keptVote(room.roomId, 1)).toBeNull()
})

test('a vote without an answer for 10 s is kept, told as such, and sent again in its round once the table is back', async () => {
  await enter([person(1)])
  session.vote('3')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(toast).toHaveBeenCalledExactlyOnceWith(t('rooms:vote.failed'), { kind: 'problem', detail: t('rooms:hand.kept') })
  expect(session.store.getState().pendingVote?.card).toBe('3')
  answers.vote = { ok: true }
  arrives('userJoined', snapshotOf({ users: [person(1)], room: { ...room, round: 3 } }))
  await vi.advanceTimersByTimeAsync(0)
  expect(votes()).toEqual([1, 2].map(() => ({ roomId: room.roomId, vote: '3', round: 3 })))
  expect(session.store.getState().savedVote).toEqual({ card: '3', confidence: null })
})

test('how sure one is goes with the card, is taken back by the same again, and is not passed on to another card', async () => {
  answers.vote = { ok: true }
  await enter([person(1)])
  session.rate('sure')
  session.vote('3')
  session.rate('unsure')
  session.rate('sure')
  session.rate('sure')
  session.rate('unsure')
  session.vote('5')
  await vi.advanceTimersByTimeAsync(0)
  expect(votes().map((vote) => Object.values(vote).slice(1))).toEqual([
    ['3', 3, undefined],
    ['3', 3, 'unsure'],
    ['3', 3, 'sure'],
    ['3', 3, undefined],
    ['3', 3, 'unsure'],
    ['5', 3, undefined],
  ])
  expect(session.store.getState().savedVote).toEqual({ card: '5', confidence: null })
})

test('a reload sends again how sure one was, of a card that had arrived without it', async () => {
  keepVote(room.roomId, 1, { card: '2', confidence: 'unsure', round: 3, over: { card: '2', confidence: null } })
  answers.vote = { ok: true }
  await enter([person(1)], { vote: '2' })
  expect(votes()).toEqual([{ roomId: room.roomId, vote: '2', round: 3, confidence: 'unsure' }])
  expect(session.store.getState().savedVote).toEqual({ card: '2', confidence: 'unsure' })
})

test('a message without an answer is said again under the same key, and what else was sent is not called unsent', async () => {
  await enter([person(1)])
  const said = session.say('Oi', 'chave')
  await vi.advanceTimersByTimeAsync(10_000)
  answers.chatMessage = { ok: true }
  await vi.advanceTimersByTimeAsync(1000)
  expect(await said).toBe(true)
  const keys = sent.mock.calls.flatMap(([event, payload]) => (event === 'chatMessage' && 'key' in payload ? [payload.key] : []))
  expect(keys).toEqual([keys[0], keys[0]])
  expect(toast).not.toHaveBeenCalled()

  session.reveal()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toHaveBeenCalledWith('revealVotes', { roomId: room.roomId, round: 3 })
  expect(toast).toHaveBeenCalledExactlyOnceWith(t('rooms:connection.unanswered'), { kind: 'problem' })
})

test('a reveal without numbers tells of no average, and not of votes before it', async () => {
  await enter([person(1), person(3)])
  arrives('newVote', { userName: 'Pessoa 3', participantId: 3 })
  arrives('votesRevealed', { votes: [{ userName: 'Pessoa 3', participantId: 3, vote: '?' }], average: '0.0', round: 3, past: [] })
  await vi.advanceTimersByTimeAsync(2000)
  expect(spoken()).toEqual(['Votos revelados. Nenhum voto em número.'])
})

test('others may reveal once every moderator has been away for two minutes, as far as this page has seen', async () => {
  const may = () => mayReveal(session.store.getState())
  await enter([person(1), moderator(true)])
  arrives('updateUsers', [person(1), moderator(false)])
  await vi.advanceTimersByTimeAsync(119_000)
  expect(may()).toBe(false)
  arrives('updateUsers', [person(1), moderator(true)])
  arrives('updateUsers', [person(1), moderator(false)])
  await vi.advanceTimersByTimeAsync(119_000)
  expect(may()).toBe(false)
  await vi.advanceTimersByTimeAsync(2000)
  expect(may()).toBe(true)
  arrives('updateUsers', [person(1), moderator(true)])
  expect(may()).toBe(false)
  arrives('updateUsers', [person(1)])
  expect(may()).toBe(true)
})

test('or at once, when the server knows that they have been', async () => {
  await enter([person(1), moderator(false)], { isModerated: false })
  expect(mayReveal(session.store.getState())).toBe(true)
  arrives('updateUsers', [person(1), moderator(true)])
  expect(mayReveal(session.store.getState())).toBe(false)
})
