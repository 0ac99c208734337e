import { averageOf } from '@rodada/contract/rooms/results'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const names = ['Ana', 'Bia', 'Caio'] as const
const person = fc.nat({ max: names.length - 1 })
const card = fc.constantFrom('1', '2', '3', '5', '8')

const step = fc.oneof(
  fc.record({ do: fc.constant('join' as const), who: person }),
  fc.record({
    do: fc.constant('vote' as const),
    who: person,
    card,
    round: fc.constantFrom('current' as const, 'past' as const, 'none' as const),
  }),
  fc.record({ do: fc.constant('reveal' as const), who: person }),
  fc.record({ do: fc.constant('reset' as const), who: person }),
  fc.record({ do: fc.constant('leave' as const), who: person }),
  fc.record({ do: fc.constant('drop' as const), who: person }),
  fc.record({ do: fc.constant('task' as const), who: person, title: fc.constantFrom('Pix', 'Boleto') }),
  fc.record({ do: fc.constant('say' as const), who: person }),
  fc.record({ do: fc.constant('stranger' as const), card }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What a room should be, in a few lines: the server is compared with it after every step. */
class Model {
  round = 1
  revealed = false
  task: string | null = null
  said = 0
  seats = new Map<string, { connected: boolean; vote: string | null }>()

  seated = (name: string) => this.seats.get(name)?.connected === true
  votes = () => [...this.seats].flatMap(([name, { vote }]) => (vote === null ? [] : [{ userName: name, vote }]))
}

/** Does one step on the real room and on the model, and checks the answer against what the model allows. */
async function take(model: Model, room: string, clients: Map<string, RoomClient>, watcher: RoomClient, action: Step): Promise<void> {
  const name = 'who' in action ? (names[action.who] ?? 'Ana') : ''
  const client = clients.get(name)
  const seat = model.seats.get(name)
  const outcome = async (
    event: 'vote' | 'revealVotes' | 'resetVoting' | 'selectTask' | 'chatMessage',
    payload: object,
    allowed: boolean,
  ) => {
    if (!client) return false
    const ack = await client.send(event, { roomId: room, ...payload })
    expect(ack).toEqual(allowed ? { ok: true } : { error: expect.any(String), id: expect.any(String) })
    return allowed
  }

  if (action.do === 'join') {
    const socket = client ?? (await new RoomClient(server.url()).ready())
    const previous = tokens.get(socket) ?? saved.get(room + name)
    const { ack } = await socket.join(room, name, previous ? { seatToken: previous } : {})
    saved.set(room + name, ack.seatToken ?? '')
    tokens.set(socket, ack.seatToken ?? '')
    clients.set(name, socket)
    if (seat) seat.connected = true
    else model.seats.set(name, { connected: true, vote: null })
    expect(ack.vote).toBe(model.seats.get(name)?.vote)
  } else if (action.do === 'vote') {
    const round = action.round === 'none' ? undefined : action.round === 'current' ? model.round : model.round - 1 || undefined
    const open = model.seated(name) && !model.revealed && (round === undefined || round === model.round)
    if ((await outcome('vote', { vote: action.card, round }, open)) && seat) seat.vote = action.card
  } else if (action.do === 'reveal') {
    if (await outcome('revealVotes', {}, model.seated(name))) model.revealed = true
  } else if (action.do === 'reset') {
    if (await outcome('resetVoting', {}, model.seated(name))) {
      model.round += 1
      model.revealed = false
      for (const other of model.seats.values()) other.vote = null
    }
  } else if (action.do === 'task') {
    if (await outcome('selectTask', { task: { title: action.title } }, model.seated(name))) model.task = action.title
  } else if (action.do === 'say') {
    if (await outcome('chatMessage', { message: 'oi' }, model.seated(name))) model.said += 1
  } else if (action.do === 'leave') {
    if (!client) return
    expect(await client.send('leaveRoom', { roomId: room })).toEqual({ ok: true })
    if (!model.seated(name)) return
    model.seats.delete(name)
    saved.delete(room + name)
    tokens.delete(client)
  } else if (action.do === 'drop') {
    if (!client) return
    const away = model.seated(name)
      ? watcher.people((people) => people.some((other) => other.name === name && !other.connected))
      : undefined
    client.leave()
    clients.delete(name)
    await away
    if (seat) seat.connected = false
  } else {
    const stranger = await new RoomClient(server.url()).ready()
    expect(await stranger.send('vote', { roomId: room, userName: 'Ana', vote: action.card })).toHaveProperty('error')
    expect(await stranger.send('revealVotes', { roomId: room })).toHaveProperty('error')
    stranger.leave()
  }
}

const tokens = new Map<RoomClient, string>()
const saved = new Map<string, string>()

test('whatever several people do in whatever order, the room stays what a simple model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const watcher = await new RoomClient(server.url()).ready()
      const { roomId } = await openRoom(watcher)
      await watcher.join(roomId, 'Observador')
      const model = new Model()
      const clients = new Map<string, RoomClient>()
      try {
        for (const action of steps) {
          await take(model, roomId, clients, watcher, action)
          const { snapshot, chat } = await watcher.join(roomId, 'Observador', { seatToken: watcher.seatToken })
          const people = snapshot.users.filter((user) => user.name !== 'Observador')
          expect(new Map(people.map((user) => [user.name, { connected: user.connected, hasVoted: user.hasVoted }]))).toEqual(
            new Map([...model.seats].map(([name, { connected, vote }]) => [name, { connected, hasVoted: vote !== null }])),
          )
          expect(snapshot.isRevealed).toBe(model.revealed)
          expect(snapshot.room.round).toBe(model.round)
          expect(snapshot.selectedTask?.title ?? null).toBe(model.task)
          expect(chat).toHaveLength(model.said)
          const shown = snapshot.votes.map(({ userName, vote }) => ({ userName, vote }))
          if (!model.revealed) expect(shown).toEqual([])
          else {
            // A person who left after the reveal is no longer at the table, but the round keeps their card.
            expect(shown).toEqual(expect.arrayContaining(model.votes()))
            expect(snapshot.average).toBe(averageOf(shown.map(({ vote }) => vote)))
          }
        }
      } finally {
        watcher.leave()
        for (const client of clients.values()) client.leave()
      }
    }),
    { numRuns: 30 },
  )
})
