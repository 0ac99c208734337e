import type { FieldType } from '@rodada/contract/boards/fields'
import { normalize } from '../../../platform/normalize.ts'
import { type OutsideCard, type Reader, type Sink, Unreadable } from '../model.ts'
import {
  type Category,
  categoryOf,
  createJiraBoard,
  fieldKind,
  hoursOf,
  isLong,
  placeOf,
  relationKind,
  withSections,
} from './jira-board.ts'
import { isSprint, type JiraSprint, sprintsIn } from './jira-sprints.ts'
import { markdownOfJira } from './jira-text.ts'
import { firstSign, readJson } from './json-reader.ts'
import { instantOf, listOf, numberOf, shortName, type Thing, textOf, thingOf } from './values.ts'

/*
 * What the API of Jira answers to a search: `{issues: [{key, fields, changelog}], names}`, several such pages in an array, or an array of issues. With
 * `expand=names` it says how fields are called, with `expand=changelog` when statuses changed.
 */

/** What these are by default in Jira Cloud, where a file does not say the names of fields. */
const defaults: Record<string, string> = {
  customfield_10014: 'Epic Link',
  customfield_10015: 'Start date',
  customfield_10016: 'Story point estimate',
  customfield_10019: 'Rank',
  customfield_10020: 'Sprint',
}

export const readJiraJson: Reader = async (path, sink, options) => {
  // Names stand behind the issues.
  const names = new Map<string, string>(Object.entries(defaults))
  await readJson(path, ['$.names', '$.*.names'], (at, value) => {
    if (at.at(-1) !== 'names') return
    for (const [id, name] of Object.entries(thingOf(value))) if (id.startsWith('customfield_')) names.set(id, shortName(textOf(name)))
  })
  const board = createJiraBoard(sink, options)
  const seen = { moves: 0 }
  const read = (value: unknown) => {
    const issue = thingOf(value)
    if (textOf(issue.key) !== '' && typeof issue.fields === 'object' && issue.fields !== null)
      seen.moves += readIssue(issue, { names, board, sink })
  }
  await readJson(path, ['$.issues.*', '$.*.issues.*'], (_, value) => read(value))
  // An array of issues is one of things that have no issues themselves.
  if (board.count() === 0 && (await firstSign(path)) === '[') await readJson(path, ['$.*'], (_, value) => read(value))
  if (board.count() === 0) throw new Unreadable({ kind: 'foreign' })
  board.end()
  if (seen.moves === 0) sink.leftOut('history_missing', undefined, board.count())
}

type Reading = { names: ReadonlyMap<string, string>; board: ReturnType<typeof createJiraBoard>; sink: Sink }

/** The id of somebody: of Jira Cloud, or of a Jira of one's own. */
function personIn(value: unknown, board: Reading['board']): string | undefined {
  const person = thingOf(value)
  const id = textOf(person.accountId) || textOf(person.name) || textOf(person.key)
  return board.person(id, textOf(person.displayName) || id, textOf(person.emailAddress))
}

const nameIn = (value: unknown): string => textOf(thingOf(value).name)
/** `2024-06-06T12:28:37.260+0100`, or milliseconds. */
const momentOf = (value: unknown): string | undefined =>
  instantOf(typeof value === 'number' && value > 1e11 && value < 1e14 ? new Date(value).toISOString() : value)

/** The same sprint may stand in two fields. */
const onlyOnce = (sprints: readonly JiraSprint[]): JiraSprint[] => [...new Map(sprints.map((sprint) => [sprint.id, sprint])).values()]

/** What a field of any kind says in one line; undefined for what is no text. */
function wordOf(value: unknown): string | undefined {
  if (typeof value === 'string') return /^\{(\w+=)?\}$|^\{.*cachedValue/.test(value) ? undefined : value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value))
    return value
      .map(wordOf)
      .filter((text) => text !== undefined && text !== '')
      .join(', ')
  const thing = thingOf(value)
  if (thing.type === 'doc') return markdownOfJira(thing)
  const own = textOf(thing.value) || textOf(thing.displayName) || textOf(thing.name)
  const child = textOf(thingOf(thing.child).value)
  return child === '' ? own : `${own} / ${child}`
}

