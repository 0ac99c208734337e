import { roomTasksApi } from '@rodada/contract/rooms/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeCard, makeTeam, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await register(server)
})
afterAll(() => server.stop())

const connect = (account?: Account) => new RoomClient(server.url(), account && { token: account.token }).ready()
const refused = (error: string) => expect.objectContaining({ error })

/** Ana and Bia, who voted, and Caio, who did not. */
async function votedTable() {
  const [ana, bia, caio] = [await connect(), await connect(), await connect()]
  const { roomId } = await openRoom(ana)
  await ana.join(roomId, 'Ana')
  await bia.join(roomId, 'Bia')
  await caio.join(roomId, 'Caio')
  await ana.send('vote', { roomId, vote: '2' })
  await bia.send('vote', { roomId, vote: '8', confidence: 'sure' })
  return { roomId, ana, bia, caio }
}

/** As who comes now finds the reasons. */
const found = async (roomId: string) => (await (await connect()).join(roomId, 'Davi')).snapshot.reasons

test('a voter says in one line what they saw, everybody hears it, and newcomers find it in the order in which it was said', async () => {
  const { roomId, ana, bia, caio } = await votedTable()
  await ana.send('revealVotes', { roomId })
  const heard = caio.next('reasonGiven')
  expect(await bia.send('giveReason', { roomId, round: 1, text: '  Cada bandeira\narredonda de um jeito.  ' })).toEqual({ ok: true })
  const text = 'Cada bandeira arredonda de um jeito.'
  expect(await heard).toEqual({ round: 1, participantId: bia.participantId, text })
  await ana.send('giveReason', { roomId, round: 1, text: 'É só mostrar.' })
  expect(await found(roomId)).toEqual([
    { participantId: bia.participantId, text },
    { participantId: ana.participantId, text: 'É só mostrar.' },
  ])

  const changed = caio.next('reasonGiven')
  await bia.send('giveReason', { roomId, round: 1, text: '<b>Outra</b> coisa' })
  expect(await changed).toMatchObject({ text: '<b>Outra</b> coisa' })
  expect((await found(roomId)).map((reason) => reason.text)).toEqual(['<b>Outra</b> coisa', 'É só mostrar.'])
})

test('nobody does before the reveal, nor in another round, nor without a vote in it', async () => {
  const { roomId, ana, bia, caio } = await votedTable()
  const say = (client: RoomClient, round: number) => client.send('giveReason', { roomId, round, text: 'É só mostrar.' })
  expect(await say(ana, 1)).toEqual(refused(texts.reasonLate))
  await ana.send('revealVotes', { roomId })
  expect(await say(caio, 1)).toEqual(refused(texts.reasonOfVoters))
  expect(await say(ana, 2)).toEqual(refused(texts.reasonLate))
  expect(await say(ana, 1)).toEqual({ ok: true })
  await bia.send('resetVoting', { roomId })
  expect(await say(ana, 1)).toEqual(refused(texts.reasonLate))
  expect(await say(ana, 2)).toEqual(refused(texts.reasonLate))
  expect(await found(roomId)).toEqual([])
  await ana.send('vote', { roomId, vote: '5' })
  await ana.send('revealVotes', { roomId })
  expect(await found(roomId), 'of the round before').toEqual([])
})

test('a card keeps them with its estimate, before and after it is saved, for the people who see the card', async () => {
  const team = await makeTeam(server)
  const card = await makeCard(server, team.admin, team.board, 'Pix')
  const bia = await connect(team.member)
  const { roomId } = await openRoom(bia, { card_ids: [card.id] })
  await bia.join(roomId, 'Bia')
  const zeca = await connect()
  await zeca.join(roomId, 'Zeca')
  await bia.send('vote', { roomId, vote: '3', confidence: 'unsure' })
  await zeca.send('vote', { roomId, vote: '8' })
  await bia.send('revealVotes', { roomId })
  await zeca.send('giveReason', { roomId, round: 1, text: 'O extrato tem que bater.' })
  expect(await bia.send('saveEstimate', { roomId, round: 1, estimate: 5 })).toEqual({ ok: true })

  const history = (who: Account) => server.call(roomTasksApi.estimates, { token: who.token, params: { cardId: card.id } })
  const name = team.member.user.name
  expect(ok(await history(team.guest))[0]?.votes).toEqual([
    { participant_id: bia.participantId, name, vote: '3', confidence: 'unsure' },
    { participant_id: zeca.participantId, name: 'Zeca', vote: '8', reason: 'O extrato tem que bater.' },
  ])
  expect((await history(team.stranger)).status).toBe(404)

  await bia.send('giveReason', { roomId, round: 1, text: 'É só mostrar.' })
  await zeca.send('giveReason', { roomId, round: 1, text: 'Cada bandeira arredonda de um jeito.' })
  expect(ok(await history(team.admin))).toMatchObject([
    {
      estimate: 5,
      votes: [
        { name, reason: 'É só mostrar.' },
        { name: 'Zeca', reason: 'Cada bandeira arredonda de um jeito.' },
      ],
    },
  ])
})
