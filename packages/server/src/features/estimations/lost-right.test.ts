import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Estimation } from '@rodada/contract/estimations/estimations'
import { adminApi } from '@rodada/contract/instance/admin'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeTeam, ok, type Team } from '../../../test/boards.ts'
import { cast, makeCards, openEstimation, seeEstimation } from '../../../test/estimations.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
let system: Account
let team: Team
let cards: number[]
beforeAll(async () => {
  server = await startServer()
  system = await register(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  team = await makeTeam(server)
  cards = await makeCards(server, team, ['Pix', 'Boleto', 'Cupom'])
})

const pix = () => cards[0] ?? 0
const voters = () => [team.admin.user.id, team.member.user.id]
const open = (who: Account = team.member, more: Record<string, unknown> = {}) =>
  openEstimation(server, who, { board_id: team.board.id, card_ids: cards, voter_ids: voters(), ...more })
/** Everybody votes one face on everything. */
const allVote = async (estimation: Estimation, face = '5') => {
  for (const who of [team.admin, team.member]) for (const card of cards) await cast(server, who, estimation, card, face)
}

describe('who loses the right to vote loses vote and seat', () => {
  const stillThere = async (made: Estimation) => {
    const rows = await server.app.deps.db.selectFrom('estimation_votes').select('user_id').where('estimation_id', '=', made.id).execute()
    return [...new Set(rows.map(({ user_id }) => user_id))]
  }
  const leave: [string, () => Promise<unknown>][] = [
    [
      'by being removed',
      async () => {
        const params = { boardId: team.board.id, userId: team.member.user.id }
        return ok(await server.call(boardsApi.removeMember, { token: team.admin.token, params }))
      },
    ],
    [
      'by becoming a guest of the board',
      async () => {
        const params = { boardId: team.board.id, userId: team.member.user.id }
        return ok(await server.call(boardsApi.updateMember, { token: team.admin.token, params, body: { role: 'guest' } }))
      },
    ],
    [
      'with the account',
      async () =>
        ok(
          await server.call(adminApi.updateUser, {
            token: system.token,
            params: { userId: team.member.user.id },
            body: { is_active: false },
          }),
        ),
    ],
  ]
  test.each(leave)('%s, and if all others have finished, it closes', async (_, lose) => {
    await server.app.pauseJobs()
    const made = await open(team.admin)
    const kept = await open(team.admin)
    for (const card of cards) await cast(server, team.admin, made, card, '5')
    for (const each of [made, kept]) await cast(server, team.member, each, pix(), '13')
    await lose()
    expect(await stillThere(made)).toEqual([team.admin.user.id])
    expect(await stillThere(kept)).toEqual([])
    await server.app.runJobs()
    const closed = await seeEstimation(server, team.admin, made)
    expect(closed).toMatchObject({ status: 'closed', voters: [{ user_id: team.admin.user.id }] })
    expect(closed.cards[0]?.votes.map(({ vote }) => vote)).toEqual(['5'])
    expect((await seeEstimation(server, team.admin, kept)).status).toBe('open')
  })

  test('and what had closed before stays as it was', async () => {
    const made = await open(team.admin)
    await allVote(made)
    await leave[0]?.[1]()
    expect((await seeEstimation(server, team.admin, made)).cards[0]?.votes).toHaveLength(2)
  })
})
