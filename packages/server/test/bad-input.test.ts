import { once } from 'node:events'
import { roomEvents as declared, type RoomEvent } from '@rodada/contract/rooms/room-events'
import type { Participant } from '@rodada/contract/rooms/rooms'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from './harness.ts'
import { openRoom, RoomClient } from './room-client.ts'

let server: TestServer
/** Somebody at a table, who must notice nothing. */
let bystander: RoomClient
/** At the same table, with a seat to lose. */
let seated: RoomClient
/** Connected, and nothing more. */
let stranger: RoomClient
let roomId: string
/** The table as the bystander knows it. */
let people: Participant[]
let otherRoom: string

beforeAll(async () => {
  server = await startServer()
  ;[bystander, seated, stranger] = await Promise.all([connect(), connect(), connect()])
  roomId = (await openRoom(bystander, { roomName: 'Time Checkout' })).roomId
  otherRoom = (await openRoom(bystander)).roomId
  await bystander.join(roomId, 'Ana')
  const both = bystander.people((people) => people.length === 2)
  await seated.join(roomId, 'Bia')
  people = await both
})
afterAll(async () => {
  for (const client of [bystander, seated, stranger]) client.leave()
  await server.stop()
})

const connect = () => new RoomClient(server.url()).ready()
const portuguese = new Set<string>(Object.values(texts))

/** All that is stored, except when each process was last seen. */
async function stored(): Promise<string> {
  const { db } = server.app.deps
  const tables = ['instance', 'users', 'sessions', 'rooms', 'seats', 'connections', 'votes', 'rounds', 'chat_messages'] as const
  const rows = await Promise.all(
    tables.map(async (table) => [table, (await db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).sort()]),
  )
  return JSON.stringify(rows)
}

let before: string
beforeEach(async () => {
  before = await stored()
  bystander.received.length = 0
})

/** Every process lives, nothing was stored, and the bystander heard nothing. */
async function expectNothingHappened(): Promise<void> {
  for (const url of server.urls) expect((await fetch(`${url}/api/health`)).status).toBe(200)
  expect(await stored()).toBe(before)
  // What was sent to the table before this answer has arrived with it.
  expect(await bystander.send('leaveRoom', { roomId: otherRoom })).toEqual({ ok: true })
  // With several processes the list may come again, as it was.
  for (const { event, payload } of bystander.received) expect([event, payload]).toEqual(['updateUsers', people])
}

/** Sends anything, also what the types forbid. */
const emit = (client: RoomClient, event: unknown, ...args: unknown[]) =>
  (client.socket.emit as (...args: unknown[]) => void).call(client.socket, event, ...args)
const answer = (client: RoomClient, event: unknown, ...args: unknown[]) =>
  new Promise<{ error?: string; ok?: boolean }>((resolve) => emit(client, event, ...args, resolve))

/** The texts of the next events `error`. */
const errors = (client: RoomClient, count: number) =>
  new Promise<string[]>((resolve) => {
    const heard: string[] = []
    const listener = ({ message }: { message: string }): void => {
      if (heard.push(message) < count) return
      client.socket.off('error', listener)
      resolve(heard)
    }
    client.socket.on('error', listener)
  })
/** A connection's queue is short; ten at a time fit. */
const inTens = <T>(all: T[]): T[][] => Array.from({ length: Math.ceil(all.length / 10) }, (_, i) => all.slice(i * 10, i * 10 + 10))

