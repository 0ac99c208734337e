import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { authApi } from '@rodada/contract/auth/auth'
import { emailConfirmationApi } from '@rodada/contract/auth/email-confirmation'
import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { twoFactorApi } from '@rodada/contract/auth/two-factor'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { auditApi } from '@rodada/contract/instance/audit'
import { maintenanceApi } from '@rodada/contract/instance/maintenance'
import { githubApi } from '@rodada/contract/integrations/github'
import { slackApi } from '@rodada/contract/integrations/slack'
import { webhooksApi } from '@rodada/contract/integrations/webhooks'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { recordApi } from '@rodada/contract/rooms/record'
import { texts } from '@rodada/contract/texts/texts'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Account, confirmAddress, freshEmail, login, profileStatus, register } from '../test/accounts.ts'
import { makeBoard, makeCard, makeTeam, ok } from '../test/boards.ts'
import { upload } from '../test/files.ts'
import { openGithub } from '../test/github.ts'
import { createEnvironment, startProcess, startServer, type TestServer } from '../test/harness.ts'
import { openMailbox, untilSent } from '../test/mailbox.ts'
import { openPushService } from '../test/push-service.ts'
import { RoomClient } from '../test/room-client.ts'
import { openSlack } from '../test/slack.ts'
import { openReceiver } from '../test/webhook-receiver.ts'
import { createInstanceKeys } from './features/notifications/keys.ts'
import { lockDataFolder } from './platform/data-folder.ts'
import { restoreBackup } from './restore.ts'

