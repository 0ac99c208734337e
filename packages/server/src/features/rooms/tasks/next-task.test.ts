import { cardsApi } from '@rodada/contract/cards/card-calls'
import { roomTasksApi } from '@rodada/contract/rooms/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'

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

async function connect(account?: Account): Promise<RoomClient> {
  const client = await new RoomClient(server.url(), account && { token: account.token }).ready()
  open.push(client)
  return client
}

/** Bia, a member of the board, and Zeca, who has no account, with three cards on the table and the first one voted on. */
async function votedRoom(...cards: [string, string]) {
  const opener = await connect()
  const { roomId, hostToken } = await openRoom(opener)
  const [bia, zeca] = [await connect(team.member), await connect()]
  await bia.join(roomId, 'Bia')
  await zeca.join(roomId, 'Zeca')
  const ids: number[] = []
  for (const title of ['Pix', 'Boleto', 'Cartão']) ids.push((await makeCard(server, team.admin, team.board, title)).id)
  const told = zeca.next('tasksChanged')
  await bia.send('addTasks', { roomId, card_ids: ids })
  const { tasks } = await told
  await turn(roomId, bia, zeca, cards)
  return { roomId, hostToken, bia, zeca, ids, tasks }
}

async function turn(roomId: string, bia: RoomClient, zeca: RoomClient, [first, second]: [string, string]): Promise<void> {
  expect(await bia.send('vote', { roomId, vote: first })).toEqual({ ok: true })
  expect(await zeca.send('vote', { roomId, vote: second })).toEqual({ ok: true })
  expect(await bia.send('revealVotes', { roomId })).toEqual({ ok: true })
}

const estimateOf = async (cardId = 0) => ok(await server.call(cardsApi.get, { token: team.admin.token, params: { cardId } })).estimate
/** The room as a person who comes, or comes back, finds it. */
const found = async (roomId: string) => (await (await connect()).join(roomId, 'Davi')).snapshot

test('saving and going on is one step: card, history, next task and next round, told to everybody', async () => {
  const { roomId, bia, zeca, ids, tasks } = await votedRoom('8', '8')
  const [saved, chosen, begun] = [zeca.next('estimateSaved'), zeca.next('taskSelected'), zeca.next('votingReset')]
  expect(await bia.send('nextTask', { roomId, round: 1, estimate: 8 })).toEqual({ ok: true })
  expect(await saved).toEqual({ round: 1, estimate: 8 })
  expect((await chosen).selectedTask).toEqual({ title: 'Boleto', task_id: tasks[1]?.id })
  expect(await begun).toEqual({ round: 2 })
  expect(await estimateOf(ids[0])).toBe(8)
  expect(await found(roomId)).toMatchObject({
    isRevealed: false,
    room: { round: 2 },
    selectedTask: { title: 'Boleto' },
    past: [{ round: 1, agreed: 8, saved: 8 }],
  })
})

test('what was agreed and not saved is told apart, and the next task is never one that lies behind', async () => {
  const { roomId, bia, zeca, ids } = await votedRoom('8', '8')
  expect(await zeca.send('nextTask', { roomId, round: 1 })).toEqual({ ok: true })
  expect(await found(roomId)).toMatchObject({ selectedTask: { title: 'Boleto' }, past: [{ round: 1, agreed: 8, saved: null }] })
  await turn(roomId, bia, zeca, ['1', '8'])
  expect(await bia.send('nextTask', { roomId, round: 2 })).toEqual({ ok: true })
  await turn(roomId, bia, zeca, ['3', '3'])
  expect(await bia.send('nextTask', { roomId, round: 3, estimate: 3 })).toMatchObject({ error: texts.noNextTask })
  expect(await estimateOf(ids[2]), 'all of it or nothing').toBeNull()
  expect(await found(roomId)).toMatchObject({
    isRevealed: true,
    selectedTask: { title: 'Cartão' },
    past: [
      { round: 3, agreed: 3, saved: null },
      { round: 2, agreed: null, saved: null },
      { round: 1, agreed: 8, saved: null },
    ],
  })
})