const nested = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
const proto = (fields: string): unknown => JSON.parse(`{"__proto__":{${fields}}}`)
const cards = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`)

/** A payload of each event that would be accepted at the table, and the fields whose absence is no mistake. */
const events: Record<RoomEvent, { right: () => Record<string, unknown>; optional: string[]; nullable?: string[] }> = {
  createRoom: {
    right: () => ({ roomName: 'Sala', userName: 'Host', deck: ['1', '2'], lastDeck: ['1', '2'], board_id: 1 }),
    optional: ['roomName', 'userName', 'deck', 'lastDeck', 'board_id'],
  },
  joinRoom: {
    right: () => ({
      ...{ roomId, userName: 'Bia', userRole: 'collaborator', avatar: 'sol' },
      ...{ hostToken: 'x', seatToken: 'x', browserId: 'x', observer: false },
    }),
    optional: ['userRole', 'avatar', 'hostToken', 'seatToken', 'browserId', 'observer', 'revealAtEnd', 'paused', 'autoReveal'],
    nullable: ['userRole', 'avatar', 'hostToken', 'seatToken', 'browserId'],
  },
  leaveRoom: { right: () => ({ roomId }), optional: [] },
  removeParticipant: { right: () => ({ roomId, participantId: 1 }), optional: [] },
  makeModerator: { right: () => ({ roomId, participantId: 1 }), optional: [] },
  nudge: { right: () => ({ roomId, participantId: 1 }), optional: ['participantId'] },
  observe: { right: () => ({ roomId, observer: true, participantId: 1 }), optional: ['participantId'] },
  startTimer: { right: () => ({ roomId, seconds: 60, revealAtEnd: true }), optional: ['revealAtEnd'] },
  pauseTimer: { right: () => ({ roomId, paused: true }), optional: ['paused'] },
  addTime: { right: () => ({ roomId, seconds: 60 }), optional: [] },
  stopTimer: { right: () => ({ roomId }), optional: [] },
  stopReveal: { right: () => ({ roomId }), optional: [] },
  cancelRoom: { right: () => ({ roomId, hostToken: 'x' }), optional: [] },
  vote: { right: () => ({ roomId, vote: '5', round: 1, confidence: 'sure' }), optional: ['round', 'confidence'] },
  giveReason: { right: () => ({ roomId, round: 1, text: 'É só mostrar.' }), optional: [] },
  writingReason: { right: () => ({ roomId, round: 1, writing: true }), optional: [] },
  changeAvatar: { right: () => ({ roomId, avatar: 'lua' }), optional: [], nullable: ['avatar'] },
  readHistory: { right: () => ({ roomId, before: 2 }), optional: ['before'] },
  deleteHistory: { right: () => ({ roomId }), optional: [] },
  revealVotes: { right: () => ({ roomId, round: 1 }), optional: ['round'] },
  resetVoting: { right: () => ({ roomId }), optional: [] },
  chatMessage: { right: () => ({ roomId, message: 'oi', key: 'a' }), optional: ['key'] },
  selectTask: { right: () => ({ roomId, task: { title: 'Pix' } }), optional: [], nullable: ['task'] },
  updateRoom: {
    right: () => ({ roomId, roomName: 'Sala', listed: true, moderatorsOnly: false, autoReveal: true, deck: ['1', '2'] }),
    optional: ['roomName', 'listed', 'moderatorsOnly', 'autoReveal', 'deck'],
  },
  addTasks: { right: () => ({ roomId, card_ids: [1] }), optional: [] },
  removeTask: { right: () => ({ roomId, task_id: 1 }), optional: [] },
  saveEstimate: { right: () => ({ roomId, round: 1, estimate: 5 }), optional: [] },
  nextTask: { right: () => ({ roomId, round: 1, estimate: 5 }), optional: ['estimate'] },
}

const wrongWholes: [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['a number', 5],
  ['an empty text', ''],
  ['a text', 'ABCDEF'],
  ['an array', []],
  ['an array of objects', [{ roomId: 'ABCDEF' }]],
  ['binary', Buffer.from('ABCDEF')],
]
const wrongFields: [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['a fraction', -0.5],
  ['a huge number', 1e308],
  ['an array', []],
  ['an array in an array', [['1', '2']]],
  ['an object', { length: 6, toString: 'ABCDEF' }],
  ['__proto__', proto('"length":6')],
  ['nested 1,000 deep', nested(1000)],
  ['a long text', 'x'.repeat(20_000)],
  ['binary', Buffer.from('ABCDEF')],
]

/** What each field takes although another one would not. */
const flags = ['listed', 'moderatorsOnly', 'observer', 'writing']
const fits = (field: string, value: unknown): boolean => typeof value === 'boolean' && flags.includes(field)

function* mistakes(event: RoomEvent): Generator<[string, unknown]> {
  const { right, optional, nullable = [] } = events[event]
  const fields = Object.keys(right())
  yield* wrongWholes
  if (fields.some((field) => !optional.includes(field))) {
    yield ['empty', {}]
    yield ['nested 1,000 deep', nested(1000)]
    yield ['all in __proto__', proto(JSON.stringify(right()).slice(1, -1))]
    yield ['all in constructor.prototype', { constructor: { prototype: right() } }]
  }
  for (const field of fields) {
    if (!optional.includes(field)) {
      const { [field]: _missing, ...rest } = right()
      yield [`without ${field}`, rest]
    }
    for (const [kind, value] of wrongFields) {
      if (fits(field, value) || (value === null && nullable.includes(field))) continue
      yield [`${field} is ${kind}`, { ...right(), [field]: value }]
    }
  }
}

test('every event has a row in the table of mistakes', () => {
  expect(Object.keys(events).sort()).toEqual(Object.keys(declared).sort())
})

describe.each(Object.keys(events) as RoomEvent[])('%s', (event) => {
  test('with a wrong payload is refused in Portuguese, in the acknowledgement or as error, and nobody notices', async () => {
    for (const client of [seated, stranger]) {
      for (const some of inTens([...mistakes(event)])) {
        const answers = await Promise.all(some.map(([, payload]) => answer(client, event, payload)))
        for (const [i, { error }] of answers.entries()) expect([some[i]?.[0], portuguese.has(error ?? '')]).toEqual([some[i]?.[0], true])
        const told = errors(client, some.length)
        for (const [, payload] of some) emit(client, event, payload)
        expect(await told).toEqual(answers.map(({ error }) => error))
      }
    }
    await expectNothingHappened()
  })

  test('without a payload, with an acknowledgement only, or with the payload in a later place is refused', async () => {
    if (event === 'createRoom') return
    const shapes = [[], [undefined], [null, events[event].right()], Array.from({ length: 10 }, (_, i) => i)]
    for (const args of shapes) {
      expect(portuguese.has((await answer(seated, event, ...args)).error ?? '')).toBe(true)
      const told = seated.next('error')
      emit(seated, event, ...args)
      expect(portuguese.has((await told).message)).toBe(true)
    }
    await expectNothingHappened()
  })
})

const roomEvents = (Object.keys(events) as RoomEvent[]).filter((event) => declared[event].who !== 'anybody')

describe('a right payload at the wrong time or place', () => {
  test.each(roomEvents)('before joining asks to join first: %s', async (event) => {
    for (const room of [roomId, otherRoom, 'ZZZZZZ', 'constructor']) {
      expect(await answer(stranger, event, { ...events[event].right(), roomId: room, userName: 'Ana' })).toMatchObject({
        error: texts.joinFirst,
      })
    }
    await expectNothingHappened()
  })

  test.each(roomEvents)('for a room where one does not sit changes neither room: %s', async (event) => {
    for (const room of [otherRoom, 'ZZZZZZ', '', '__proto__', `${roomId}x`, "' or 1=1 --"]) {
      expect(await answer(seated, event, { ...events[event].right(), roomId: room })).toMatchObject({ error: texts.otherRoom })
    }
    await expectNothingHappened()
  })

  test('joining or checking a room that is not there says so', async () => {
    for (const room of [
      'ZZZZZZ',
      '',
      'ABC',
      'ABCDEFG',
      '__proto__',
      '%',
      "' or 1=1 --",
      '\u0000\u0000\u0000\u0000\u0000\u0000',
      'ÁÉÍÓÚÇ',
    ]) {
      for (const more of [{}, { userRole: 'collaborator', avatar: 'sol' }]) {
        expect(await answer(stranger, 'joinRoom', { roomId: room, userName: 'Eva', ...more })).toMatchObject({ error: texts.roomInactive })
      }
    }
    await expectNothingHappened()
  })

  test("leaving under someone else's name takes nobody off the table", async () => {
    for (const payload of [
      { roomId, userName: 'Ana' },
      { roomId: otherRoom, userName: 'Ana' },
    ]) {
      expect(await answer(stranger, 'leaveRoom', payload)).toEqual({ ok: true })
    }
    expect(await answer(seated, 'leaveRoom', { roomId: otherRoom, userName: 'Ana' })).toEqual({ ok: true })
    await expectNothingHappened()
  })

  test('what only the moderator changes stays as it is', async () => {
    expect(await answer(seated, 'updateRoom', events.updateRoom.right())).toMatchObject({ error: texts.moderatorsOnly })
    await expectNothingHappened()
  })

  test('names, messages, cards and decks beyond their limits are refused', async () => {
    const wrong: [RoomEvent, Record<string, unknown>, string][] = [
      ['joinRoom', { roomId, userName: '', userRole: 'guest' }, texts.userNameRequired],
      ['joinRoom', { roomId, userName: ' \n\u0000 ', userRole: 'guest' }, texts.userNameRequired],
      ['joinRoom', { roomId, userName: 'x'.repeat(101), userRole: 'guest' }, texts.payloadInvalid],
      ['chatMessage', { roomId, message: 'x'.repeat(501) }, texts.messageTooLong],
      ['chatMessage', { roomId, message: 'oi', key: 'x'.repeat(41) }, texts.payloadInvalid],
      ['chatMessage', { roomId, message: ' \u0000\u0007\n ' }, texts.messageBlank],
      ['vote', { roomId, vote: '9' }, texts.voteInvalid],
      ['vote', { roomId, vote: '05' }, texts.voteInvalid],
      ['vote', { roomId, vote: 'length' }, texts.voteInvalid],
      ['vote', { roomId, vote: '5', round: 0 }, texts.payloadInvalid],
      ['vote', { roomId, vote: '5', confidence: 'Sure' }, texts.payloadInvalid],
      ['giveReason', { roomId, round: 1, text: ' \u0000\u2028 ' }, texts.reasonBlank],
      ['giveReason', { roomId, round: 1, text: 'x'.repeat(141) }, texts.reasonTooLong],
      ['giveReason', { roomId, round: 1, text: 'cedo' }, texts.reasonLate],
      ['vote', { roomId, vote: '5', round: 2 }, texts.voteLate],
      ...[2 ** 31, Number.MAX_SAFE_INTEGER, 1e308].flatMap((number): [RoomEvent, Record<string, unknown>, string][] => [
        ['vote', { roomId, vote: '5', round: number }, texts.payloadInvalid],
        ['resetVoting', { roomId, round: number }, texts.payloadInvalid],
        ['giveReason', { roomId, round: number, text: 'Pix' }, texts.payloadInvalid],
        ['saveEstimate', { roomId, round: number, estimate: 5 }, texts.payloadInvalid],
        ['nextTask', { roomId, round: number }, texts.payloadInvalid],
        ['revealVotes', { roomId, round: number }, texts.payloadInvalid],
        ['selectTask', { roomId, task: { task_id: number } }, texts.payloadInvalid],
        ['addTasks', { roomId, card_ids: [number] }, texts.payloadInvalid],
        ['removeTask', { roomId, task_id: number }, texts.payloadInvalid],
      ]),
      ['selectTask', { roomId, task: { title: ' \u2028 ' } }, texts.payloadInvalid],
      ['selectTask', { roomId, task: { title: 'x'.repeat(201) } }, texts.payloadInvalid],
      ...(
        [
          [cards(1), texts.deckFew],
          [cards(21), texts.deckMany],
          [cards(2500), texts.deckMany],
          [['1', '1'], texts.deckTwice],
          [['1', ' 1 '], texts.deckTwice],
          [['1', ''], texts.payloadInvalid],
          [['1', 'x'.repeat(5)], texts.deckLong],
          [[1, 2], texts.payloadInvalid],
        ] as const
      ).flatMap(([deck, text]): [RoomEvent, Record<string, unknown>, string][] => [
        ['createRoom', { deck }, text],
        ['createRoom', { lastDeck: deck }, text],
      ]),
      ['createRoom', { roomName: 'x'.repeat(61) }, texts.payloadInvalid],
    ]
    for (const [event, payload, text] of wrong)
      expect([event, payload, await answer(seated, event, payload)]).toEqual([event, payload, { error: text, id: expect.any(String) }])
    await expectNothingHappened()
  })
})

describe('an unknown event', () => {
  test.each([
    'nada',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'error',
    'auth_error',
    'userJoined',
    'votesRevealed',
    'roomChanged',
    'connection',
    'message',
    '',
    'x'.repeat(5000),
    7,
  ])('is refused like a wrong payload: %s', async (name) => {
    for (const client of [seated, stranger]) {
      expect(await answer(client, name, { roomId, votes: [] })).toMatchObject({ error: texts.payloadInvalid })
      const told = client.next('error')
      emit(client, name)
      expect(await told).toEqual({ message: texts.payloadInvalid })
    }
    await expectNothingHappened()
  })
})

describe('forged secrets', () => {
  test("a guessed secret gives a guest's own new seat, never another person's, and no moderator", async () => {
    const eva = await connect()
    const room = await openRoom(eva)
    await eva.join(room.roomId, 'Eva', { hostToken: room.hostToken })
    const leo = await connect()
    const forged = ['x', eva.seatToken?.slice(0, -1), `${eva.seatToken}=`, seated.seatToken, bystander.seatToken, room.roomId]
    const ids = new Set([eva.participantId])
    for (const secret of forged) {
      const { ack } = await (await connect()).join(room.roomId, 'Eva', { seatToken: secret, hostToken: secret })
      expect(ack.role).toBe('participant')
      expect(ack.userName).not.toBe('Eva')
      expect(ids.has(ack.participantId ?? 0)).toBe(false)
      ids.add(ack.participantId ?? 0)
    }
    const { ack } = await leo.join(room.roomId, 'Leo', { seatToken: eva.seatToken?.toUpperCase() })
    expect(ids.has(ack.participantId ?? 0)).toBe(false)
    expect(bystander.received).toEqual([])
  })

  test('a forged session is told so, ended, and stores nothing', async () => {
    for (const token of ['x', 'x'.repeat(20_000), { token: 'x' }, [], 5, true]) {
      const forger = new RoomClient(server.url(), { token: token as string })
      const ended = once(forger.socket as never, 'disconnect')
      emit(forger, 'joinRoom', { roomId, userName: 'Ana', userRole: 'guest' })
      expect(await forger.next('auth_error')).toEqual({ message: texts.authError })
      await ended
    }
    await expectNothingHappened()
  })
})

test('fields that no event knows change nothing about it', async () => {
  const eva = await connect()
  const { roomId: own } = await openRoom(eva, { id: 1, code: roomId, host_token_hash: 'x', ...(proto('"listed":false') as object) })
  expect(own).not.toBe(roomId)
  const { ack } = await eva.join(own, 'Eva', { participantId: bystander.participantId, role: 'moderator', isAdmin: true })
  expect(ack).toMatchObject({ role: 'participant', userName: 'Eva' })
  expect(ack.participantId).not.toBe(bystander.participantId)
  eva.leave()
})