describe.skipIf(process.env.TEST_DATABASE_URL)('restoring', () => {
  let dataDir: string
  let cleanUp: () => Promise<void>
  const start = () => startServer({ alone: true, env: { DATA_DIR: dataDir } })

  beforeEach(async () => {
    const { env, cleanUp: remove } = await createEnvironment()
    dataDir = env.DATA_DIR ?? ''
    cleanUp = remove
  })
  afterEach(() => cleanUp())

  const titles = async (server: TestServer, token: string) => ok(await server.call(boardsApi.list, { token })).map(({ title }) => title)

  async function backUp(server: TestServer, { token }: Pick<Account, 'token'>): Promise<string> {
    ok(await server.call(maintenanceApi.operate, { token, body: { kind: 'backup' } }))
    const made = async () => ok(await server.call(maintenanceApi.backups, { token })).backups[0]?.id
    await expect.poll(made).toBeDefined()
    return join(dataDir, 'backups', `${await made()}.sqlite`)
  }

  test('brings back the files of cards that are gone since, once for all backups, and says which are nowhere or damaged', async () => {
    const first = await start()
    const admin = await register(first)
    const board = await makeBoard(first, admin)
    const { id: cardId } = await makeCard(first, admin, board)
    const names = ['fica.txt', 'some.txt', 'estraga.txt', 'perde.txt']
    const files = await Promise.all(names.map(async (name) => ok(await upload(first, admin, cardId, `conteúdo de ${name}`, name))))
    const file = await backUp(first, admin)
    const stored = await first.app.deps.db
      .selectFrom('blobs')
      .innerJoin('files', 'files.sha256', 'blobs.sha256')
      .select(['name', 'object_name'])
      .execute()
    const placeOf = (folder: string, name: string) => {
      const object = stored.find((row) => row.name === name)?.object_name ?? ''
      return join(folder, object.slice(0, 2), object)
    }
    const [here, kept] = [join(dataDir, 'files'), join(dataDir, 'backups/files')]
    await first.stop()
    for (const name of names) expect(readFileSync(placeOf(kept, name), 'utf8')).toBe(`conteúdo de ${name}`)
    for (const name of ['some.txt', 'estraga.txt', 'perde.txt']) rmSync(placeOf(here, name))
    writeFileSync(placeOf(kept, 'estraga.txt'), 'outra coisa')
    rmSync(placeOf(kept, 'perde.txt'))

    const { files: told } = await restoreBackup({ file, dataDir })
    expect(told).toEqual({
      brought: 1,
      missing: expect.arrayContaining(['estraga.txt', 'perde.txt'].map((name) => basename(placeOf(kept, name)))),
    })
    const second = await start()
    const token = await login(second, admin)
    const read = async (name: string) => {
      const { id } = files.find((file) => file.name === name) ?? { id: 0 }
      const response = await second.raw(`/api/files/${id}`, { headers: { authorization: `Bearer ${token}` } })
      return [response.status, await response.text()]
    }
    for (const name of ['fica.txt', 'some.txt']) expect(await read(name)).toEqual([200, `conteúdo de ${name}`])
    expect(await read('perde.txt')).toEqual([404, expect.stringContaining(texts.fileGone)])
    // With the last backup that needs them they go from beside the backups.
    for (const { id } of ok(await second.call(maintenanceApi.backups, { token })).backups)
      ok(await second.call(maintenanceApi.deleteBackup, { token, params: { backupId: id } }))
    expect(readdirSync(kept)).toEqual([])
    await second.stop()
  })

  test('brings back what was there, keeps what was there before it, and lets everybody sign in again', async () => {
    const first = await start()
    const admin = await register(first)
    await makeBoard(first, admin, { title: 'Antes da cópia' })
    const file = await backUp(first, admin)
    await makeBoard(first, admin, { title: 'Depois da cópia' })
    await expect(restoreBackup({ file, dataDir })).rejects.toThrow('Outra Rodada já usa a pasta')
    expect(await titles(first, admin.token)).toEqual(expect.arrayContaining(['Antes da cópia', 'Depois da cópia']))
    await first.stop()

    const { putAside } = await restoreBackup({ file, dataDir })
    const aside = new DatabaseSync(putAside ?? '', { readOnly: true })
    expect(aside.prepare('select count(*) n from boards').get()).toMatchObject({ n: 2 })
    aside.close()

    const second = await start()
    expect(await profileStatus(second, admin.token)).toBe(401)
    const token = await login(second, admin)
    expect(await titles(second, token)).toEqual(['Antes da cópia'])
    const { entries } = ok(await second.call(auditApi.list, { token, query: { kind: 'backup.restored' } }))
    expect(entries).toMatchObject([{ user: null }])
    const { backups } = ok(await second.call(maintenanceApi.backups, { token }))
    expect(backups.map(({ kind }) => kind)).toEqual(['before', 'manual'])
    expect(ok(await second.call(maintenanceApi.operations, { token })).filter(({ state }) => state === 'running')).toEqual([])
    await second.stop()
  })

  test('says nothing a second time: what waited when the copy was made stays in the notification centre', async () => {
    const [box, slack, pushes, program] = [await openMailbox(), await openSlack(), await openPushService(), await openReceiver()]
    const OUTGOING_HOSTS = [slack, pushes, program].map(({ env }) => env.OUTGOING_HOSTS).join()
    const startTelling = () => startServer({ alone: true, env: { ...box.env, DATA_DIR: dataDir, OUTGOING_HOSTS } })
    const told = () => ({
      emails: box.received.length,
      slack: slack.messages.length,
      pushes: pushes.received(browser).length,
      program: program.arrived.length,
    })
    const browser = pushes.browser()
    // Nothing goes out before the copy is made.
    Object.assign(box, { refusing: true })
    Object.assign(slack, { status: 503 })
    program.answer = () => 503
    const first = await startTelling()
    const { board, admin, member } = await makeTeam(first)
    const { token } = admin
    ok(await first.call(slackApi.save, { token, params: { boardId: board.id }, body: { url: slack.url } }))
    const hook = { url: program.url, events: ['card.done'] }
    ok(await first.call(webhooksApi.create, { token, params: { boardId: board.id }, body: hook }))
    ok(await first.call(notificationsApi.subscribe, { token: member.token, body: browser }))
    const card = await makeCard(first, admin, board, 'Pix')
    ok(await first.call(cardsApi.assign, { token, params: { cardId: card.id }, body: { user_id: member.user.id } }))
    ok(await first.call(cardsApi.move, { token, params: { cardId: card.id }, body: { list_id: board.lists.at(-1)?.id, position: 0 } }))
    // A letter that goes on waiting: others are taken off the outbox once nobody needs them.
    ok(await first.call(passwordResetApi.request, { body: { email: member.user.email } }))
    const later = '2099-01-01T00:00:00.000Z'
    const { db } = first.app.deps
    await db.updateTable('notifications').set({ mail_at: later, push_at: later }).execute()
    const file = await backUp(first, admin)
    const waiting = new DatabaseSync(file)
    for (const [table, column] of [
      ['outbox', 'next_try_at'],
      ['slack_messages', 'next_try_at'],
      ['webhooks', 'next_try_at'],
      ['webhook_deliveries', 'next_try_at'],
      ['notifications', 'mail_at'],
      ['notifications', 'push_at'],
    ])
      expect(waiting.prepare(`update ${table} set ${column} = '2020-01-01T00:00:00.000Z'`).run().changes, table).toBeGreaterThan(0)
    waiting.close()
    await first.stop()

    await restoreBackup({ file, dataDir })
    Object.assign(box, { refusing: false, received: [] })
    Object.assign(slack, { status: 200 })
    program.answer = () => 204
    const before = told()
    const second = await startTelling()
    const session = await login(second, member)
    for (let turn = 0; turn < 2; turn++) await second.app.runJobs()
    const here = second.app.deps.db
    for (const table of ['outbox', 'slack_messages', 'webhooks', 'webhook_deliveries'] as const)
      expect(await here.selectFrom(table).select('id').execute(), table).toEqual([])
    expect(told()).toEqual(before)
    const notifications = ok(await second.call(notificationsApi.list, { token: session }))
    expect(notifications.map(({ kind }) => kind)).toContain('card_assigned')
    await second.stop()
    await Promise.all([box.stop(), slack.stop(), pushes.stop(), program.stop()])
  })

  test('revives nothing that lets somebody in or acts: what was used, withdrawn or replaced since stays over', async () => {
    const [slack, pushes, github] = [await openSlack(), await openPushService(), await openGithub()]
    const OUTGOING_HOSTS = `${slack.env.OUTGOING_HOSTS},${pushes.env.OUTGOING_HOSTS}`
    const startTelling = () => startServer({ alone: true, env: { ...github.env, DATA_DIR: dataDir, OUTGOING_HOSTS } })
    const first = await startTelling()
    const { board, admin, member } = await makeTeam(first)
    const { token } = admin
    const params = { boardId: board.id }
    const outsider = await register(first)
    const { invitation } = ok(await first.call(boardsApi.addMember, { token, params, body: { email: freshEmail() } }))
    const link = invitation?.url?.split('#')[1] ?? ''
    const { secret } = ok(await first.call(twoFactorApi.enrol, { token: member.token, body: { current_password: member.password } }))
    const code = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate()
    const { recovery_codes } = ok(await first.call(twoFactorApi.confirm, { token: member.token, body: { code } }))
    ok(await first.call(notificationsApi.subscribe, { token, body: pushes.browser() }))
    ok(await first.call(slackApi.save, { token, params, body: { url: slack.url } }))
    const hook = ok(await first.call(githubApi.createWebhook, { token, params }))
    const removed = await new RoomClient(first.url()).ready()
    const { roomId, hostToken } = await removed.send('createRoom', { roomName: 'Planejamento', userName: 'Ana' })
    await removed.join(String(roomId), 'Ana', { hostToken: String(hostToken) })
    const caio = await new RoomClient(first.url(), { token: outsider.token }).ready()
    await caio.join(String(roomId), 'Caio')
    await removed.send('removeParticipant', { roomId, participantId: caio.participantId })
    for (const client of [removed, caio]) client.socket.disconnect()
    const file = await backUp(first, admin)
    await first.stop()

    await restoreBackup({ file, dataDir })
    const second = await startTelling()
    const session = await login(second, outsider)
    const record = await second.call(recordApi.history, { token: session, params: { roomId: String(roomId) } })
    expect([record.status, record.body.message]).toEqual([404, texts.recordGone])
    const accepted = await second.call(invitationsApi.accept, { token: session, body: { token: link } })
    expect([accepted.status, accepted.body.message]).toEqual([404, texts.invitationOver])
    const { body } = await second.call(authApi.login, { body: { email: member.email, password: member.password } })
    const used = await second.call(twoFactorApi.login, { body: { token: body.two_factor ?? '', code: recovery_codes[0] ?? '' } })
    expect(used.status).not.toBe(200)
    const delivered = await github.deliver(
      { url: second.url() + new URL(hook.url, 'http://x').pathname, secret: hook.secret },
      'time/app',
      1,
      {
        body: '{}',
      },
    )
    expect(delivered.status).toBe(404)
    const card = await makeCard(second, { ...admin, token: await login(second, admin) }, board, 'Pix')
    const cardsDone = { list_id: board.lists.at(-1)?.id, position: 0 }
    ok(await second.call(cardsApi.move, { token: await login(second, admin), params: { cardId: card.id }, body: cardsDone }))
    for (let turn = 0; turn < 2; turn++) await second.app.runJobs()
    expect(slack.messages).toEqual([])
    expect(await second.app.deps.db.selectFrom('push_subscriptions').select('id').execute()).toEqual([])
    const back = await new RoomClient(second.url()).ready()
    await expect(back.join(String(roomId), 'Ana', { seatToken: removed.seatToken })).rejects.toThrow(texts.roomInactive)
    back.socket.disconnect()
    await second.stop()
    await Promise.all([slack.stop(), pushes.stop(), github.stop()])
  })

  test('takes up nothing that was half done or sent by email when the copy was made', async () => {
    const [box, github] = [await openMailbox(), await openGithub()]
    const startAgain = (more = {}) => startServer({ alone: true, env: { ...box.env, ...github.env, DATA_DIR: dataDir, ...more } })
    const first = await startAgain()
    const admin = await register(first)
    const ana = await register(first, { name: 'Ana' })
    const { token } = ana
    ok(await first.call(passwordResetApi.request, { body: { email: ana.email } }))
    await untilSent(first)
    const confirmation = /confirmar-email#([\w-]{43})/.exec(box.takeConfirmations(ana.email)[0]?.text ?? '')?.[1] ?? ''
    const reset = /redefinir-senha#([\w-]{43})/.exec(box.take(ana.email)[0]?.text ?? '')?.[1] ?? ''
    expect([confirmation, reset]).not.toContain('')
    const redirectUri = 'http://rodada.exemplo.com.br/settings'
    const begun = await first.call(githubApi.authUrl, { token, body: { redirectUri } })
    const back = new URL(await github.authorize(begun.body.authUrl))
    const [bia, caio] = [await register(first, { name: 'Bia' }), await register(first, { name: 'Caio' })]
    for (const who of [bia, caio]) await confirmAddress(first, who)
    const factor = ok(await first.call(twoFactorApi.enrol, { token: caio.token, body: { current_password: caio.password } }))
    const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(factor.secret) })
    const code = (seconds = 0) => totp.generate({ timestamp: Date.now() + seconds * 1000 })
    ok(await first.call(twoFactorApi.confirm, { token: caio.token, body: { code: code() } }))
    const half = await first.call(authApi.login, { body: { email: caio.email, password: caio.password } })
    const enrolling = ok(await first.call(twoFactorApi.enrol, { token: bia.token, body: { current_password: bia.password } }))
    expect(enrolling.secret).not.toBe('')
    const before = await first.call(authApi.login, { body: { email: bia.email, password: bia.password } })
    const cookie = before.headers.get('set-cookie')?.split(';')[0] ?? ''
    const unsubscribe = await createInstanceKeys(first.app.deps).unsubscribeToken(bia.user.id, 'weekly_digest')
    const host = await new RoomClient(first.url()).ready()
    const { roomId, hostToken } = await host.send('createRoom', { roomName: 'Planejamento', userName: 'Ana' })
    host.socket.disconnect()
    const file = await backUp(first, admin)
    await first.stop()

    await restoreBackup({ file, dataDir })
    const second = await startAgain({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' })
    const session = await login(second, bia)
    const confirmed = await second.call(emailConfirmationApi.complete, { token: await login(second, ana), body: { token: confirmation } })
    expect([confirmed.status, confirmed.body.message]).toEqual([400, texts.confirmationOver])
    const passwords = { new_password: 'outra senha', confirmation: 'outra senha' }
    expect((await second.call(passwordResetApi.complete, { body: { token: reset, ...passwords } })).status).toBe(400)
    const returned = await second.raw(back.pathname + back.search, {
      headers: { cookie: begun.headers.get('set-cookie') ?? '' },
      redirect: 'manual',
    })
    expect(returned.headers.get('location')).toContain('invalid_state')
    const whole = await second.call(twoFactorApi.login, { body: { token: half.body.two_factor ?? '', code: code(30) } })
    expect([whole.status, whole.body.message]).toEqual([401, texts.twoFactorOver])
    const enrolled = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(enrolling.secret) }).generate()
    expect((await second.call(twoFactorApi.confirm, { token: session, body: { code: enrolled } })).status).not.toBe(200)
    // A browser that was known has no tries of its own any more.
    const from = { 'x-forwarded-for': '203.0.113.7' }
    for (let turn = 0; turn < 10; turn++)
      await second.call(authApi.login, { body: { email: bia.email, password: `palpite ${turn}` }, headers: from })
    const known = await second.call(authApi.login, { body: { email: bia.email, password: bia.password }, headers: { ...from, cookie } })
    expect(known.status).toBe(429)
    // It lives, and may: it can do nothing but end emails.
    ok(await second.call(notificationsApi.endMail, { body: { token: unsubscribe } }))
    const guest = await new RoomClient(second.url()).ready()
    expect(await guest.send('cancelRoom', { roomId, hostToken })).toMatchObject({ error: texts.roomInactive })
    guest.socket.disconnect()
    const rooms = await second.app.deps.db.selectFrom('rooms').select(['code', 'network', 'host_token_hash', 'record_code']).execute()
    expect(rooms, 'its record stays where it was').toEqual([{ code: null, network: null, host_token_hash: '', record_code: roomId }])
    await second.stop()
    await Promise.all([box.stop(), github.stop()])
  })

  test('refuses what is no sound backup of this program, and changes nothing', async () => {
    const server = await start()
    const admin = await register(server)
    const file = await backUp(server, admin)
    await server.stop()
    const current = readFileSync(join(dataDir, 'rodada.sqlite'))
    const refusal = async (name: string, make: (path: string) => void) => {
      const path = join(dataDir, name)
      make(path)
      const error = await restoreBackup({ file: path, dataDir }).catch((thrown: Error) => thrown)
      expect(readFileSync(join(dataDir, 'rodada.sqlite')).equals(current)).toBe(true)
      expect(existsSync(join(dataDir, 'restauracao'))).toBe(false)
      return error instanceof Error ? error.message : 'restored'
    }
    expect(await refusal('nada.sqlite', () => {})).toContain('Não há arquivo')
    expect(await refusal('texto.sqlite', (path) => writeFileSync(path, 'isto não é um banco '.repeat(500)))).toContain(
      'Não foi possível ler',
    )
    expect(await refusal('danificado.sqlite', (path) => writeFileSync(path, readFileSync(file).fill(0xff, 40_000, 80_000)))).toContain(
      'danificada',
    )
    const write = (path: string, sql: string) => {
      const database = new DatabaseSync(path)
      database.exec(sql)
      database.close()
    }
    expect(await refusal('outro.sqlite', (path) => write(path, 'create table receitas (nome text)'))).toContain('não da Rodada')
    const newer = "insert into kysely_migration (name, timestamp) values ('9999-do-futuro', '2030-01-01')"
    expect(
      await refusal('novo.sqlite', (path) => {
        writeFileSync(path, readFileSync(file))
        write(path, newer)
      }),
    ).toContain('versão mais nova')
  })

  test('works where the database is damaged, which does not start and says what to do', async () => {
    const server = await start()
    const admin = await register(server)
    const file = await backUp(server, admin)
    await server.stop()
    writeFileSync(join(dataDir, 'rodada.sqlite'), 'x'.repeat(8192))
    await expect(start()).rejects.toThrow()
    await restoreBackup({ file, dataDir })
    const again = await start()
    await login(again, admin)
    await again.stop()
  })

  test('a folder belongs to one process, and to none as soon as that is killed', async () => {
    const running = await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
    expect(() => lockDataFolder(dataDir)).toThrow('Outra Rodada já usa a pasta')
    await running.kill()
    lockDataFolder(dataDir)()
  })
})
