import { accountApi, type Settings } from '@rodada/contract/auth/account'
import { authApi } from '@rodada/contract/auth/auth'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import type { MailKind } from '@rodada/contract/notifications/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { sendImport } from '../../../test/imports.ts'
import { type Mailbox, openMailbox, type Received, untilSent } from '../../../test/mailbox.ts'
import { createNotificationEmails } from './emails.ts'
import { findLastActivityId } from './gather-queries.ts'
import { createGathering, gatherBoardUpdates, mailNews } from './jobs.ts'
import { createInstanceKeys } from './keys.ts'
import { createPush } from './push.ts'

let box: Mailbox
let server: TestServer
let parts: Parameters<typeof mailNews>[0]
const nobodyTold = () => {}
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ env: box.env })
  const { deps } = server.app
  const keys = createInstanceKeys(deps)
  // The production emails, with a clock of the test.
  parts = { deps, emails: createNotificationEmails(deps, keys), push: createPush(deps, keys), notified: nobodyTold }
})
afterAll(async () => {
  await server.stop()
  await box.stop()
})

const minutes = (count: number) => new Date(Date.now() + count * 60_000)
/** The emails to a person about cards or boards, once everything due at a moment has gone out. */
const emailsAt = async (now: Date, { email }: Account, about: 'cards' | 'boards' = 'cards'): Promise<Received[]> => {
  await mailNews(parts, now)
  await untilSent(server)
  return box.take(email).filter(({ header }) => {
    const end = header('List-Unsubscribe')
    // Without those about the account.
    return end !== '' && end.includes('.board_updates.') === (about === 'boards')
  })
}
/** Tells the news of boards, all that there are: nobody writes any more. */
const gatherAll = async () => gatherBoardUpdates(parts, await findLastActivityId(parts.deps.db), new Date())
const assign = async ({ board, admin, member }: Team, title: string) => {
  const { id } = await makeCard(server, admin, board, title)
  const params = { cardId: id }
  ok(await server.call(cardsApi.assign, { token: admin.token, params, body: { user_id: member.user.id } }))
  return id
}
const choose = ({ token }: Account, notifications: Partial<Settings['notifications']>) =>
  server.call(accountApi.updateSettings, { token, body: { notifications } })