/** @returns how many changes of its status are in the file */
function readIssue(issue: Thing, { names, board, sink }: Reading): number {
  const fields = thingOf(issue.fields)
  const [key, title] = [textOf(issue.key), textOf(fields.summary)]
  const values: OutsideCard['values'] = {}
  const known: Partial<Record<'rank' | 'points' | 'start' | 'epic', unknown>> = {}
  const sections: { name: string; text: string }[] = []
  const sprints = sprintsIn(Array.isArray(fields.sprint) ? fields.sprint : [fields.sprint]).concat(sprintsIn(fields.closedSprints))
  for (const [id, value] of Object.entries(fields)) {
    if (!id.startsWith('customfield_') || value === null || value === '') continue
    const name = names.get(id) || id
    const rank = typeof value === 'string' && placeOf(value) !== undefined
    const kind = rank ? 'rank' : isSprint(value) ? 'sprint' : fieldKind(name)
    if (kind === 'sprint') sprints.push(...sprintsIn(value))
    else if (kind !== undefined && kind !== 'none') known[kind] ??= value
    const word = kind === undefined ? wordOf(value) : undefined
    if (word === undefined || word === '') continue
    if (isLong(word)) {
      sections.push({ name, text: typeof value === 'string' ? markdownOfJira(value) : word })
      continue
    }
    const type: FieldType = typeof value === 'number' ? 'number' : /^\d{4}-\d\d-\d\d$/.test(word) ? 'date' : 'text'
    values[board.field(name, type)] = type === 'number' ? (value as number) : word
  }
  const environment = markdownOfJira(fields.environment)
  if (isLong(environment)) sections.push({ name: 'Environment', text: environment })
  else if (environment !== '') values[board.field('Environment', 'text')] = environment
  const versions = listOf(fields.fixVersions).map(nameIn).join(', ')
  if (versions !== '') values[board.field('Fix versions', 'text')] = versions
  const assignee = personIn(fields.assignee, board)
  const creator = personIn(fields.creator, board) ?? personIn(fields.reporter, board)
  personIn(fields.reporter, board)
  const parent = thingOf(fields.parent)
  const project = thingOf(fields.project)
  const status = statusIn(fields.status)
  const comments = thingOf(fields.comment)
  const points = numberOf(known.points)
  board.add({
    ...{ key, number: textOf(issue.id), project: { key: textOf(project.key) || key.replace(/-\d+$/, ''), name: textOf(project.name) } },
    ...{
      status,
      type: nameIn(fields.issuetype),
      labels: listOf(fields.labels)
        .map(textOf)
        .filter((label) => label !== ''),
    },
    components: listOf(fields.components)
      .map(nameIn)
      .filter((name) => name !== ''),
    ...{ sprints: onlyOnce(sprints), priority: nameIn(fields.priority) },
    parent: textOf(parent.key) || textOf(parent.id) || (typeof known.epic === 'string' ? known.epic : textOf(thingOf(known.epic).key)),
    place: typeof known.rank === 'string' ? placeOf(known.rank) : undefined,
    card: {
      ...{
        title,
        description: withSections(markdownOfJira(fields.description), sections),
        values,
        members: assignee ? [assignee] : [],
        created_by: creator,
      },
      ...{ created_at: momentOf(fields.created), completed_at: momentOf(fields.resolutiondate) },
      ...{ start_date: textOf(known.start).slice(0, 10) || undefined, due_date: textOf(fields.duedate) || undefined },
      ...{ estimate: points, hours: hoursOf(numberOf(fields.timeoriginalestimate)), comment_count: numberOf(comments.total) },
    },
  })
  const votes = numberOf(thingOf(fields.votes).votes) ?? 0
  if (votes > 0) sink.leftOut('votes', title)
  const worklogs = numberOf(thingOf(fields.worklog).total) ?? 0
  if (worklogs > 0) sink.leftOut('worklogs', title, worklogs)
  for (const comment of listOf(comments.comments).map(thingOf)) readComment(comment, key, board, sink)
  for (const file of listOf(fields.attachment).map(thingOf)) {
    const [at, by] = [momentOf(file.created), personIn(file.author, board)]
    sink.link({
      id: textOf(file.id),
      card: key,
      title: textOf(file.filename),
      url: textOf(file.content),
      at,
      by,
      size: numberOf(file.size),
    })
    sink.leftOut('files_as_links', title)
  }
  for (const link of listOf(fields.issuelinks).map(thingOf)) {
    const kind = relationKind(nameIn(link.type))
    const [outward, inward] = [textOf(thingOf(link.outwardIssue).key), textOf(thingOf(link.inwardIssue).key)]
    const [from, to] = outward === '' ? [inward, key] : [key, outward]
    sink.relation({ id: `${from} ${kind} ${to}`, kind, from, to })
  }
  return readChanges(issue, key, board, sink)
}

/** Statuses go by their names: they are what a table has, too. */
const statusId = (name: string): string => `status ${normalize(name).trim()}`
function statusIn(value: unknown): { id: string; name: string; category: Category | undefined } {
  const status = thingOf(value)
  const category = thingOf(status.statusCategory)
  return {
    id: statusId(nameIn(status)),
    name: nameIn(status),
    category: categoryOf(textOf(category.key)) ?? categoryOf(textOf(category.name)),
  }
}

function readComment(comment: Thing, card: string, board: Reading['board'], sink: Sink): void {
  const [at, updated] = [momentOf(comment.created), momentOf(comment.updated)]
  const text = markdownOfJira(comment.body)
  if (at === undefined || text.trim() === '') return
  const by = personIn(comment.author, board)
  const edited_at = updated === at ? undefined : updated
  sink.comment({
    id: textOf(comment.id) || `${card} ${at}`,
    card,
    by,
    name: textOf(thingOf(comment.author).displayName) || undefined,
    at,
    text,
    edited_at,
  })
}

function readChanges(issue: Thing, card: string, board: Reading['board'], sink: Sink): number {
  let count = 0
  const changelog = thingOf(issue.changelog)
  for (const history of listOf(changelog.histories).map(thingOf)) {
    const [at, by] = [momentOf(history.created), personIn(history.author, board)]
    for (const item of listOf(history.items).map(thingOf)) {
      if (item.field !== 'status' || at === undefined) continue
      const [from, to] = [textOf(item.fromString), textOf(item.toString)].map((title) => ({ id: statusId(title), title }))
      if (!from || !to) continue
      count += 1
      for (const { id, title } of [from, to]) board.status(id, title)
      sink.move({ id: `${card} ${textOf(history.id) || at} ${count}`, card, at, by, from, to })
    }
  }
  // A page has the first hundred changes of an issue; with more, it says how many there are.
  if ((numberOf(changelog.total) ?? 0) > listOf(changelog.histories).length) sink.leftOut('history_missing', card)
  return count
}
