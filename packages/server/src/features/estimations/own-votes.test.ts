import { referencesApi } from '@rodada/contract/cards/references'
import { estimationsApi } from '@rodada/contract/estimations/estimations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeTeam, ok } from '../../../test/boards.ts'
import { cast, makeCards, openEstimation } from '../../../test/estimations.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../test/room-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await register(server)
})
afterAll(() => server.stop())

const ownVotes = async ({ token }: Account) => ok(await server.call(referencesApi.ownVotes, { token }))

test("each person reads how their own votes compare with what was saved, and nobody else's; what is sealed or not saved counts nowhere", async () => {
  const team = await makeTeam(server)
  const [bia, ana] = await Promise.all([team.member, team.admin].map(({ token }) => new RoomClient(server.url(), { token }).ready()))
  if (!bia || !ana) throw new Error('two people sit down')
  const { roomId } = await openRoom(bia)
  await bia.join(roomId, 'Bia')
  await ana.join(roomId, 'Ana')
  const cards = await makeCards(server, team, ['Pix', 'Boleto', 'Cupom', 'Frete'])
  await bia.send('addTasks', { roomId, card_ids: cards.slice(0, 3) })
  const round = async (hers: string, his: string) => {
    await bia.send('vote', { roomId, vote: hers })
    await ana.send('vote', { roomId, vote: his })
    await bia.send('revealVotes', { roomId })
  }
  await round('3', '8')
  expect(await ownVotes(team.member), 'nothing is saved yet').toEqual({ below: 0, same: 0, above: 0 })
  await bia.send('nextTask', { roomId, round: 1, estimate: 5 })
  await round('2', '?')
  await bia.send('nextTask', { roomId, round: 2, estimate: 2 })
  await round('1', '1')
  expect(await ownVotes(team.member)).toEqual({ below: 1, same: 1, above: 0 })
  expect(await ownVotes(team.admin)).toEqual({ below: 0, same: 0, above: 1 })
  expect(await ownVotes(team.guest)).toEqual({ below: 0, same: 0, above: 0 })

  const sealed = await openEstimation(server, team.member, {
    board_id: team.board.id,
    card_ids: cards.slice(3),
    voter_ids: [team.admin.user.id, team.member.user.id],
    settle: 'neighbours',
  })
  await cast(server, team.member, sealed, cards[3] ?? 0, '3')
  expect(await ownVotes(team.member)).toEqual({ below: 1, same: 1, above: 0 })
  await cast(server, team.admin, sealed, cards[3] ?? 0, '5')
  expect(ok(await server.call(estimationsApi.get, { token: team.member.token, params: { estimationId: sealed.id } })).status).toBe('closed')
  expect(await ownVotes(team.member)).toEqual({ below: 2, same: 1, above: 0 })
  expect(await ownVotes(team.admin)).toEqual({ below: 0, same: 1, above: 1 })
  for (const client of [bia, ana]) client.leave()
})
