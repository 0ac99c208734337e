import { createHash } from 'node:crypto'
import type { WorkStatus } from '@rodada/contract/core/fields'
import { normalize } from '../../../platform/normalize.ts'
import { type Reader, Unreadable } from '../model.ts'
import { createGithubBoard, type GithubItem } from './github-board.ts'
import { firstSign, type JsonPath, readJson } from './json-reader.ts'
import { readTable } from './table-reader.ts'
import { instantOf, listOf, numberOf, shortName, type Thing, textOf, thingOf } from './values.ts'

/*
 * A project of GitHub: what its command line lists (`gh project item-list --format json`), what its GraphQL answers, or the table that a view of the
 * project exports, with tabs between its cells.
 */

export const readGithub: Reader = async (path, sink, options) => {
  const sign = await firstSign(path)
  const board = createGithubBoard(sink, options)
  if (sign === '{' || sign === '[') await readItems(path, sign === '[', board)
  else await readView(path, board)
  board.end()
}

type Board = ReturnType<typeof createGithubBoard>

/** Where items are: in the list of the command line, and below what a query asked for. */
const owners = ['data.*.projectV2', 'data.node', 'data.*.node']

async function readItems(path: string, isMany: boolean, board: Board): Promise<void> {
  const at = isMany ? '$.*' : '$'
  const heads = ['id', 'number', 'title', 'shortDescription', 'url'].flatMap((name) => owners.map((owner) => `${at}.${owner}.${name}`))
  const parts = ['items.nodes.*', 'fields.nodes.*'].flatMap((part) => owners.map((owner) => `${at}.${owner}.${part}`))
  const wanted = [`${at}.items.*`, `${at}.totalCount`, ...heads, ...parts]
  let total = 0
  // What a query asks of the project may stand behind its items, and their past is read by it.
  await readJson(path, wanted, (where: JsonPath, value) => {
    const last = where.at(-1)
    if (last === 'totalCount') total = Math.max(total, numberOf(value) ?? 0)
    else if (typeof last === 'string') board.project(last, textOf(value))
  })
  await readJson(path, wanted, (where: JsonPath, value) => {
    const [last, list] = [where.at(-1), where.at(-2)]
    if (typeof last === 'string') return
    if (where.at(-3) === 'fields') board.options(thingOf(value))
    else if (list === 'items') readListed(thingOf(value), board)
    else readNode(thingOf(value), board)
  })
  if (board.count() === 0) throw new Unreadable({ kind: 'foreign' })
  // The command line lists thirty items unless it is told a limit.
  board.missing(total - board.count())
}

const namesIn = (value: unknown): string[] =>
  listOf(value).map((one) => textOf(one) || textOf(thingOf(one).name) || textOf(thingOf(one).login))
const nodesIn = (value: unknown): Thing[] => listOf(thingOf(value).nodes).map(thingOf)
const blank = (): GithubItem => ({
  ...{ id: '', key: '', title: '', body: '', url: '', status: '', people: [], labels: [], links: [] },
  fields: [],
})

/** An item as the command line lists it: its fields are keys beside its content. */
function readListed(item: Thing, board: Board): void {
  const content = thingOf(item.content)
  if (textOf(item.id) === '' || (textOf(item.title) === '' && textOf(content.title) === '')) return
  const found: GithubItem = {
    ...blank(),
    ...{ id: textOf(item.id), key: textOf(content.url) || textOf(item.id), title: textOf(item.title) || textOf(content.title) },
    ...{ body: textOf(content.body), url: textOf(content.url), status: textOf(item.status) },
    people: namesIn(item.assignees).map((login) => ({ id: login, name: login })),
    labels: namesIn(item.labels).map((name) => ({ name })),
    links: listOf(item['linked pull requests']).map(textOf),
    parent: textOf(thingOf(item['parent issue']).url) || textOf(item['parent issue']),
  }
  const told = new Set(['id', 'title', 'content', 'status', 'assignees', 'labels', 'linked pull requests', 'parent issue', 'repository'])
  for (const [name, value] of Object.entries(item)) {
    if (told.has(name) || value === null) continue
    if (typeof value === 'object' && !Array.isArray(value)) {
      const thing = thingOf(value)
      // An iteration has a title, and a day on which it begins; a milestone only the first.
      found.fields.push({ name, value: textOf(thing.title) || textOf(thing.name), isIteration: 'startDate' in thing })
    } else
      found.fields.push({
        name,
        value: Array.isArray(value) ? namesIn(value).join(', ') : typeof value === 'number' ? value : textOf(value),
      })
  }
  board.add(found)
}

/** Why an issue was closed that was not done. */
const notDone = new Set(['NOT_PLANNED', 'DUPLICATE'])

/** What became of an issue or a pull request; undefined for an open one. */
function outcomeOf(content: Thing): WorkStatus | undefined {
  if (notDone.has(textOf(content.stateReason))) return 'cancelada'
  const isPull = content.__typename === 'PullRequest' || /\/pull\/\d+$/.test(textOf(content.url))
  // GitHub says MERGED of a pull request that was merged, so a closed one was abandoned.
  if (content.state === 'CLOSED') return isPull ? 'cancelada' : 'concluida'
  return content.state === 'MERGED' ? 'concluida' : undefined
}

