import { type Estimation, estimationsApi } from '@rodada/contract/estimations/estimations'
import { roomTasksApi } from '@rodada/contract/rooms/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeTeam, ok, type Team } from '../../../test/boards.ts'
import { cast, fibonacci, makeCards, openEstimation } from '../../../test/estimations.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { RoomClient } from '../../../test/room-client.ts'

let server: TestServer
let team: Team
let cards: number[]
beforeAll(async () => {
  server = await startServer()
  // The first account administers the instance; the people here do not.
  await register(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  team = await makeTeam(server)
  cards = await makeCards(server, team, ['Pix', 'Boleto', 'Cupom'])
})

const [pix, boleto, cupom] = [() => cards[0] ?? 0, () => cards[1] ?? 0, () => cards[2] ?? 0]
const voters = () => [team.admin.user.id, team.member.user.id]
const open = (who: Account = team.member, more: Record<string, unknown> = {}) =>
  openEstimation(server, who, { board_id: team.board.id, card_ids: cards, voter_ids: voters(), ...more })
const toRoom = (who: Account, { id }: Estimation) => server.call(estimationsApi.room, { token: who.token, params: { estimationId: id } })
/** Everybody votes one face on everything. */
const allVote = async (estimation: Estimation, face = '5') => {
  for (const who of [team.admin, team.member]) for (const card of cards) await cast(server, who, estimation, card, face)
}

describe('the room', () => {
  test('has the cards that did not settle, the widest first, with votes for who sees the board', async () => {
    const made = await open(team.member, { settle: 'same' })
    for (const [card, ofAna, ofBia] of [
      [pix(), '5', '8'],
      [boleto(), '3', '3'],
      [cupom(), '1', '13'],
    ] as const) {
      await cast(server, team.admin, made, card, ofAna, { reason: 'Risco', confidence: 'sure' })
      await cast(server, team.member, made, card, ofBia)
    }
    const { roomId, hostToken } = ok(await toRoom(team.member, made))
    const host = await new RoomClient(server.url(), { token: team.member.token }).ready()
    const { snapshot } = await host.join(roomId, 'Bia', { hostToken })
    host.leave()
    expect(snapshot.tasks.map(({ title }) => title)).toEqual(['Cupom', 'Pix'])
    expect(snapshot.selectedTask?.title).toBe('Cupom')
    expect(snapshot.room).toMatchObject({ deck: fibonacci, listed: false, roomName: 'Entregas' })
    expect(JSON.stringify(snapshot)).not.toContain('Risco')

    const behind = async (who: Account) => ok(await server.call(roomTasksApi.list, { token: who.token, params: { roomId } }))
    const sealed = [
      { user_id: team.admin.user.id, name: 'Ana', vote: '1', confidence: 'sure', reason: 'Risco' },
      { user_id: team.member.user.id, name: 'Bia', vote: '13', confidence: null, reason: null },
    ]
    for (const who of [team.admin, team.member])
      expect(await behind(who)).toMatchObject([{ card_id: cupom(), sealed_votes: sealed }, { card_id: pix() }])
    // As in the estimation itself, a guest of the board sees nobody's vote.
    expect(await behind(team.guest)).toMatchObject([
      { card_id: cupom(), sealed_votes: [] },
      { card_id: pix(), sealed_votes: [] },
    ])
    expect(await behind(team.stranger)).toEqual([])
  })

  test('opens once the estimation has closed, for who writes on the board, while there is something to talk about', async () => {
    const made = await open(team.member, { settle: 'same' })
    const early = await toRoom(team.member, made)
    expect([early.status, early.body.message]).toEqual([409, texts.estimationOpen])
    expect((await toRoom(team.guest, made)).status).toBe(403)
    expect((await toRoom(team.stranger, made)).status).toBe(404)
    await allVote(made)
    const none = await toRoom(team.member, made)
    expect([none.status, none.body.message]).toEqual([409, texts.estimationSettled])
  })
})
