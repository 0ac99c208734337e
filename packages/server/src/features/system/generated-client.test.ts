import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'

const cache = join(import.meta.dirname, '../../../.cache')
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

/** What somebody writes against the generated client, with only what that says of names and shapes. */
const program = `
import { boardsCreate, boardsLists, boardExportJson, cardsGet, cardsSearch, cardsUpdate, checklistsAdd, commentsAdd, filesGet, filesUpload,
  listCardsCreate, tokensCreate } from './client/index.js'
import { createClient } from './client/client/index.js'

export async function run(baseUrl: string, session: string) {
  const own = createClient({ baseUrl, auth: session })
  const { data: token } = await tokensCreate({ client: own, throwOnError: true, body: { name: 'programa', scope: 'write' } })
  const client = createClient({ baseUrl, auth: token.token })
  const { data: board } = await boardsCreate({ client, throwOnError: true, body: { title: 'Feito por um programa' } })
  const { data: lists } = await boardsLists({ client, throwOnError: true, path: { boardId: board.id } })
  const listId = lists[0]!.id
  const path = { boardId: board.id, listId }
  const { data: made } = await listCardsCreate({ client, throwOnError: true, path, body: { title: 'Pão & café', priority: 'high' } })
  const cardId = made.id
  await cardsUpdate({ client, throwOnError: true, path: { cardId }, body: { due_date: '2027-03-01', estimate: 5 } })
  await commentsAdd({ client, throwOnError: true, path: { cardId }, body: { content: 'Dito por um programa' } })
  await checklistsAdd({ client, throwOnError: true, path: { cardId }, body: { title: 'Antes de fechar' } })
  const content = new Blob([new Uint8Array([0, 1, 2, 254, 255])])
  const { data: file } = await filesUpload({ client, throwOnError: true, path: { cardId }, query: { name: 'ação.bin' }, body: content })
  const { data: bytes } = await filesGet({ client, throwOnError: true, path: { fileId: file.id }, parseAs: 'arrayBuffer' })
  const { data: card } = await cardsGet({ client, throwOnError: true, path: { cardId } })
  const { data: found } = await cardsSearch({ client, throwOnError: true, query: { q: 'café', board_id: board.id, open: true } })
  const { data: exported } = await boardExportJson({ client, throwOnError: true, path: { boardId: board.id }, parseAs: 'json' })
  const refused = await cardsGet({ client, path: { cardId: 2_000_000_000 } })
  const wrong = await cardsUpdate({ client, path: { cardId }, body: { title: '' } })
  const twice = await tokensCreate({ client, body: { name: 'outro', scope: 'read' } })
  return {
    card: { title: card.title, priority: card.priority, due_date: card.due_date, estimate: card.estimate },
    found: found.map(({ id }) => id === cardId),
    file: [file.name, [...new Uint8Array(bytes as unknown as ArrayBuffer)]],
    exported,
    refused: [refused.response?.status, refused.error?.error],
    wrong: [wrong.response?.status, Object.keys(wrong.error?.fields ?? {})],
    twice: twice.response?.status,
  }
}
`

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startServer()
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'client-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

test('a client generated from the description writes and reads a board, and knows errors', async () => {
  const description = await (await server.raw('/api/openapi.json')).text()
  const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'] as const
  await createClient({
    input: JSON.parse(description),
    output: join(folder, 'client'),
    plugins: [...plugins],
    logs: { level: 'silent', file: false },
  })
  writeFileSync(join(folder, 'program.ts'), program)
  const compilerOptions = { strict: true, target: 'es2024', module: 'nodenext', lib: ['es2024', 'dom', 'dom.iterable'], types: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  // A refusal of the compiler rejects, with what it says.
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '--project', folder]).catch((error) => error)
  expect(stdout, 'what the compiler says of names and shapes').toBe('')

  const { run } = await import(pathToFileURL(join(folder, 'program.js')).href)
  const { token } = await register(server)
  const { exported, ...told } = await run(server.url(), token)
  expect(told).toEqual({
    card: { title: 'Pão & café', priority: 'high', due_date: '2027-03-01', estimate: 5 },
    found: [true],
    file: ['ação.bin', [0, 1, 2, 254, 255]],
    refused: [404, 'not_found'],
    wrong: [400, ['title']],
    twice: 403,
  })
  expect(exported.board.title).toBe('Feito por um programa')
})