test('two people who go on at once go on once, and neither is told that something was saved which was not', async () => {
  const { roomId, bia, zeca } = await votedRoom('8', '8')
  const admin = await connect(team.admin)
  await admin.join(roomId, 'Ana')
  const both = await Promise.all([bia, admin].map((client) => client.send('nextTask', { roomId, round: 1, estimate: 8 })))
  expect(both).toEqual([{ ok: true }, { ok: true }])
  expect(await zeca.send('nextTask', { roomId, round: 1 })).toEqual({ ok: true })
  expect(await admin.send('nextTask', { roomId, round: 1, estimate: 5 })).toMatchObject({ error: texts.estimateLate })
  expect(await found(roomId)).toMatchObject({ room: { round: 2 }, selectedTask: { title: 'Boleto' }, past: [{ saved: 8 }] })
})

test('going on needs the right to steer, saving the right to write the card', async () => {
  const { roomId, hostToken, bia, zeca, ids } = await votedRoom('8', '8')
  const moderator = await connect()
  await moderator.join(roomId, 'Mara', { hostToken })
  await moderator.send('updateRoom', { roomId, moderatorsOnly: true })
  const [guest, stranger] = [await connect(team.guest), await connect(team.stranger)]
  await guest.join(roomId, 'Caio')
  await stranger.join(roomId, 'Duda')
  for (const client of [bia, zeca, guest, stranger])
    expect(await client.send('nextTask', { roomId, round: 1, estimate: 8 })).toMatchObject({ error: texts.moderatorsOnly })
  const outsider = await connect(team.admin)
  expect(await outsider.send('nextTask', { roomId, round: 1 })).toMatchObject({ error: texts.joinFirst })

  const going = { roomId, round: 1, estimate: 8 }
  expect(await moderator.send('nextTask', going), 'a moderator without an account').toMatchObject({ error: texts.signInForTasks })
  await moderator.send('updateRoom', { roomId, moderatorsOnly: false })
  for (const client of [guest, stranger]) expect(await client.send('nextTask', going)).toMatchObject({ error: texts.estimateForbidden })
  expect(await found(roomId)).toMatchObject({ isRevealed: true, room: { round: 1 }, past: [{ saved: null }] })
  expect(await bia.send('nextTask', going)).toEqual({ ok: true })
  expect(await estimateOf(ids[0])).toBe(8)
})

test('another task that was put on the table after the reveal is the next one', async () => {
  const { roomId, bia, zeca, tasks } = await votedRoom('8', '8')
  await zeca.send('selectTask', { roomId, task: { task_id: tasks[2]?.id } })
  expect(await bia.send('nextTask', { roomId, round: 1, estimate: 8 })).toEqual({ ok: true })
  expect((await found(roomId)).selectedTask).toEqual({ title: 'Cartão', task_id: tasks[2]?.id })
  expect(ok(await server.call(roomTasksApi.list, { token: team.member.token, params: { roomId } }))[0]).toMatchObject({ estimate: 8 })
})

test('a reveal that comes after its round has ended turns no cards of the next one', async () => {
  const { roomId, bia, zeca } = await votedRoom('8', '8')
  await bia.send('resetVoting', { roomId, round: 1 })
  await zeca.send('vote', { roomId, vote: '3', round: 2 })
  expect(await bia.send('revealVotes', { roomId, round: 1 })).toEqual({ ok: true })
  expect((await found(roomId)).isRevealed).toBe(false)
  expect(await bia.send('revealVotes', { roomId, round: 2 })).toEqual({ ok: true })
  expect((await found(roomId)).isRevealed).toBe(true)
})

test('a message that is sent again after a lost answer is said once, by each person', async () => {
  const { roomId, bia, zeca } = await votedRoom('8', '8')
  for (const client of [bia, bia, zeca]) expect(await client.send('chatMessage', { roomId, message: 'Oi', key: 'k' })).toEqual({ ok: true })
  for (const _ of [1, 2]) await bia.send('chatMessage', { roomId, message: 'Sem nome' })
  const { chat } = await (await connect()).join(roomId, 'Davi')
  expect(chat.map(({ userName, message }) => [userName, message])).toEqual([
    ['Bia', 'Oi'],
    ['Zeca', 'Oi'],
    ['Bia', 'Sem nome'],
    ['Bia', 'Sem nome'],
  ])
})
