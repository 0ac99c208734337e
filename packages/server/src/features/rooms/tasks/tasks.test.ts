import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { roomTasksApi } from '@rodada/contract/rooms/tasks'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { addToBoard, makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { LiveClient } from '../../../../test/live-client.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'
import { endSprint, makeSprint, makeTask, readSprint } from '../../../../test/sprints.ts'

let server: TestServer
let team: Team
const open: RoomClient[] = []

beforeAll(async () => {
  server = await startServer()
  await register(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  for (const client of open.splice(0)) client.leave()
  team = await makeTeam(server)
})

/** A person with a seat; without an account when none is given. */
async function seat(roomId: string, name: string, account?: Account): Promise<RoomClient> {
  const client = await connect(account)
  await client.join(roomId, name)
  return client
}

async function connect(account?: Account): Promise<RoomClient> {
  const client = await new RoomClient(server.url(), account && { token: account.token }).ready()
  open.push(client)
  return client
}

/** A room with Bia, who is a member of the board, and Zeca, who has no account. */
async function room() {
  const { roomId } = await openRoom(await connect())
  return { roomId, bia: await seat(roomId, 'Bia', team.member), zeca: await seat(roomId, 'Zeca') }
}

/** A finished round on the task that lies on the table. */
async function vote(roomId: string, ...voters: [RoomClient, string][]): Promise<void> {
  for (const [client, card] of voters) expect(await client.send('vote', { roomId, vote: card })).toEqual({ ok: true })
  expect(await voters[0]?.[0].send('revealVotes', { roomId })).toEqual({ ok: true })
}

const estimateOf = async (cardId: number) => ok(await server.call(cardsApi.get, { token: team.admin.token, params: { cardId } })).estimate
const history = async (cardId: number, who: Account = team.admin) =>
  server.call(roomTasksApi.estimates, { token: who.token, params: { cardId } })
const behind = async (roomId: string, who: Account) => ok(await server.call(roomTasksApi.list, { token: who.token, params: { roomId } }))

describe('bringing cards to the table', () => {
  test('tells everybody their titles in order, puts the first on the table, and brings each once', async () => {
    const { roomId, bia, zeca } = await room()
    const [first, second] = [
      await makeCard(server, team.admin, team.board, 'Pix'),
      await makeCard(server, team.admin, team.board, 'Boleto'),
    ]
    const told = zeca.next('tasksChanged')
    const chosen = zeca.next('taskSelected')
    expect(await bia.send('addTasks', { roomId, card_ids: [second.id, first.id, second.id] })).toEqual({ ok: true })
    const { tasks } = await told
    expect(tasks.map(({ title, estimate }) => [title, estimate])).toEqual([
      ['Boleto', null],
      ['Pix', null],
    ])
    // Nothing of the card but its title.
    expect(Object.keys(tasks[0] ?? {}).sort()).toEqual(['estimate', 'id', 'title'])
    expect((await chosen).selectedTask).toEqual({ title: 'Boleto', task_id: tasks[0]?.id })

    await bia.send('addTasks', { roomId, card_ids: [first.id] })
    const { snapshot } = await (await connect()).join(roomId, 'Davi')
    expect(snapshot.tasks).toEqual(tasks)
    expect(snapshot.selectedTask).toEqual({ title: 'Boleto', task_id: tasks[0]?.id })
  })

  test('needs an account that sees every one of them', async () => {
    const { roomId, bia, zeca } = await room()
    const card = await makeCard(server, team.admin, team.board)
    const other = await makeTeam(server)
    const hidden = await makeCard(server, other.admin, other.board)
    const archived = await makeCard(server, team.admin, team.board)
    ok(await server.call(cardsApi.archive, { token: team.admin.token, params: { cardId: archived.id } }))

    expect(await zeca.send('addTasks', { roomId, card_ids: [card.id] })).toMatchObject({ error: texts.signInForTasks })
    for (const foreign of [hidden.id, archived.id, 2_000_000_000])
      expect(await bia.send('addTasks', { roomId, card_ids: [card.id, foreign] })).toMatchObject({ error: texts.cardsElsewhere })
    expect((await (await connect()).join(roomId, 'Davi')).snapshot.tasks).toEqual([])

    const guest = await seat(roomId, 'Caio', team.guest)
    expect(await guest.send('addTasks', { roomId, card_ids: [card.id] })).toEqual({ ok: true })
  })

  test('one after another is told together: the first at once, the last for certain, and few lists in between', async () => {
    const { roomId, bia, zeca } = await room()
    const titles = Array.from({ length: 20 }, (_, n) => `Cartão ${n}`)
    const cards = []
    for (const title of titles) cards.push(await makeCard(server, team.admin, team.board, title))
    const lists: string[][] = []
    zeca.socket.on('tasksChanged', ({ tasks }) => lists.push(tasks.map(({ title }) => title)))
    const last = zeca.next('tasksChanged', ({ tasks }) => tasks.length === titles.length)
    const began = performance.now()
    const answers = await Promise.all(cards.map(({ id }) => bia.send('addTasks', { roomId, card_ids: [id] })))
    expect(answers).toEqual(titles.map(() => ({ ok: true })))
    await last
    // A timer may be a millisecond early.
    const most = 1 + (performance.now() - began) / 99
    expect(lists[0]).toEqual(titles.slice(0, 1))
    expect(lists.at(-1)).toEqual(titles)
    expect(lists.length).toBeLessThanOrEqual(most)
  })

  test('ends at a hundred', async () => {
    const { roomId, bia } = await room()
    const cards = await Promise.all(Array.from({ length: 101 }, (_, n) => makeCard(server, team.admin, team.board, `Cartão ${n}`)))
    const ids = cards.map(({ id }) => id)
    expect(await bia.send('addTasks', { roomId, card_ids: ids.slice(0, 60) })).toEqual({ ok: true })
    expect(await bia.send('addTasks', { roomId, card_ids: ids.slice(60) })).toMatchObject({ error: texts.tooManyRoomTasks })
    expect(await bia.send('addTasks', { roomId, card_ids: ids.slice(60, 100) })).toEqual({ ok: true })
  })

  test('a room can be opened with them, by a person who sees them', async () => {
    const card = await makeCard(server, team.admin, team.board, 'Pix')
    const anonymous = await connect()
    expect(await anonymous.send('createRoom', { card_ids: [card.id] })).toMatchObject({ error: texts.signInForTasks })
    const stranger = await connect(team.stranger)
    expect(await stranger.send('createRoom', { card_ids: [card.id] })).toMatchObject({ error: texts.cardsElsewhere })

    const { roomId } = await openRoom(await connect(team.member), { card_ids: [card.id] })
    const { snapshot } = await (await connect()).join(roomId, 'Davi')
    expect(snapshot.tasks.map(({ title }) => title)).toEqual(['Pix'])
    expect(snapshot.selectedTask?.title).toBe('Pix')
    expect(snapshot.room.listed, 'no passer-by finds it and reads the titles').toBe(false)
  })
})

test('a listed room leaves the list with the first cards, which a passer-by could read, and who moderates may put it back', async () => {
  const host = await connect(team.member)
  const { roomId, hostToken } = await openRoom(host)
  await host.join(roomId, 'Bia', { hostToken })
  const zeca = await seat(roomId, 'Zeca')
  const [pix, boleto] = [await makeCard(server, team.admin, team.board, 'Pix'), await makeCard(server, team.admin, team.board, 'Boleto')]
  const hidden = zeca.next('roomUpdated')
  await host.send('addTasks', { roomId, card_ids: [pix.id] })
  expect((await hidden).listed).toBe(false)

  await host.send('updateRoom', { roomId, listed: true })
  await host.send('addTasks', { roomId, card_ids: [boleto.id] })
  const { snapshot } = await (await connect()).join(roomId, 'Davi')
  expect(snapshot.tasks.map(({ title }) => title)).toEqual(['Pix', 'Boleto'])
  expect(snapshot.room.listed).toBe(true)
})

describe('what is behind a task', () => {
  test('is shown to those who see the card, with the right to write it, and to nobody else', async () => {
    const { roomId, bia } = await room()
    const card = await makeCard(server, team.admin, team.board, 'Pix', 0, { description: 'Só nossa' })
    await bia.send('addTasks', { roomId, card_ids: [card.id] })
    expect(await behind(roomId, team.member)).toMatchObject([{ card_id: card.id, description: 'Só nossa', can: { write: true } }])
    expect(await behind(roomId, team.guest)).toMatchObject([{ card_id: card.id, can: { write: false } }])
    expect(await behind(roomId, team.stranger)).toEqual([])

    const params = { boardId: team.board.id, userId: team.member.user.id }
    ok(await server.call(boardsApi.removeMember, { token: team.admin.token, params }))
    expect(await behind(roomId, team.member)).toEqual([])
  })
})

describe('choosing and taking away', () => {
  test('one of the tasks, a typed title, nothing; what is gone cannot be chosen', async () => {
    const { roomId, bia, zeca } = await room()
    const ids = [(await makeCard(server, team.admin, team.board, 'Pix')).id, (await makeCard(server, team.admin, team.board, 'Boleto')).id]
    const told = zeca.next('tasksChanged')
    // The first goes on the table by itself; heard before anything else is chosen.
    const first = bia.next('taskSelected')
    await bia.send('addTasks', { roomId, card_ids: ids })
    const [pix, boleto] = (await told).tasks
    await first
    const chosen = async (task: object | null) => {
      const heard = bia.next('taskSelected')
      expect(await zeca.send('selectTask', { roomId, task })).toEqual({ ok: true })
      return (await heard).selectedTask
    }
    expect(await chosen({ task_id: boleto?.id })).toEqual({ title: 'Boleto', task_id: boleto?.id })
    expect(await chosen({ title: 'Outra coisa' })).toEqual({ title: 'Outra coisa', task_id: null })
    expect(await chosen(null)).toBeNull()
    expect(await chosen({ task_id: pix?.id })).toEqual({ title: 'Pix', task_id: pix?.id })

    expect(await zeca.send('removeTask', { roomId, task_id: pix?.id }), 'a guest takes nothing away').toMatchObject({
      error: texts.moderatorsOnly,
    })
    const cleared = zeca.next('taskSelected')
    expect(await bia.send('removeTask', { roomId, task_id: pix?.id })).toEqual({ ok: true })
    expect((await cleared).selectedTask).toBeNull()
    expect(await zeca.send('selectTask', { roomId, task: { task_id: pix?.id } })).toMatchObject({ error: texts.roomTaskGone })
    expect((await (await connect()).join(roomId, 'Davi')).snapshot.tasks.map(({ title }) => title)).toEqual(['Boleto'])
  })

  test("another room's task is as absent", async () => {
    const [here, there] = [await room(), await room()]
    const told = there.zeca.next('tasksChanged')
    await there.bia.send('addTasks', { roomId: there.roomId, card_ids: [(await makeCard(server, team.admin, team.board)).id] })
    const task_id = (await told).tasks[0]?.id
    expect(await here.bia.send('selectTask', { roomId: here.roomId, task: { task_id } })).toMatchObject({ error: texts.roomTaskGone })
    await here.bia.send('removeTask', { roomId: here.roomId, task_id })
    expect((await (await connect()).join(there.roomId, 'Davi')).snapshot.tasks).toHaveLength(1)
  })
})

describe('saving an estimate', () => {
  test('writes the card that was voted on, keeps the votes, and tells the room and the board', async () => {
    const { roomId, bia, zeca } = await room()
    const card = await makeCard(server, team.admin, team.board, 'Pix')
    await bia.send('addTasks', { roomId, card_ids: [card.id] })
    const watcher = await new LiveClient(server.url(), team.admin.token).ready()
    await watcher.send('watchBoard', { boardId: team.board.id })
    await vote(roomId, [bia, '5'], [zeca, '8'])
    // Whatever goes on the table afterwards was not voted on.
    await zeca.send('selectTask', { roomId, task: { title: 'Outra' } })

    const estimated = zeca.next('tasksChanged', ({ tasks }) => tasks.some(({ estimate }) => estimate !== null))
    const [told, changed] = [estimated, watcher.next('boardChanged')]
    expect(await bia.send('saveEstimate', { roomId, round: 1, estimate: 6.5 })).toEqual({ ok: true })
    expect((await told).tasks).toMatchObject([{ title: 'Pix', estimate: 6.5 }])
    expect(await changed).toMatchObject({ boardId: team.board.id })
    watcher.leave()
    expect(await estimateOf(card.id)).toBe(6.5)
    expect(ok(await history(card.id))).toMatchObject([
      {
        estimate: 6.5,
        average: '6.5',
        room_name: 'Nova Sala',
        user: { id: team.member.user.id },
        votes: [
          { name: 'Bia', vote: '5' },
          { name: 'Zeca', vote: '8' },
        ],
      },
    ])
  })

  test('only a person who may write the card does it, not the one who brought it', async () => {
    const { roomId, bia, zeca } = await room()
    const card = await makeCard(server, team.admin, team.board)
    await bia.send('addTasks', { roomId, card_ids: [card.id] })
    const guest = await seat(roomId, 'Caio', team.guest)
    const stranger = await seat(roomId, 'Duda', team.stranger)
    await vote(roomId, [bia, '5'], [zeca, '5'])
    const save = (client: RoomClient) => client.send('saveEstimate', { roomId, round: 1, estimate: 5 })
    expect(await save(zeca)).toMatchObject({ error: texts.signInForTasks })
    expect(await save(guest)).toMatchObject({ error: texts.estimateForbidden })
    expect(await save(stranger)).toMatchObject({ error: texts.estimateForbidden })

    const params = { boardId: team.board.id, userId: team.member.user.id }
    ok(await server.call(boardsApi.removeMember, { token: team.admin.token, params }))
    expect(await save(bia)).toMatchObject({ error: texts.estimateForbidden })
    expect(await estimateOf(card.id)).toBeNull()
    expect(ok(await history(card.id))).toEqual([])

    await addToBoard(server, team.admin, team.board.id, team.stranger, 'member')
    expect(await save(stranger)).toEqual({ ok: true })
    expect(await estimateOf(card.id)).toBe(5)
  })

  test('waits for the reveal, ends with the round, and needs a card', async () => {
    const { roomId, bia, zeca } = await room()
    const card = await makeCard(server, team.admin, team.board)
    await bia.send('addTasks', { roomId, card_ids: [card.id] })
    const save = (round: number) => bia.send('saveEstimate', { roomId, round, estimate: 3 })
    expect(await save(1)).toMatchObject({ error: texts.estimateLate })
    await vote(roomId, [bia, '3'], [zeca, '3'])
    expect(await save(2)).toMatchObject({ error: texts.estimateLate })
    await bia.send('resetVoting', { roomId })
    expect(await save(1)).toMatchObject({ error: texts.estimateLate })

    await bia.send('selectTask', { roomId, task: { title: 'Sem cartão' } })
    await vote(roomId, [bia, '3'], [zeca, '3'])
    expect(await save(2)).toMatchObject({ error: texts.estimateOfNothing })
    expect(await estimateOf(card.id)).toBeNull()
  })

  test('again changes what the round left behind, and the voted task stays until it is over', async () => {
    const { roomId, bia, zeca } = await room()
    const card = await makeCard(server, team.admin, team.board)
    const told = zeca.next('tasksChanged')
    await bia.send('addTasks', { roomId, card_ids: [card.id] })
    const task_id = (await told).tasks[0]?.id
    await vote(roomId, [bia, '3'], [zeca, '5'])
    for (const estimate of [3, 5]) expect(await bia.send('saveEstimate', { roomId, round: 1, estimate })).toEqual({ ok: true })
    expect(ok(await history(card.id)).map(({ estimate }) => estimate)).toEqual([5])
    expect(await bia.send('removeTask', { roomId, task_id })).toMatchObject({ error: texts.taskJustVoted })

    await bia.send('resetVoting', { roomId })
    await vote(roomId, [bia, '8'], [zeca, '8'])
    expect(await bia.send('saveEstimate', { roomId, round: 2, estimate: 8 })).toEqual({ ok: true })
    expect(ok(await history(card.id)).map(({ estimate }) => estimate)).toEqual([8, 5])
    await bia.send('resetVoting', { roomId })
    expect(await bia.send('removeTask', { roomId, task_id })).toEqual({ ok: true })
  })

  test('of a card that was deleted meanwhile is refused', async () => {
    const { roomId, bia, zeca } = await room()
    const card = await makeCard(server, team.admin, team.board)
    await bia.send('addTasks', { roomId, card_ids: [card.id] })
    await vote(roomId, [bia, '3'], [zeca, '3'])
    ok(await server.call(cardsApi.remove, { token: team.admin.token, params: { cardId: card.id } }))
    expect(await bia.send('saveEstimate', { roomId, round: 1, estimate: 3 })).toMatchObject({ error: texts.estimateForbidden })
    expect(await behind(roomId, team.member)).toEqual([])
  })

  test('of a card whose board was deleted meanwhile is refused, and nothing else of it is brought or shown', async () => {
    const { roomId, bia, zeca } = await room()
    const [card, other] = [await makeCard(server, team.admin, team.board), await makeCard(server, team.admin, team.board)]
    await bia.send('addTasks', { roomId, card_ids: [card.id] })
    await vote(roomId, [bia, '3'], [zeca, '3'])
    ok(await server.call(boardsApi.remove, { token: team.admin.token, params: { boardId: team.board.id } }))
    expect(await bia.send('saveEstimate', { roomId, round: 1, estimate: 3 })).toMatchObject({ error: texts.estimateForbidden })
    expect(await bia.send('addTasks', { roomId, card_ids: [other.id] })).toMatchObject({ error: texts.cardsElsewhere })
    expect(await behind(roomId, team.member)).toEqual([])
    ok(await server.call(boardsApi.restore, { token: team.admin.token, params: { boardId: team.board.id } }))
    expect(await estimateOf(card.id)).toBeNull()
    expect(await bia.send('saveEstimate', { roomId, round: 1, estimate: 3 })).toEqual({ ok: true })
    expect(await estimateOf(card.id)).toBe(3)
  })

  test('of a card of a sprint counts in its burndown, and no more once the sprint ended', async () => {
    const { roomId, bia, zeca } = await room()
    const sprint = await makeSprint(server, team.admin, team.board)
    const done = (await readSprint(server, team.admin, sprint)).columns[2]?.id
    const task = await makeTask(server, team.admin, sprint, 'Pix', { column_id: done })
    const committed = async () => {
      const params = { sprintId: sprint.id }
      return ok(await server.call(sprintReportsApi.burndown, { token: team.admin.token, params })).data.committed.points
    }
    await bia.send('addTasks', { roomId, card_ids: [task.id] })
    await vote(roomId, [bia, '5'], [zeca, '5'])
    const save = (estimate: number) => bia.send('saveEstimate', { roomId, round: 1, estimate })
    expect(await save(5)).toEqual({ ok: true })
    expect(await committed()).toBe(5)
    await endSprint(server, team.admin, sprint)
    expect(await save(8)).toEqual({ ok: true })
    expect([await estimateOf(task.id), await committed()]).toEqual([8, 5])
  })

  test('the history is for those who see the card', async () => {
    const card = await makeCard(server, team.admin, team.board)
    expect((await history(card.id, team.guest)).status).toBe(200)
    expect((await history(card.id, team.stranger)).status).toBe(404)
  })
})
