import { accountApi } from '@rodada/contract/auth/account'
import { type Estimation, estimationsApi } from '@rodada/contract/estimations/estimations'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeTeam, ok, type Team } from '../../../test/boards.ts'
import { cast, makeCards, openEstimation } from '../../../test/estimations.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'

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

const pix = () => cards[0] ?? 0
const voters = () => [team.admin.user.id, team.member.user.id]
const open = (who: Account = team.member, more: Record<string, unknown> = {}) =>
  openEstimation(server, who, { board_id: team.board.id, card_ids: cards, voter_ids: voters(), ...more })
const close = (who: Account, { id }: Estimation) => server.call(estimationsApi.close, { token: who.token, params: { estimationId: id } })

describe('reminders', () => {
  const news = async (who: Account) =>
    ok(await server.call(notificationsApi.list, { token: who.token })).filter(({ estimation_id }) => estimation_id !== null)
  const remindNow = ({ id }: Estimation) =>
    server.app.deps.db.updateTable('estimations').set({ remind_at: new Date().toISOString() }).where('id', '=', id).execute()

  test('people are asked at the opening; who has not voted is reminded once, who has finished never', async () => {
    await server.app.pauseJobs()
    const made = await open(team.admin)
    expect(await news(team.member)).toMatchObject([
      { kind: 'votes_asked', estimation_id: made.id, actor: { id: team.admin.user.id }, count: 3 },
    ])
    expect(await news(team.admin), 'nobody asks themselves').toEqual([])
    for (const card of cards) await cast(server, team.admin, made, card, '5')
    await cast(server, team.member, made, pix(), '5')
    await remindNow(made)
    await Promise.all([server.app.runJobs(), server.app.runJobs()])
    expect((await news(team.member)).map(({ kind, actor }) => [kind, actor])).toEqual([
      ['votes_missing', null],
      ['votes_asked', expect.anything()],
    ])
    expect(await news(team.admin)).toEqual([])
  })

  test('what waits to be mailed or pushed is dropped for who finishes, and for all at the close', async () => {
    await server.app.pauseJobs()
    const waiting = async (who: Account) => {
      const rows = await server.app.deps.db
        .selectFrom('notifications')
        .select(['mail_at', 'push_at', 'read_at'])
        .where('user_id', '=', who.user.id)
        .where('estimation_id', 'is not', null)
        .execute()
      return rows.map(({ mail_at, push_at, read_at }) => [mail_at !== null || push_at !== null, read_at !== null])
    }
    const made = await open(team.admin)
    expect(await waiting(team.member)).toEqual([[true, false]])
    for (const card of cards) await cast(server, team.member, made, card, '5')
    expect(await waiting(team.member)).toEqual([[false, true]])
    const other = await open(team.admin)
    ok(await close(team.admin, other))
    expect(await waiting(team.member)).toEqual([
      [false, true],
      [false, true],
    ])
  })

  test('who turned reminders of deadlines off hears of none', async () => {
    await server.app.pauseJobs()
    const body = { notifications: { due_date_reminders: false } }
    ok(await server.call(accountApi.updateSettings, { token: team.member.token, body }))
    const made = await open(team.admin)
    await remindNow(made)
    await server.app.runJobs()
    expect((await news(team.member)).map(({ kind }) => kind)).toEqual(['votes_asked'])
  })
})
