import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { importsApi } from '@rodada/contract/boards/imports'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { filesMs, sendImport, settled } from '../../../test/imports.ts'
import { type Mailbox, openMailbox, resetByMail } from '../../../test/mailbox.ts'
import { trelloHost } from '../../../test/trello-host.ts'

vi.setConfig({ testTimeout: filesMs })

const asked = Promise.withResolvers<void>()
const letGo = Promise.withResolvers<void>()
let host: Awaited<ReturnType<typeof trelloHost>>
let box: Mailbox
let server: TestServer
beforeAll(async () => {
  host = await trelloHost(async (_, response) => {
    asked.resolve()
    await letGo.promise
    response.end('bytes')
  })
  box = await openMailbox()
  server = await startServer({ alone: true, env: { ...host.env, ...box.env, SECRET: 'a secret that seals what is kept of others' } })
  host.standIn(server)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.stop()
  await box.stop()
  host.stop()
})

const url = 'https://trello.com/1/cards/c/attachments/a/download/ata.txt'
const attachment = { ...{ id: '6'.repeat(24), name: 'ata.txt', url, isUpload: true, bytes: 10 }, date: '2026-02-02T12:00:00.000Z' }
const fileOf = (name: string, attachments: object[] = []) => ({
  ...{ id: name, name, lists: [{ id: 'l', name: 'Ideias', pos: 1 }] },
  cards: [{ id: `c ${name}`, idList: 'l', name: 'Pix', attachments }],
})
const trello = { key: '0123456789abcdef0123456789abcdef', token: `ATTA${'0123456789abcdef'.repeat(4)}` }

test('a reset password ends what somebody else had begun to import', async () => {
  await register(server)
  const ana = await register(server, { name: 'Ana Esqueceu' })
  const begun = await sendImport(server, ana, 'trello', fileOf('Começou', [attachment]))
  ok(await server.call(importsApi.run, { token: ana.token, params: { importId: begun.id }, body: { trello } }))
  const ready = await sendImport(server, ana, 'trello', fileOf('Espera'))
  await asked.promise

  const { email } = ana
  const password = await resetByMail(server, box, email)
  letGo.resolve()

  const owner = ok(await server.call(authApi.login, { body: { email, password } }))
  for (const { id } of [begun, ready]) expect((await settled(server, owner, id)).status).toBe('cancelled')
  expect(ok(await server.call(boardsApi.list, { token: owner.token }))).toEqual([])
  const kept = await server.app.deps.db.selectFrom('imports').select(['secret', 'step']).execute()
  expect(kept).toEqual([
    { secret: null, step: null },
    { secret: null, step: null },
  ])
})
