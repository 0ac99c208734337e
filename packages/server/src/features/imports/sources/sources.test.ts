import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportSourceName } from '@rodada/contract/boards/import-settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { githubAnswer } from '../../../../test/github-project.ts'
import type { OutsideCard, OutsideMove, OutsideSprint } from '../model.ts'
import { createNotes, createSink } from '../reading/bundle.ts'
import { createScratch } from '../reading/scratch.ts'
import { readers } from './sources.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rodada-sources-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** What a file says, before it is cleaned. */
async function readOf(source: ImportSourceName, file: unknown) {
  const path = join(folder, 'arquivo')
  await writeFile(path, typeof file === 'string' ? file : JSON.stringify(file))
  const scratch = createScratch(':memory:', 10_000_000)
  const notes = createNotes()
  await readers[source](path, createSink(scratch, notes.note).sink, { fileName: 'arquivo', timeZone: 'America/Sao_Paulo' })
  scratch.ready()
  const read = {
    cards: [...scratch.all<OutsideCard>('card')],
    moves: [...scratch.all<OutsideMove>('move')],
    sprints: [...scratch.all<OutsideSprint>('sprint')],
    leftOut: notes.all(),
  }
  scratch.close()
  return read
}

const nodes = (...all: object[]) => ({ nodes: all })
const github = 'https://github.com/acme/loja'

test('what GitHub closed without doing it is cancelled: a pull request that was not merged, an issue nobody plans, a duplicate', async () => {
  const closed = { state: 'CLOSED', closedAt: '2026-03-08T12:00:00Z' }
  const contents = [
    { title: 'Feita', url: `${github}/issues/1`, ...closed, stateReason: 'COMPLETED' },
    { title: 'De antes dos motivos', url: `${github}/issues/2`, ...closed, stateReason: null },
    { title: 'Não planejada', url: `${github}/issues/3`, ...closed, stateReason: 'NOT_PLANNED' },
    { title: 'Repetida', url: `${github}/issues/4`, ...closed, stateReason: 'DUPLICATE' },
    { title: 'Reaberta', url: `${github}/issues/5`, state: 'OPEN', stateReason: 'REOPENED' },
    { title: 'PR incorporado', url: `${github}/pull/6`, ...closed, state: 'MERGED' },
    { title: 'PR abandonado', url: `${github}/pull/7`, ...closed },
    { title: 'PR abandonado, sem endereço', __typename: 'PullRequest', ...closed },
    { title: 'PR aberto', url: `${github}/pull/9`, state: 'OPEN' },
  ]
  const items = nodes(...contents.map((content, index) => ({ id: `i${index}`, content })))
  const { cards } = await readOf('github', { data: { node: { title: 'Loja', items } } })
  expect(cards.map(({ title, status }) => [title, status])).toEqual([
    ['Feita', 'concluida'],
    ['De antes dos motivos', 'concluida'],
    ['Não planejada', 'cancelada'],
    ['Repetida', 'cancelada'],
    ['Reaberta', undefined],
    ['PR incorporado', 'concluida'],
    ['PR abandonado', 'cancelada'],
    ['PR abandonado, sem endereço', 'cancelada'],
    ['PR aberto', undefined],
  ])
})

/** Two projects of one owner: their ids differ in the number of the project alone. */
const [shop, other] = [
  { id: 'PVT_kwHOAPEpKM4BIeTN', number: 2, title: 'Loja', url: 'https://github.com/orgs/acme/projects/2' },
  { id: 'PVT_kwHOAPEpKM4BIeTO', number: 3, title: 'Empresa', url: 'https://github.com/orgs/acme/projects/3' },
]
type ProjectKey = keyof typeof shop
const only = (project: typeof shop, keys: readonly ProjectKey[]) => Object.fromEntries(keys.map((key) => [key, project[key]]))

