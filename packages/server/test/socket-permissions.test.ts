import { boardEvents } from '@rodada/contract/boards/events'
import { type RoomEvent, roomEvents } from '@rodada/contract/rooms/room-events'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectedStatus, type Need, type Person, people, type Scene, type Visibility } from './board-rules.ts'
import { type BoardScenes, openBoardScenes, revisionOf, tokenOf, visibilities } from './board-scene.ts'
import { makeCard } from './boards.ts'
import { openRoom, RoomClient } from './room-client.ts'

/** A board, and a room where one of its cards was voted on. */
type Stage = Scene & { roomId: string }

let stop: BoardScenes['stop']
const stages = {} as Record<Visibility, Stage>
const open: RoomClient[] = []

beforeAll(async () => {
  const { server, scenes, stop: end } = await openBoardScenes()
  stop = end
  for (const visibility of visibilities) {
    const scene = scenes[visibility]
    const host = await new RoomClient(server.url(), { token: scene.accounts['board admin'].token }).ready()
    const { roomId } = await openRoom(host, { card_ids: [(await newCard(scene)).id] })
    await host.join(roomId, 'Host')
    for (const [event, more] of [
      ['vote', { vote: '5' }],
      ['revealVotes', {}],
    ] as const)
      expect(await host.send(event, { roomId, ...more })).toEqual({ ok: true })
    host.leave()
    stages[visibility] = { ...scene, roomId }
  }
})
afterEach(() => {
  for (const client of open.splice(0)) client.leave()
})
afterAll(() => stop())

const newCard = (scene: Scene) => makeCard(scene.server, scene.accounts['board admin'], scene.board)

type Row = {
  /** As of a call; with 'nothing', everybody is answered alike, also without a session. */
  need: Need | 'nothing'
  payload: (stage: Stage) => Promise<object>
  /** What somebody without a session is told, and what somebody with one. */
  refused?: [string, string]
  /** Whether it is sent from a seat in the room. */
  seated?: boolean
}
const board = async ({ board: { id } }: Stage) => ({ boardId: id })

/** What every event asks of a board, decided here a second time. null: it is about no board. A new event needs a row. */
const rows: Record<string, Row | null> = {
  watchBoard: { need: 'read', payload: board, refused: [texts.unauthorized, texts.boardGone] },
  unwatchBoard: { need: 'nothing', payload: board },
  watchOverview: { need: 'session', payload: async () => ({}), refused: [texts.unauthorized, ''] },
  unwatchOverview: { need: 'session', payload: async () => ({}), refused: [texts.unauthorized, ''] },
  createRoom: {
    need: 'read',
    payload: async (stage) => ({ card_ids: [(await newCard(stage)).id] }),
    refused: [texts.signInForTasks, texts.cardsElsewhere],
  },
  addTasks: {
    need: 'read',
    payload: async (stage) => ({ roomId: stage.roomId, card_ids: [(await newCard(stage)).id] }),
    refused: [texts.signInForTasks, texts.cardsElsewhere],
    seated: true,
  },
  saveEstimate: {
    need: 'write',
    payload: async ({ roomId }) => ({ roomId, round: 1, estimate: 5 }),
    refused: [texts.signInForTasks, texts.estimateForbidden],
    seated: true,
  },
  joinRoom: null,
  leaveRoom: null,
  removeParticipant: null,
  makeModerator: null,
  observe: null,
  nudge: null,
  startTimer: null,
  pauseTimer: null,
  addTime: null,
  stopTimer: null,
  stopReveal: null,
  cancelRoom: null,
  vote: null,
  giveReason: null,
  writingReason: null,
  changeAvatar: null,
  // record.test.ts has each role.
  readHistory: null,
  deleteHistory: null,
  revealVotes: null,
  resetVoting: null,
  // Its rights are those of resetVoting and of saveEstimate: next-task.test.ts has each role.
  nextTask: null,
  chatMessage: null,
  selectTask: null,
  updateRoom: null,
  removeTask: null,
}

