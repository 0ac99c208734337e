import { randomUUID } from 'node:crypto'
import { authApi } from '@rodada/contract/auth/auth'
import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { githubApi } from '@rodada/contract/integrations/github'
import { slackApi } from '@rodada/contract/integrations/slack'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { recordApi } from '@rodada/contract/rooms/record'
import { sprintColumnsApi } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterEach, expect, test } from 'vitest'
import { login } from '../../test/accounts.ts'
import { makeCard, ok } from '../../test/boards.ts'
import { openGithub } from '../../test/github.ts'
import { startServer, type TestServer } from '../../test/harness.ts'
import { sendImport } from '../../test/imports.ts'
import { openMailbox, untilSent } from '../../test/mailbox.ts'
import { insertOld, oldBoard, oldInstallation } from '../../test/old-installation.ts'
import { openSlack } from '../../test/slack.ts'
import { day } from '../../test/sprints.ts'
import { readConfig } from '../platform/config.ts'
import { type Db, openDatabase } from '../platform/database.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const at = '2026-01-02T12:00:00.000Z'

/** What the version before a migration wrote for its one account, and then this version on it. */
async function upgraded<Made>(upTo: string, more: Record<string, string>, write: (db: Db, board_id: number) => Promise<Made>) {
  const { env, account, cleanUp } = await oldInstallation(upTo)
  cleanUps.push(cleanUp)
  const { db } = await openDatabase(readConfig(env))
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

test('rooms of before 0030 have a record, at the code that they have or, once they ended, at one of their own', async () => {
  const { server, token } = await upgraded('0028-one-spelling', {}, async (db) => {
    const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    for (const [code, ended_at] of [
      ['ABCDEF', null],
      [null, at],
    ] as const) {
      const facts = { name: 'Planejamento', deck: '["3","5"]', listed: 1, moderators_only: 0, host_token_hash: '', round: 2 }
      const room_id = await insertOld(db, 'rooms', { ...facts, code, created_at: at, ended_at, empty_since: at })
      const person = { name: 'Ana', name_key: 'ana', role: 'moderator', joined_at: at, away_since: at }
      const seat_id = await insertOld(db, 'seats', { room_id, user_id, ...person })
      await insertOld(
        db,
        'rounds',
        { room_id, number: 1, task_title: 'Pix', average: '5.0', vote_count: 1, revealed_at: at, agreed: 5 },
        'number',
      )
      await insertOld(db, 'votes', { room_id, round: 1, seat_id, value: '5', voted_at: at }, 'round')
    }
  })
  const { rooms } = ok(await server.call(recordApi.rooms, { token, query: {} }))
  expect(rooms.map(({ open }) => open).sort()).toEqual([false, true])
  expect(rooms.find(({ open }) => open)?.roomId).toBe('ABCDEF')
  for (const { roomId } of rooms) {
    const page = ok(await server.call(recordApi.history, { token, params: { roomId }, query: {} }))
    expect(page).toMatchObject({
      room: { can: { delete: true } },
      rounds: [{ round: 1, task: { title: 'Pix' }, votes: [{ userName: 'Ana', vote: '5' }], startedAt: null, savedBy: null, observers: 0 }],
    })
  }
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

test('addresses of before 0028 get one spelling; two accounts of one mailbox stay, and each is entered by its own', async () => {
  const box = await openMailbox()
  cleanUps.push(box.stop)
  const password = 'senha antiga'
  const { server, made, params, token } = await upgraded('0027-replaced-entries', box.env, async (db, board_id) => {
    const { id: invited_by, password_hash } = await db.selectFrom('users').select(['id', 'password_hash']).executeTakeFirstOrThrow()
    const user = { name: 'De antes', password_hash, role: 'collaborator', session_timeout: 30, created_at: at, email_verified_at: at }
    const add = (email: string) => insertOld(db, 'users', { ...user, email, search_text: email })
    const ids = {
      alone: await add('só@bücher.example'),
      circled: await add('ana@ⓔxemplo.com'),
      one: await add('bia@bücher.example'),
      other: await add('bia@xn--bcher-kva.example'),
    }
    for (const [index, email] of ['novo@bücher.example', 'dois@bücher.example', 'dois@xn--bcher-kva.example'].entries())
      await insertOld(db, 'invitations', {
        ...{ board_id, email, role: 'member', token_hash: `${index}`, invited_by, created_at: at },
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      })
    return ids
  })
  const entering = async (email: string) => (await server.call(authApi.login, { body: { email, password } })).body.user?.id
  for (const email of ['só@bücher.example', 'SÓ@xn--bcher-kva.example']) expect(await entering(email)).toBe(made.alone)
  for (const email of ['ana@ⓔxemplo.com', 'ana@exemplo.com']) expect(await entering(email)).toBe(made.circled)
  expect(await entering('Bia@BÜCHER.example')).toBe(made.one)
  expect(await entering('bia@xn--bcher-kva.example')).toBe(made.other)
  const invitations = ok(await server.call(invitationsApi.ofBoard, { token, params }))
  const waiting = ['dois@xn--bcher-kva.example', 'dois@bücher.example', 'novo@xn--bcher-kva.example']
  expect(invitations.map(({ email }) => email)).toEqual(waiting)

  // A forgotten password is set again for the account that has the address as it was typed.
  await server.call(passwordResetApi.request, { body: { email: 'bia@bücher.example' } })
  await untilSent(server)
  const link = /#([\w-]{43})/.exec(box.take('bia@bücher.example')[0]?.text ?? '')?.[1] ?? ''
  const body = { token: link, new_password: 'outra senha', confirmation: 'outra senha' }
  ok(await server.call(passwordResetApi.complete, { body }))
  expect(await entering('bia@bücher.example')).toBeUndefined()
  expect(await entering('bia@xn--bcher-kva.example')).toBe(made.other)
})

test('of the work that was under way before 0048 the journal says since when it stands still', async () => {
  const on = (date: number) => `2026-01-${String(date).padStart(2, '0')}T12:00:00.000Z`
  const { server, made, token } = await upgraded('0047-card-templates', {}, async (db, board_id) => {
    const list = (title: string, rank: string, status: string) =>
      insertOld(db, 'lists', { board_id, title, rank, status, version: 1, created_at: at })
    const [todo, doing, other] = [
      await list('A Fazer', 'a', 'pendente'),
      await list('Fazendo', 'b', 'em_andamento'),
      await list('Revisão', 'c', 'em_andamento'),
    ]
    const sprint = { name: 'Sprint 1', description: '', starts_on: day(-3), ends_on: day(3), status: 'ativa', version: 1, created_at: at }
    const sprint_id = await insertOld(db, 'sprints', { board_id, ...sprint })
    const column = (name: string, rank: string) => insertOld(db, 'sprint_columns', { sprint_id, name, rank, status: 'em_andamento' })
    const [left, right] = [await column('Fazendo', 'a'), await column('Testando', 'b')]
    const add = async (title: string, facts: Record<string, unknown>, ...journal: Record<string, unknown>[]) => {
      const texts = { title, description: '', search_text: title.toLowerCase(), notes: '' }
      const counts = { comment_count: 0, checklist_total: 0, checklist_done: 0, version: 1, revision: 1 }
      const card = { board_id, list_id: doing, priority: 'medium', rank: title, status: 'em_andamento', ...texts, ...counts, ...facts }
      const of_card_id = await insertOld(db, 'cards', { ...card, created_at: on(1), updated_at: on(28) })
      for (const entry of [{ kind: 'card.created', created_at: on(1) }, ...journal])
        await insertOld(db, 'activities', { board_id, card_id: of_card_id, of_card_id, subject: title, details: '{}', ...entry })
      return [title, of_card_id] as const
    }
    const was = { from_list_id: doing, list_id: doing, from_status: 'em_andamento', status: 'em_andamento' }
    const moved = { kind: 'card.moved', ...was, from_list_id: todo, from_status: 'pendente', created_at: on(5) }
    const renamed = { kind: 'card.renamed', ...was, created_at: on(20) }
    const inSprint = { from_sprint_id: sprint_id, sprint_id, from_column_id: left, column_id: right }
    return [
      await add('Só criado', {}),
      await add('Movido e renomeado', {}, moved, renamed),
      await add('De uma lista a outra', {}, moved, { ...moved, ...was, list_id: other, created_at: on(9) }),
      await add('Parado em um impedimento', { status: 'impedimento' }, moved, { ...renamed, status: 'impedimento', created_at: on(11) }),
      await add('De uma coluna a outra', {}, moved, { ...renamed, ...inSprint, created_at: on(13) }, renamed),
      await add('Levado à sprint', {}, moved, { ...renamed, ...inSprint, from_sprint_id: null, from_column_id: null }),
      await add('Ainda por fazer', { status: 'pendente', list_id: todo }),
      await add('Excluído', { deleted_at: on(28) }, moved),
    ]
  })
  const rows = await server.app.deps.db.selectFrom('cards').select(['id', 'title', 'moved_at']).orderBy('id').execute()
  expect(rows.map(({ title, moved_at }) => [title, moved_at])).toEqual([
    ['Só criado', on(1)],
    ['Movido e renomeado', on(5)],
    ['De uma lista a outra', on(9)],
    ['Parado em um impedimento', on(11)],
    ['De uma coluna a outra', on(13)],
    ['Levado à sprint', on(5)],
    ['Ainda por fazer', null],
    ['Excluído', null],
  ])
  const cardId = made[0]?.[1] ?? 0
  expect(ok(await server.call(cardsApi.get, { token, params: { cardId } })).moved_at).toBe(on(1))
})

test('values of fields of before 0060 stay as they were, are replaced one by one, and their texts are found', async () => {
  const { server, made, token } = await upgraded('0059-search-in-files', {}, async (db, board_id) => {
    const list_id = await insertOld(db, 'lists', { board_id, title: 'A Fazer', rank: 'a', status: 'pendente', version: 1, created_at: at })
    const texts = { title: 'Antigo', description: '', search_text: 'antigo', notes: '' }
    const counts = { comment_count: 0, checklist_total: 0, checklist_done: 0, version: 1, revision: 1 }
    const facts = { priority: 'medium', rank: 'a', status: 'pendente', created_at: at, updated_at: at }
    const card_id = await insertOld(db, 'cards', { board_id, list_id, ...texts, ...counts, ...facts })
    const values = { text: 'Padaria São João', number: -12.5, date: '2026-11-14', checkbox: 1 } as const
    const columns = { text: 'text_value', number: 'number_value', date: 'date_value', checkbox: 'checked' } as const
    const fields: Record<string, number> = {}
    for (const [position, type] of (['text', 'number', 'date', 'checkbox'] as const).entries()) {
      const field_id = await insertOld(db, 'board_fields', { board_id, name: type, type, position, created_at: at })
      await insertOld(db, 'card_field_values', { card_id, field_id, [columns[type]]: values[type] }, 'card_id')
      fields[type] = field_id
    }
    return { cardId: card_id, fields, expected: { ...values, checkbox: true } }
  })
  const { cardId, fields, expected } = made
  const read = async () => ok(await server.call(cardsApi.get, { token, params: { cardId } })).fields
  const whole = Object.fromEntries(Object.entries(expected).map(([type, value]) => [fields[type], value]))
  expect(await read()).toEqual(whole)
  const found = async (q: string) => ok(await server.call(cardsApi.search, { token, query: { q } })).map(({ title }) => title)
  await server.app.runJobs()
  expect(await found('sao joao')).toEqual(['Antigo'])
  const body = { fields: { [fields.text ?? 0]: 'Outra', [fields.number ?? 0]: 3 } }
  ok(await server.call(cardsApi.update, { token, params: { cardId }, body }))
  expect(await read()).toEqual({ ...whole, ...body.fields })
  expect([await found('sao joao'), await found('outra')]).toEqual([[], ['Antigo']])
  const { db } = server.app.deps
  const values = await db.selectFrom('card_field_values').select(['id', 'field_id']).orderBy('id').execute()
  expect(values.map(({ field_id }) => field_id)).toEqual(Object.values(fields))
})

test('notifications of before 0074 keep their numbers, and none is given again', async () => {
  const { server, made, token } = await upgraded('0073-morning-indexes', {}, async (db, board_id) => {
    const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const facts = { user_id, kind: 'import_done', board_id, subject: 'Entregas', count: 3, details: '{"import_id":7}', created_at: at }
    const kept = await insertOld(db, 'notifications', facts)
    const gone = await insertOld(db, 'notifications', facts)
    await db.deleteFrom('notifications').where('id', '=', gone).execute()
    return { kept, gone }
  })
  const list = async () => ok(await server.call(notificationsApi.list, { token, query: {} }))
  expect(await list()).toMatchObject([
    { id: made.kept, kind: 'import_done', count: 3, board: { title: 'Entregas' }, details: { import_id: 7 } },
  ])
  await sendImport(server, { token }, 'trello', '{"name": ', 'quebrado')
  const [latest] = await list()
  expect([latest?.kind, latest?.board, (latest?.id ?? 0) > made.gone]).toEqual(['import_without_board', null, true])
})