/** An item as GraphQL answers it, with as much of it as the query asked for. */
function readNode(item: Thing, board: Board): void {
  const content = thingOf(item.content)
  const fields = nodesIn(item.fieldValues)
  const titleField = fields.find((value) => textOf(thingOf(value.field).name) === 'Title')
  const title = textOf(content.title) || textOf(titleField?.text)
  if (title === '') return
  const found: GithubItem = {
    ...blank(),
    ...{ id: textOf(item.id), key: textOf(content.url) || textOf(item.id), title, body: textOf(content.body), url: textOf(content.url) },
    people: nodesIn(content.assignees).map(personIn),
    labels: nodesIn(content.labels).map((label) => ({ name: textOf(label.name), color: textOf(label.color) })),
    ...{ created_at: instantOf(content.createdAt) ?? instantOf(item.createdAt), closed_at: instantOf(content.closedAt) },
    ...{ outcome: outcomeOf(content), author: personIn(content.author) },
    archived_at: item.isArchived === true ? (instantOf(item.updatedAt) ?? new Date().toISOString()) : undefined,
    parent: textOf(thingOf(content.parent).url),
  }
  const type = textOf(thingOf(content.issueType).name)
  if (type !== '') found.labels.unshift({ name: type })
  const milestone = textOf(thingOf(content.milestone).title)
  if (milestone !== '') found.fields.push({ name: 'Milestone', value: milestone })
  for (const value of fields) {
    const name = textOf(thingOf(value.field).name)
    const isIteration = 'iterationId' in value || 'startDate' in value
    const said =
      typeof value.number === 'number'
        ? value.number
        : textOf(value.text) || textOf(value.name) || textOf(value.date) || textOf(value.title)
    if (name === 'Status') found.status = textOf(value.name)
    else if (name !== '' && name !== 'Title' && said !== '') found.fields.push({ name, value: said, isIteration })
  }
  board.add(found)
  for (const comment of nodesIn(content.comments)) {
    const [at, by] = [instantOf(comment.createdAt), personIn(comment.author)]
    if (at) board.comment(found, { id: textOf(comment.id) || `${found.key} ${at}`, at, by, text: textOf(comment.body) })
  }
  for (const [index, event] of nodesIn(content.timelineItems).entries()) {
    const at = instantOf(event.createdAt)
    if (at && typeof event.status === 'string')
      board.move(found, {
        id: textOf(event.id) || `${found.key} ${at} ${index}`,
        at,
        by: personIn(event.actor),
        from: textOf(event.previousStatus),
        to: event.status,
        project: event.project,
      })
  }
}

const personIn = (value: unknown) => {
  const person = thingOf(value)
  const id = textOf(person.login)
  return { id, name: textOf(person.name) || id, email: textOf(person.email) || undefined }
}

type Kind = 'title' | 'url' | 'status' | 'people' | 'labels' | 'links' | 'parent' | 'none'
/** Names of columns that are no fields, folded. */
const kinds = new Map<string, Kind>([
  ...(['title', 'url', 'status', 'labels'] as const).map((name): [string, Kind] => [name, name]),
  ['assignees', 'people'],
  ['linked pull requests', 'links'],
  ['parent issue', 'parent'],
  ...['sub-issues progress', 'repository', 'reviewers'].map((name): [string, Kind] => [name, 'none']),
])

/** The table of a view: its first line names the fields that the view shows. */
async function readView(path: string, board: Board): Promise<void> {
  let columns: { name: string; kind: Kind | undefined; isIteration: boolean }[] | undefined
  await readTable(path, (record, line) => {
    if (!columns) {
      columns = record.map((name) => {
        const folded = normalize(name).trim()
        return { name: shortName(name), kind: kinds.get(folded), isIteration: /^(sprint|iteration|iteracao)$/.test(folded) }
      })
      const known = new Set(columns.map(({ kind }) => kind))
      // Any table has titles; one of GitHub has something of its own, too.
      if (!known.has('title') || ![...known].some((kind) => kind !== undefined && kind !== 'title'))
        throw new Unreadable({ kind: 'foreign', line })
      return
    }
    const item = blank()
    for (const [index, value] of record.entries()) {
      const column = columns[index]
      if (value === '' || !column) continue
      const { name, kind, isIteration } = column
      const several = value.split(',').map((part) => part.trim())
      if (kind === 'title' || kind === 'url' || kind === 'status' || kind === 'parent') item[kind] = value
      else if (kind === 'people') item.people = several.map((login) => ({ id: login, name: login }))
      else if (kind === 'labels') item.labels = several.map((label) => ({ name: label }))
      else if (kind === 'links') item.links = several
      else if (kind === undefined) item.fields.push({ name, value, isIteration })
    }
    if (item.title === '' && item.url === '') return
    item.key = item.url || `draft ${createHash('sha256').update(normalize(item.title)).digest('hex').slice(0, 24)}`
    board.add(item)
  })
}
