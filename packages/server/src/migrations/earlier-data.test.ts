import { randomUUID } from 'node:crypto'
import { boardsApi } from '@rodada/contract/boards'
import { cardsApi } from '@rodada/contract/cards'
import { githubApi } from '@rodada/contract/github'
import { slackApi } from '@rodada/contract/slack'
import { sprintColumnsApi } from '@rodada/contract/sprint-tasks'
import { texts } from '@rodada/contract/texts'
import { afterEach, expect, test } from 'vitest'
import { login } from '../../test/accounts.ts'
import { makeCard, ok } from '../../test/boards.ts'
import { openGithub } from '../../test/github.ts'
import { startServer, type TestServer } from '../../test/harness.ts'
import { insertOld, oldBoard, oldInstallation } from '../../test/old-installation.ts'
import { openSlack } from '../../test/slack.ts'
import { day } from '../../test/sprints.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database.ts'
import type { Db, Schema } from './schema.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const at = '2026-01-02T12:00:00.000Z'

/** What the version before a migration wrote for its one account, and then this version on it. */
async function upgraded<Made>(upTo: string, more: Record<string, string>, write: (db: Db, board_id: number) => Promise<Made>) {
  const { env, account, cleanUp } = await oldInstallation(upTo)
  cleanUps.push(cleanUp)
  const { db } = await openDatabase<Schema>(readConfig(env))
  const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const boardId = await insertOld(db, 'boards', oldBoard(user_id, at))
  await insertOld(db, 'board_members', { board_id: boardId, user_id, role: 'admin', joined_at: at })
  const made = await write(db, boardId)
  await db.destroy()
  const server: TestServer = await startServer({ env: { ...env, ...more }, alone: true })
  cleanUps.push(() => server.stop())
  return { server, made, params: { boardId }, token: await login(server, account) }
}

/** A name with the status that it had, the name that it is given today, and the status that follows. */
const names = [
  // As it was guessed then: today's guess is made when the name changes, and not before.
  ['Pronto para desenvolvimento', 'concluida', 'Pronta para começar', 'pendente'],
  ['A concluir', 'concluida', 'Concluído', 'concluida'],
  ['Fazendo', 'em_andamento', 'Cancelado', 'cancelada'],
  // Another one than the guess: somebody chose it, and no name changes it.
  ['Em homologação', 'em_andamento', 'Concluído', 'em_andamento'],
  ['Entregue', 'pendente', 'Cancelado', 'pendente'],
] as const

test('lists and columns of before 0020 keep their status, and another name guesses it again only where nobody had chosen it', async () => {
  const { server, made, params, token } = await upgraded('0019-agreed-rounds', {}, async (db, board_id) => {
    const facts = { name: 'Sprint 1', description: '', starts_on: day(-3), ends_on: day(3), status: 'ativa', version: 1, created_at: at }
    const sprintId = await insertOld(db, 'sprints', { board_id, ...facts })
    const ids: { list: number; column: number }[] = []
    for (const [index, [name, status]] of names.entries()) {
      const rank = 'abcde'[index]
      ids.push({
        list: await insertOld(db, 'lists', { board_id, title: name, rank, status, version: 1, created_at: at }),
        column: await insertOld(db, 'sprint_columns', { sprint_id: sprintId, name, rank, status }),
      })
    }
    return { sprintId, ids }
  })
  const sprint = { sprintId: made.sprintId }
  const { lists } = ok(await server.call(boardsApi.get, { token, params }))
  const columns = ok(await server.call(sprintColumnsApi.list, { token, params: sprint })).data
  const before = names.map(([name, status]) => [name, status])
  expect(lists.map(({ title, status }) => [title, status])).toEqual(before)
  expect(columns.map(({ nome, status }) => [nome, status])).toEqual(before)
  const after: [string, string, string][] = []
  for (const [index, [, , name]] of names.entries()) {
    const { list, column } = made.ids[index] ?? { list: 0, column: 0 }
    const body = { title: name, version: lists[index]?.version ?? 0 }
    const renamed = ok(await server.call(boardsApi.updateList, { token, params: { ...params, listId: list }, body }))
    const other = ok(await server.call(sprintColumnsApi.update, { token, params: { ...sprint, columnId: column }, body: { nome: name } }))
    after.push([name, renamed.status, other.data.status])
  }
  expect(after).toEqual(names.map(([, , name, status]) => [name, status, status]))
})

test('Slack and the webhook of before 0018 stand still, send nothing that waited, and work again once somebody answers for them', async () => {
  const [slack, github] = [await openSlack(), await openGithub()]
  cleanUps.push(slack.stop, github.stop)
  const hook = { publicId: randomUUID(), secret: 'segredo-do-webhook' }
  const { server, made, params, token } = await upgraded('0017-room-moderation', { ...slack.env, ...github.env }, async (db, board_id) => {
    const list = (title: string, rank: string, status: string) =>
      insertOld(db, 'lists', { board_id, title, rank, status, version: 1, created_at: at })
    const lists = [await list('A Fazer', 'a', 'pendente'), await list('Concluído', 'b', 'concluida')]
    // As an installation without a SECRET kept them.
    const news = { sprint_ended: 1, vote_finished: 1, card_done: 1 }
    const address = { board_id, url: `plain:${slack.url}`, masked_url: 'hooks.slack.com/…1234', updated_at: at }
    await insertOld(db, 'slack_hooks', { ...address, ...news }, 'board_id')
    await insertOld(db, 'slack_messages', { board_id, message: 'De outro tempo', created_at: at, next_try_at: at })
    const webhook = { board_id, public_id: hook.publicId, secret: `plain:${hook.secret}`, created_at: at }
    await insertOld(db, 'github_webhooks', webhook, 'board_id')
    return lists
  })
  expect(await server.app.deps.db.selectFrom('slack_messages').select('message').execute()).toEqual([])
  const finish = async (title: string) => {
    const board = ok(await server.call(boardsApi.get, { token, params }))
    const { id } = await makeCard(server, { token }, board, title)
    ok(await server.call(cardsApi.move, { token, params: { cardId: id }, body: { list_id: made[1], position: 0 } }))
    await server.app.runJobs()
  }
  const slackHook = async () => ok(await server.call(slackApi.get, { token, params })).hook
  const webhook = async () => ok(await server.call(githubApi.webhook, { token, params })).webhook
  await finish('Sem ninguém que responda')
  expect(slack.attempts).toBe(0)
  expect(await slackHook()).toMatchObject({ masked_url: 'hooks.slack.com/…1234', card_done: true, set_by: null, stopped: 'unknown_person' })
  expect(await webhook()).toMatchObject({ set_by: null, stopped: 'unknown_person' })
  const url = `${server.url()}/api/github/webhook/${hook.publicId}`
  const refused = await github.deliver({ url, secret: hook.secret }, 'time/app', github.addIssue('time/app').number)
  expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([403, texts.webhookStopped])

  ok(await server.call(slackApi.save, { token, params, body: { confirm: true } }))
  await finish('Com quem responda')
  expect(slack.messages).toEqual([expect.stringContaining('Com quem responda')])
  expect(await slackHook()).toMatchObject({ set_by: { name: 'Antiga' }, stopped: null })
  ok(await server.call(githubApi.createWebhook, { token, params }))
  expect(await webhook()).toMatchObject({ set_by: { name: 'Antiga' }, stopped: null })
})
