/*
 * What hostile files take of the program that reads them, with the bounds that the server gives it. What the server makes of what was
 * read is asked through its edge in `hostile.test.ts`; here it has no part, and neither has a database.
 */
import { mkdtemp, readdir, readFile as readText, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportSourceName } from '@rodada/contract/boards/import-settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReadResult } from './read-import.ts'
import { readFile } from './reading.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rodada-hostile-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A board of Planka with one card, and what hangs on it. */
const plankaBoard = (more: object) => ({
  item: { id: 'b', projectId: 'p', name: 'Checkout' },
  included: {
    lists: [{ id: 'l', name: 'Ideias', position: 1, type: 'active' }],
    cards: [{ id: 'c', listId: 'l', name: 'Um', position: 1 }],
    ...more,
  },
})
const issue = (index: number, fields: object) => ({
  key: `PAG-${index}`,
  fields: { summary: 'Um', status: { name: 'To Do' }, ...fields },
})
const issueOf = (fields: object) => ({ issues: [issue(1, fields)] })
const jiraIssue = (...content: object[]) => issueOf({ description: { type: 'doc', content } })
const long = 'é'.repeat(100_000)
const file = (index: number) => ({ id: `${index}`, filename: 'a.png', content: 'https://x/a.png' })
const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const gap = `Um${' '.repeat(200_000)}dois`
const thousands = <Thing>(count: number, make: (index: number) => Thing): Thing[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Reads a file with the bounds that the server gives it. */
async function readOf(source: ImportSourceName, made: unknown): Promise<ReadResult> {
  const bytes = Buffer.from(typeof made === 'string' ? made : JSON.stringify(made))
  const at = await mkdtemp(join(folder, 'leitura-'))
  const [path, into, scratch] = [join(at, 'arquivo'), join(at, 'pacote'), join(at, 'rascunho')]
  await writeFile(path, bytes)
  const options = { fileName: 'tabela.csv', timeZone: 'America/Sao_Paulo' }
  return readFile({ source, path, bytes: bytes.length, into, scratch, options }, new AbortController().signal)
}

// Each of them took minutes, in which nobody else's file was read, or ended the reader for want of memory.
test.each<[string, ImportSourceName, () => unknown]>([
  ['rows that all say the same', 'csv', () => `título\n${'Tarefa\n'.repeat(40_000)}`],
  ['rows that all have one id', 'csv', () => `id;título\n${'7;Tarefa\n'.repeat(40_000)}`],
  ['a table of very many columns', 'csv', () => `título${',x'.repeat(400_000)}\n${'Um\n'.repeat(2_000)}`],
  ['a table of Jira of very many columns', 'jira', () => `Summary,Issue key${',Comment'.repeat(100_000)}\n${'Um,PAG-1\n'.repeat(4_000)}`],
  ['a view of GitHub of very many columns', 'github', () => `Title\tURL${'\tx'.repeat(100_000)}\n${'Um\thttps://x\n'.repeat(20_000)}`],
  ['a person whose name is nearly an address', 'jira', () => `Summary,Issue key,Assignee\nUm,PAG-1,a@${'x.'.repeat(300_000)} b\n`],
  [
    'an issue of Jira with very many files and a long title full of accents',
    'jira',
    () => issueOf({ summary: 'e\u0301'.repeat(50_000), attachment: thousands(12_000, file) }),
  ],
  [
    'a field of Jira with a long name',
    'jira',
    () => ({ names: { customfield_1: long }, issues: thousands(12_000, (i) => issue(i, { customfield_1: 'x' })) }),
  ],
  ['a column of Jira with a long name', 'jira', () => `Summary,Issue key,Custom field (${long})\n${'Um,PAG-1,x\n'.repeat(12_000)}`],
  ['a column of GitHub with a long name', 'github', () => `Title\tURL\t${long}\n${'Um\thttps://x\tx\n'.repeat(12_000)}`],
  ['words of Jira with a gap between them', 'jira', () => jiraIssue(words(gap))],
  ['a cell of Jira with a gap', 'jira', () => jiraIssue({ type: 'table', content: [{ content: [{ content: [words(gap)] }] }] })],
  ['code of Jira with a gap', 'jira', () => jiraIssue({ type: 'codeBlock', content: [{ type: 'text', text: gap }] })],
  [
    'a card of Planka with very many people',
    'planka',
    () => plankaBoard({ cardMemberships: thousands(300_000, (i) => ({ cardId: 'c', userId: `${i}` })) }),
  ],
  [
    'a card of Planka with very many values',
    'planka',
    () => plankaBoard({ customFieldValues: thousands(60_000, (i) => ({ cardId: 'c', customFieldId: `${i}`, content: 'x' })) }),
  ],
  [
    'a relation of Planka that every object has',
    'planka',
    () => plankaBoard({ cardRelations: [{ cardId: 'c', relatedCardId: 'c', kind: 'constructor' }] }),
  ],
])('%s: read in the time that the size of the file asks for', async (_what, source, make) => {
  const result = await readOf(source, make())
  expect(result).toMatchObject({ head: { totals: { cards: expect.any(Number) } } })
  // Who looks at the import is sent no more of it than of any other.
  expect(JSON.stringify(result).length).toBeLessThan(500_000)
})

/** What a running program was started with, by a word that its call has. */
async function environmentOf(word: string): Promise<string | undefined> {
  for (const id of await readdir('/proc')) {
    if (!/^\d+$/.test(id)) continue
    // It may have ended meanwhile.
    const said = (name: string) => readText(`/proc/${id}/${name}`, 'utf8').catch(() => '')
    if ((await said('cmdline')).includes(word)) return said('environ')
  }
  return undefined
}

test.runIf(process.platform === 'linux')('the program that reads knows nothing of what the server was started with', async () => {
  let isOver = false
  const reading = readOf('csv', `título\n${'Tarefa\n'.repeat(40_000)}`).finally(() => {
    isOver = true
  })
  let environment: string | undefined
  while (!isOver && environment === undefined) environment = await environmentOf(`"path":"${folder}`)
  await reading
  const names = environment?.split('\0').flatMap((line) => line.split('=')[0] || [])
  expect(names).toEqual(['NODE_COMPILE_CACHE'])
})