test('every event of the contract has a row, and no row is left over', () => {
  const events = { ...boardEvents, ...roomEvents }
  expect(Object.keys(rows).sort()).toEqual(Object.keys(events).sort())
})

/** 'ok', or what this person is told. */
async function attempt(stage: Stage, who: Person, event: string, { payload, seated }: Row): Promise<string> {
  const token = tokenOf(stage, who)
  const client = new RoomClient(stage.server.url(), token === undefined ? {} : { token })
  open.push(client)
  // Whose session is over has no socket at all.
  if (who === 'deactivated member') return (await client.next('auth_error')).message
  await client.ready()
  if (seated) await client.join(stage.roomId, who)
  const sent = await payload(stage)
  const before = await revisionOf(stage)
  const ack = await client.send(event as 'addTasks', sent)
  if (typeof ack.error !== 'string') return 'ok'
  expect(await revisionOf(stage)).toBe(before)
  return ack.error
}

function expectedAnswer({ need, refused = ['', ''] }: Row, visibility: Visibility, who: Person): string {
  if (who === 'deactivated member') return texts.authError
  if (need === 'nothing' || expectedStatus(need, visibility, who) === 200) return 'ok'
  return refused[who === 'no token' ? 0 : 1]
}

const ofBoards = Object.entries(rows).flatMap(([event, row]) => (row ? [{ event, row }] : []))

describe.each(visibilities)('of a %s board', (visibility) => {
  test.each(ofBoards)('$event is answered as the table says, and a refusal changes nothing', async ({ event, row }) => {
    const answers: [Person, string][] = []
    for (const who of people) answers.push([who, await attempt(stages[visibility], who, event, row)])
    expect(answers).toEqual(people.map((who) => [who, expectedAnswer(row, visibility, who)]))
  })
})

describe('of a room that its moderator steers', () => {
  const payloads: Partial<Record<RoomEvent, Record<string, unknown>>> = {
    revealVotes: { round: 1 },
    resetVoting: { round: 1 },
    nextTask: { round: 1 },
    removeTask: { task_id: 1 },
    updateRoom: { roomName: 'Outra' },
    removeParticipant: { participantId: 1 },
    makeModerator: { participantId: 1 },
    observe: { observer: true },
    nudge: {},
    startTimer: { seconds: 60 },
    pauseTimer: {},
    addTime: { seconds: 60 },
    stopTimer: {},
    stopReveal: {},
    vote: { vote: '5', round: 1 },
    giveReason: { round: 1, text: 'É só mostrar.' },
    writingReason: { round: 1, writing: true },
    changeAvatar: { avatar: 'lua' },
    readHistory: {},
    deleteHistory: {},
    chatMessage: { message: 'oi' },
    selectTask: { task: { title: 'Pix' } },
    addTasks: { card_ids: [1] },
    saveEstimate: { round: 1, estimate: 5 },
  }
  const declared = Object.entries(roomEvents).flatMap(([event, { who }]) =>
    who === 'seat' || who === 'steer' || who === 'moderator' ? [{ event: event as RoomEvent, who }] : [],
  )

  test.each(declared)('$event is for whom its declaration says: $who', async ({ event, who }) => {
    const { server } = stages.public
    const host = await new RoomClient(server.url()).ready()
    const { roomId, hostToken } = await openRoom(host)
    await host.join(roomId, 'Host', { hostToken })
    expect(await host.send('updateRoom', { roomId, moderatorsOnly: true })).toEqual({ ok: true })
    const guest = await new RoomClient(server.url()).ready()
    open.push(host, guest)
    await guest.join(roomId, 'Convidada')
    const ask = async (client: RoomClient) => (await client.send(event, { roomId, ...payloads[event] })).error
    const refused = (await ask(guest)) === texts.moderatorsOnly
    expect(refused).toBe(who !== 'seat')
    // A payload of another time or card may be refused, but not for who sends it.
    expect(await ask(host)).not.toBe(texts.moderatorsOnly)
  })

  test('every event that needs a seat is tried', () => {
    expect(Object.keys(payloads).sort()).toEqual(declared.map(({ event }) => event).sort())
  })
})