/** An issue on two projects. `said`: what the query asked of the project that is read, and `told` of that of a change. */
function onTwoProjects(said: readonly ProjectKey[], told: readonly ProjectKey[]) {
  const change = (createdAt: string, status: string, project: object | null) => ({ createdAt, status, previousStatus: '', project })
  const timelineItems = nodes(
    change('2026-03-01T12:00:00Z', 'Da loja', only(shop, told)),
    change('2026-03-02T12:00:00Z', 'Da empresa', only(other, told)),
    change('2026-03-03T12:00:00Z', 'De um que não se vê', null),
  )
  const items = nodes({ id: 'PVTI_lAHOAPEpKM4BIeTNzghZnlg', content: { title: 'Pix', url: `${github}/issues/1`, timelineItems } })
  return { data: { node: { items, ...only(shop, said) } } }
}

test.each<[string, ProjectKey[], ProjectKey[]]>([
  ['its id', ['id', 'title'], ['id']],
  ['its title', ['title'], ['title']],
  ['its number', ['number'], ['number']],
  ['its address', ['url'], ['url']],
  ['all of it', ['id', 'number', 'title', 'url'], ['id', 'number', 'title', 'url']],
  ['its id, which only items know', [], ['id', 'title']],
])('changes of status on another project of GitHub are not those of this one, told by %s', async (_what, said, told) => {
  const { moves, leftOut } = await readOf('github', onTwoProjects(said, told))
  expect(moves.map(({ to }) => to.title)).toEqual(['Da loja'])
  expect(leftOut.map(({ kind }) => kind)).toEqual(['automations'])
})

test('a project of GitHub that was renamed between two pages keeps its changes of status', async () => {
  const page = onTwoProjects(['id', 'title'], ['id', 'title'])
  const { moves } = await readOf('github', [{ data: { node: { ...shop, title: 'Loja de antes', items: nodes() } } }, page])
  expect(moves.map(({ to }) => to.title)).toEqual(['Da loja'])
})

test('changes of status of GitHub that say no project are those of the one that is read', async () => {
  expect((await readOf('github', githubAnswer())).moves.length).toBe(3)
  // A title is not compared with a number; a project that one may not see is another.
  expect((await readOf('github', onTwoProjects(['title'], ['number']))).moves.length).toBe(2)
})

test('an issue of Jira that two pages have counts once for its sprints', async () => {
  const sprint = (id: number, state: string, month: string) => ({
    ...{ id, name: `Sprint ${id}`, state, boardId: 1, startDate: `${month}-01T12:00:00.000Z` },
    ...{ endDate: `${month}-14T12:00:00.000Z`, completeDate: state === 'closed' ? `${month}-14T18:00:00.000Z` : undefined },
  })
  const sprints = [sprint(5, 'closed', '2026-01'), sprint(6, 'closed', '2026-02')]
  const issue = (number: number, more: object = {}) => ({
    key: `PAG-${number}`,
    fields: { summary: `Cartão ${number}`, status: { name: 'To Do' }, priority: { name: 'Outra' }, customfield_10020: sprints, ...more },
  })
  // The second page came when the issue had gone on to another sprint.
  const later = issue(2, { summary: 'Mudado', customfield_10020: [...sprints, sprint(7, 'future', '2026-03')] })
  const { cards, sprints: found, leftOut } = await readOf('jira', [{ issues: [issue(1), issue(2)] }, { issues: [later, issue(3)] }])
  expect(cards.map(({ title }) => title)).toEqual(['Cartão 1', 'Cartão 2', 'Cartão 3'])
  expect(found.map(({ name, ended }) => [name, ended && 'left' in ended && ended.left])).toEqual([
    ['Sprint 6', 0],
    ['Sprint 5', 3],
  ])
  expect(
    leftOut.filter(({ kind }) => ['history_missing', 'values_invalid'].includes(kind)).map(({ kind, count }) => [kind, count]),
  ).toEqual([
    ['values_invalid', 3],
    ['history_missing', 3],
  ])
})

test('an issue that a table of Jira has twice counts once, too', async () => {
  const rows = ['Summary,Issue key,Status,Sprint,Sprint', 'Pix,PAG-1,Done,Sprint 5,Sprint 6', 'Pix,PAG-1,To Do,Sprint 5,Sprint 6']
  const { sprints, leftOut } = await readOf('jira', rows.join('\n'))
  expect(sprints).toEqual([])
  expect(leftOut.map(({ kind, count }) => [kind, count])).toContainEqual(['history_missing', 1])
})