describe('news of cards', () => {
  test('come as one email, with links to the cards and for unsubscribing', async () => {
    const team = await makeTeam(server)
    const first = await assign(team, 'Pix <b>parcelado</b>')
    await assign(team, 'Boleto')
    const [message, ...more] = await emailsAt(minutes(1), team.member)
    expect(more).toEqual([])
    expect(message?.subject).toBe('Há 2 novidades nos seus cartões')
    expect(message?.text).toContain('Olá, Bia.')
    expect(message?.text).toContain('- Ana atribuiu a você: Pix <b>parcelado</b>')
    expect(message?.text).toContain(`  http://rodada.exemplo.com.br/board/${team.board.id}?card=${first}`)
    expect(message?.html).toContain('Pix &#60;b&#62;parcelado&#60;/b&#62;')
    expect(message?.html).toContain('<html lang="pt-BR">')
    expect(message?.text).toMatch(/cancelar-emails#\d+\.card_assignments\.[\w-]{43}/)
    expect(message?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(message?.header('List-Unsubscribe')).toMatch(/^<http:\/\/rodada\.exemplo\.com\.br\/api\/unsubscribe\/[\w.-]+>$/)
  })

  test('of a person who causes many leave room for those of others', async () => {
    const team = await makeTeam(server)
    await addToBoard(server, team.admin, team.board.id, team.stranger, 'member')
    const comment = async (token: string, cardId: number, content: string) =>
      ok(await server.call(commentsApi.add, { token, params: { cardId }, body: { content } }))
    for (let number = 1; number <= 10; number++) {
      const card = await makeCard(server, team.admin, team.board, `Cartão ${number}`)
      ok(
        await server.call(cardsApi.assign, {
          token: team.admin.token,
          params: { cardId: card.id },
          body: { user_id: team.member.user.id },
        }),
      )
      await comment(team.admin.token, card.id, '@Bia')
    }
    const { id } = await makeCard(server, team.member, team.board, 'Da Duda')
    await comment(team.stranger.token, id, 'Uma palavra só')
    const [message] = await emailsAt(minutes(1), team.member)
    expect(message?.text).toContain('Duda comentou em Da Duda: “Uma palavra só”')
    expect(message?.text.match(/^- Ana /gm)).toHaveLength(19)
  })

  test('wait ten minutes for the next email, and then come together', async () => {
    const team = await makeTeam(server)
    await assign(team, 'Um')
    expect(await emailsAt(minutes(1), team.member)).toHaveLength(1)
    await assign(team, 'Dois')
    await assign(team, 'Três')
    expect(await emailsAt(minutes(2), team.member)).toEqual([])
    expect((await emailsAt(minutes(12), team.member)).map(({ subject }) => subject)).toEqual(['Há 2 novidades nos seus cartões'])
  })

  test('are not mailed to people who have read them, left, or switched them off', async () => {
    const team = await makeTeam(server)
    await assign(team, 'Um')
    ok(await server.call(notificationsApi.readAll, { token: team.member.token, body: {} }))
    expect(await emailsAt(minutes(1), team.member)).toEqual([])
    for (const off of [{ email_notifications: false }, { email_notifications: true, card_assignments: false }]) {
      ok(await choose(team.member, off))
      await assign(team, 'Dois')
      expect(await emailsAt(minutes(2), team.member)).toEqual([])
    }
  })

  test('are in the language of their reader', async () => {
    const team = await makeTeam(server)
    ok(await server.call(authApi.updateProfile, { token: team.member.token, body: { language: 'es-ES' } }))
    const { id } = await makeCard(server, team.member, team.board)
    ok(await server.call(commentsApi.add, { token: team.admin.token, params: { cardId: id }, body: { content: 'Hola' } }))
    const [message] = await emailsAt(minutes(1), team.member)
    expect(message?.subject).toBe('Hay una novedad en una tarjeta tuya')
    expect(message?.text).toContain('Ana comentó en Pix parcelado: “Hola”')
    expect(message?.html).toContain('<html lang="es-ES">')
  })
})

test("news of boards come as one email in the morning of the person's place", async () => {
  const team = await makeTeam(server)
  await makeCard(server, team.admin, team.board, 'Um')
  await makeCard(server, team.admin, team.board, 'Dois')
  await gatherAll()
  const rows = await server.app.deps.db.selectFrom('notifications').selectAll().where('user_id', '=', team.member.user.id).execute()
  const hours = rows.map(({ mail_at }) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Sao_Paulo', timeStyle: 'short' }).format(new Date(mail_at ?? 0)),
  )
  expect(hours).toEqual(['09:00', '09:00'])
  const morning = Date.parse(rows[0]?.mail_at ?? '')
  expect(await emailsAt(new Date(morning - 1000), team.member, 'boards')).toEqual([])
  const [message, ...more] = await emailsAt(new Date(morning), team.member, 'boards')
  expect(more).toEqual([])
  expect(message?.subject).toBe('O que mudou nos seus quadros')
  expect(message?.text).toContain('Ana colocou você no quadro Entregas')
  expect(message?.text).toContain('Ana fez 2 mudanças em Entregas')
})

test('news of a board come with the next run, however much was brought or done elsewhere before them', async () => {
  const team = await makeTeam(server)
  await gatherAll()
  const { db } = server.app.deps
  const elsewhere = await makeBoard(server, team.stranger)
  const line = { board_id: elsewhere.id, kind: 'card.state' as const, subject: 'Pix', details: '{}', created_at: new Date().toISOString() }
  for (let n = 0; n < 5; n += 1)
    await db
      .insertInto('activities')
      .values(Array.from({ length: 1000 }, () => line))
      .execute()
  await makeCard(server, team.admin, team.board, 'Um')
  await gatherAll()
  const [newest] = ok(await server.call(notificationsApi.list, { token: team.member.token, query: {} }))
  expect(newest).toMatchObject({ kind: 'board_updated', board: { id: team.board.id }, count: 1 })
})

/** The job with a clock of the test: each look is as many seconds after it was made. */
function gathering() {
  let seconds = 0
  const look = createGathering(parts, () => seconds * 1000)
  return (at: number) => {
    seconds = at
    return look()
  }
}
const newsOf = async ({ token }: Account) => ok(await server.call(notificationsApi.list, { token, query: {} }))

test('news of a board are told once they stood there for five seconds', async () => {
  const team = await makeTeam(server)
  await gatherAll()
  const [lookAt, before] = [gathering(), await newsOf(team.member)]
  await makeCard(server, team.admin, team.board, 'Um')
  await lookAt(0)
  await makeCard(server, team.admin, team.board, 'Dois')
  await lookAt(4.9)
  expect(await newsOf(team.member), 'too soon').toEqual(before)
  await lookAt(5)
  expect((await newsOf(team.member))[0]).toMatchObject({ kind: 'board_updated', board: { id: team.board.id }, count: 1 })
  await lookAt(10)
  expect((await newsOf(team.member))[0]).toMatchObject({ kind: 'board_updated', board: { id: team.board.id }, count: 2 })
})

test('dates that a file says, of long ago or to come, neither hold up the news of other boards nor take any away', async () => {
  const team = await makeTeam(server)
  await gatherAll()
  const elsewhere = await makeBoard(server, team.stranger)
  const line = (created_at: string) => ({ board_id: elsewhere.id, kind: 'card.state' as const, subject: 'Pix', details: '{}', created_at })
  const soon = [20, 70, 120, 170].map((seconds) => new Date(Date.now() + seconds * 1000).toISOString())
  await parts.deps.db
    .insertInto('activities')
    .values(['2020-01-06T12:00:00.000Z', ...soon, '2999-01-06T12:00:00.000Z'].map(line))
    .execute()
  await makeCard(server, team.admin, team.board, 'Um')
  await parts.deps.db.insertInto('activities').values(line('2020-01-06T12:00:00.000Z')).execute()
  const lookAt = gathering()
  await lookAt(0)
  await lookAt(8)
  expect((await newsOf(team.member))[0]).toMatchObject({ kind: 'board_updated', board: { id: team.board.id }, count: 1 })
})

/** SQLite has one transaction at a time. */
test.runIf(process.env.TEST_DATABASE_URL)('news that are written while later ones stand already are told, whatever those are', async () => {
  const team = await makeTeam(server)
  await gatherAll()
  const elsewhere = await makeBoard(server, team.stranger)
  const lookAt = gathering()
  const { db } = parts.deps
  await db.transaction().execute(async (trx) => {
    const line = { board_id: team.board.id, user_id: team.admin.user.id, kind: 'list.created' as const, subject: 'Nova', details: '{}' }
    await trx
      .insertInto('activities')
      .values({ ...line, created_at: new Date().toISOString() })
      .execute()
    const brought = {
      board_id: elsewhere.id,
      kind: 'card.state' as const,
      subject: 'Pix',
      details: '{}',
      created_at: '2020-01-06T12:00:00.000Z',
    }
    await db.insertInto('activities').values(brought).execute()
    await lookAt(0)
  })
  await lookAt(8)
  expect((await newsOf(team.member))[0]).toMatchObject({ kind: 'board_updated', board: { id: team.board.id }, count: 1 })
})

describe('unsubscribing from a kind of emails', () => {
  const muted = async ({ token }: Account) => ok(await server.call(notificationsApi.delivery, { token })).muted_mail
  const tokenOf = ({ user }: Account, kind: MailKind) => createInstanceKeys(server.app.deps).unsubscribeToken(user.id, kind)

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=x', `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`],
  ])('is one click of a mail program, without a session: %s', async (type, body) => {
    const team = await makeTeam(server)
    await assign(team, 'Um')
    const [message] = await emailsAt(minutes(1), team.member)
    const url = new URL(/<(.*)>/.exec(message?.header('List-Unsubscribe') ?? '')?.[1] ?? '')
    const post = await server.raw(url.pathname, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(post.status).toBe(200)
    expect(await muted(team.member)).toEqual(['card_assignments'])
    await assign(team, 'Dois')
    expect(await emailsAt(minutes(20), team.member)).toEqual([])
    // The bell still shows them.
    expect(ok(await server.call(notificationsApi.unread, { token: team.member.token })).unread).toBe(3)
    ok(await server.call(notificationsApi.muteMail, { token: team.member.token, body: { kind: 'card_assignments', muted: false } }))
    expect(await muted(team.member)).toEqual([])
  })

  test('changes nothing when the page is only opened', async () => {
    const { member } = await makeTeam(server)
    const token = await tokenOf(member, 'weekly_digest')
    // The second is in letters of before.
    for (const address of ['/api/unsubscribe', '/api/notifications/unsubscribe']) {
      const page = await server.raw(`${address}/${token}`, { redirect: 'manual' })
      expect([page.status, page.headers.get('location')]).toEqual([303, `/cancelar-emails#${token}`])
    }
    expect(await muted(member)).toEqual([])
    expect(ok(await server.call(notificationsApi.endMail, { body: { token } }))).toEqual({ kind: 'weekly_digest' })
    expect(await muted(member)).toEqual(['weekly_digest'])
  })

  test('needs the signature of this installation, for this person and this kind', async () => {
    const { member, admin } = await makeTeam(server)
    const [id, kind, signature] = (await tokenOf(member, 'weekly_digest')).split('.')
    const forged = [
      `${admin.user.id}.${kind}.${signature}`,
      `${id}.board_updates.${signature}`,
      `${id}.${kind}.${'A'.repeat(43)}`,
      `${id}.${kind}`,
      'x',
    ]
    for (const token of forged) {
      const { status, body } = await server.call(notificationsApi.endMail, { body: { token } })
      expect([status, body.fields]).toEqual([400, { token: 'Este link não está completo. Abra-o de novo a partir do e-mail.' }])
    }
    expect([await muted(member), await muted(admin)]).toEqual([[], []])
  })
})

test('an import that left no board is told in the morning, with why and the way to its page', async () => {
  const team = await makeTeam(server)
  const { id } = await sendImport(server, team.member, 'trello', '{"name": ', 'velho')
  const [message] = await emailsAt(minutes(60 * 36), team.member, 'boards')
  expect(message?.text).toContain('- A importação de velho não deu certo, e nada dela ficou: ')
  expect(message?.text).toContain(`  http://rodada.exemplo.com.br/trazer?id=${id}`)
})
