import type { FieldType } from '@rodada/contract/boards/fields'
import type { boardColors } from '@rodada/contract/boards/settings'
import type { WorkStatus } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { normalize } from '../../../platform/normalize.ts'
import { statusOfName } from '../../boards/lists/status-policy.ts'
import type { OutsideCard, ReadOptions, Sink } from '../model.ts'
import { priorityOf } from './jira-board.ts'
import { listOf, numberOf, type Thing, textOf, thingOf } from './values.ts'
import { createDates } from './written-dates.ts'

/* What the three exports of a project of GitHub have in common. */

type Person = { id: string; name: string; email?: string | undefined }
export type GithubItem = {
  /** Of the item; and by what it is known in all of the exports: the address of its issue, if it has one. */
  id: string
  key: string
  title: string
  /** Markdown. */
  body: string
  url: string
  status: string
  people: Person[]
  /** A colour in hex. */
  labels: { name: string; color?: string }[]
  /** Addresses of pull requests. */
  links: string[]
  fields: { name: string; value: string | number; isIteration?: boolean }[]
  created_at?: string | undefined
  closed_at?: string | undefined
  archived_at?: string | undefined
  /** Of one that is over; an open one has the status of its column. */
  outcome?: WorkStatus | undefined
  author?: Person | undefined
  /** The address, or the title, of what it is a part of. */
  parent?: string | undefined
}

/** A change of status. `project`: what the answer says of the project on which it was, undefined where the query did not ask for it. */
type GithubMove = { id: string; at: string; by: Person; from: string; to: string; project: unknown }

/** What some fields are here, by their names, folded. */
const known: Record<string, 'estimate' | 'hours' | 'priority' | 'start_date' | 'due_date'> = {
  ...{
    estimate: 'estimate',
    'story points': 'estimate',
    points: 'estimate',
    estimativa: 'estimate',
    pontos: 'estimate',
    puntos: 'estimate',
  },
  ...{ priority: 'priority', prioridade: 'priority', prioridad: 'priority' },
  ...{ start: 'start_date', 'start date': 'start_date', inicio: 'start_date', [normalize('data de início')]: 'start_date' },
  ...{
    due: 'due_date',
    'due date': 'due_date',
    'target date': 'due_date',
    'end date': 'due_date',
    deadline: 'due_date',
    prazo: 'due_date',
  },
}

type Color = keyof typeof boardColors
/** The colour of the product that is nearest in hue. */
function nearestColor(hex = ''): Color | undefined {
  const [, digits = ''] = /^#?([0-9a-f]{6})$/i.exec(hex) ?? []
  if (digits === '') return undefined
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  if (most - least < 0.12) return 'grafite'
  const sixth = most === r ? ((g - b) / (most - least) + 6) % 6 : most === g ? (b - r) / (most - least) + 2 : (r - g) / (most - least) + 4
  const hues: [number, Color][] = [
    ...([
      [15, 'pitanga'],
      [38, 'caju'],
      [70, 'ipe'],
      [165, 'folha'],
      [195, 'petroleo'],
      [255, 'azul'],
      [330, 'jabuticaba'],
    ] as [number, Color][]),
  ]
  return hues.find(([end]) => sixth * 60 < end)?.[1] ?? 'pitanga'
}

/** The project of an item or a project: a list of numbers in the way of MessagePack, of which the owner's and the project's are the second and third. */
function projectIn(id: string): string | undefined {
  const bytes = Buffer.from(/^PVTI?_([\w-]+)$/.exec(id)?.[1] ?? '', 'base64url')
  const numbers: number[] = []
  for (let at = 1; at < bytes.length; ) {
    const head = bytes[at] ?? 0
    const size = { 204: 1, 205: 2, 206: 4 }[head] ?? 0
    if ((size === 0 && head > 127) || at + size >= bytes.length) return undefined
    numbers.push(size === 0 ? head : bytes.readUIntBE(at + 1, size))
    at += size + 1
  }
  return numbers.length < 3 ? undefined : `${numbers[1]} ${numbers[2]}`
}

const order: Record<WorkStatus, number> = { pendente: 0, em_andamento: 1, impedimento: 1, concluida: 2, cancelada: 3 }

/** What GitHub calls a column of what has no status. */
const noStatus = 'No Status'

export function createGithubBoard(sink: Sink, { fileName, timeZone }: ReadOptions) {
  const dates = createDates(timeZone, false)
  const project: Record<string, string> = {}
  const [lists, places] = [new Map<string, string>(), new Map<string, number>()]
  const people = new Map<string, Person>()
  const labels = new Map<string, { name: string; color: Color | undefined }>()
  const fields = new Map<string, { name: string; type: FieldType; uses: number }>()
  const [sprints, titles] = [new Set<string>(), new Map<string, string>()]
  const parents: { from: string; to: string }[] = []
  let [count, moves, firstId] = [0, 0, '']
  const listOfStatus = (status: string) => {
    const id = `status ${normalize(status || noStatus).trim()}`
    if (!lists.has(id) && lists.size < 10 * limits.boardLists) lists.set(id, status || noStatus)
    return { id, title: status || noStatus }
  }
  const person = (one: Person | undefined): string | undefined => {
    if (!one || one.id === '') return undefined
    if (people.size <= limits.importPeople && !people.get(one.id)?.email) people.set(one.id, one)
    return one.id
  }
  const label = ({ name, color }: GithubItem['labels'][number]): string => {
    const id = normalize(name).trim()
    if (!labels.has(id) && labels.size < 10 * limits.boardLabels) labels.set(id, { name, color: nearestColor(color) })
    return id
  }
  const field = (name: string, type: FieldType): string => {
    const id = `field ${normalize(name).trim()}`
    const seen = fields.get(id)
    // The command line writes names with a small letter.
    const shown = name.charAt(0).toUpperCase() + name.slice(1)
    fields.set(id, seen ? { ...seen, uses: seen.uses + 1, type: seen.type === type ? type : 'text' } : { name: shown, type, uses: 1 })
    return id
  }
  /** What a field says, where a card has a place for it; undefined where it stays a field. */
  const placed = (name: string, value: string | number): Partial<OutsideCard> | undefined => {
    const key = known[normalize(name).trim()]
    if (key === 'estimate') return numberOf(value) === undefined ? undefined : { estimate: numberOf(value) }
    const text = String(value)
    const priority = key === 'priority' ? priorityOf(text.replace(/[^\p{L}\p{N} ]/gu, '')) : undefined
    if (priority) return { priority }
    const day = key === 'start_date' || key === 'due_date' ? dates.day(text) : undefined
    return day && key ? { [key]: day } : undefined
  }
  /** The numbers of the project, where ids say them. */
  const numbers = (): string | undefined => projectIn(project.id ?? '') ?? projectIn(firstId)
  /** Whether a change of status was on this project: an issue may be on several, and its timeline has the changes on all of them. */
  const isHere = (of: unknown): boolean => {
    if (of === undefined) return true
    // A project is null where the person who exported may not see it, and this one they see.
    if (of === null) return false
    const other = thingOf(of)
    const [theirs, ours] = [projectIn(textOf(other.id)), numbers()]
    // A title may have changed between two pages, and numbers in ids never do.
    if (theirs && ours) return theirs === ours
    return ['id', 'number', 'title', 'url'].every((name) => {
      const said = textOf(other[name])
      return said === '' || !project[name] || said === project[name]
    })
  }
  return {
    count: () => count,
    project: (name: string, value: string) => {
      project[name] ??= value
    },
    /** A field of the project: the options of its status are its columns, in their order. */
    options: (one: Thing) => {
      if (textOf(one.name) !== 'Status') return
      for (const [index, option] of listOf(one.options).entries()) places.set(listOfStatus(textOf(thingOf(option).name)).id, index)
    },
    missing: (missing: number) => {
      if (missing > 0) sink.leftOut('issues_missing', undefined, missing)
    },
    add: (item: GithubItem) => {
      count += 1
      firstId ||= item.id
      const values: OutsideCard['values'] = {}
      let more: Partial<OutsideCard> = {}
      for (const { name, value, isIteration } of item.fields) {
        if (value === '') continue
        if (isIteration) sprints.add(String(value))
        const place = placed(name, value)
        if (place) more = { ...more, ...place }
        else values[field(name, typeof value === 'number' ? 'number' : /^\d{4}-\d\d-\d\d$/.test(value) ? 'date' : 'text')] = value
      }
      titles.set(item.title, item.key)
      if (item.parent) parents.push({ from: item.key, to: item.parent })
      sink.card({
        ...{
          id: item.key,
          list: listOfStatus(item.status).id,
          position: count,
          title: item.title || item.url,
          description: item.body,
          values,
        },
        ...{
          created_at: item.created_at,
          created_by: person(item.author),
          archived_at: item.archived_at,
          completed_at: item.closed_at,
          status: item.outcome,
        },
        ...{
          members: item.people.flatMap((one) => person(one) ?? []),
          labels: item.labels.filter(({ name }) => name !== '').map(label),
          ...more,
        },
      })
      const number = /\/(?:issues|pull)\/(\d+)$/.exec(item.url)?.[1]
      if (item.url !== '') sink.link({ id: 'url', card: item.key, title: number ? `GitHub #${number}` : 'GitHub', url: item.url })
      for (const url of item.links.filter((link) => link !== '')) {
        const pull = /\/pull\/(\d+)$/.exec(url)?.[1]
        sink.link({ id: url, card: item.key, title: pull ? `Pull request #${pull}` : url, url })
      }
    },
    comment: ({ key }: GithubItem, { by, ...comment }: { id: string; at: string; text: string; by: Person }) =>
      sink.comment({ ...comment, card: key, by: person(by), name: by.name || undefined }),
    move: ({ key }: GithubItem, { from, to, by, project: of, ...move }: GithubMove) => {
      // What was put on the project had no status before.
      if (from === to || !isHere(of)) return
      moves += 1
      sink.move({ ...move, card: key, by: person(by), from: listOfStatus(from), to: listOfStatus(to) })
    },
    end: () => {
      for (const [index, [id, title]] of [...lists].entries())
        sink.list({
          id,
          title,
          position:
            places.size > 0 ? (places.get(id) ?? (title === noStatus ? -1 : 1e6 + index)) : order[statusOfName(title)] * 1e6 + index,
        })
      for (const [id, one] of labels) sink.label({ id, ...one })
      for (const one of people.values()) sink.person(one)
      for (const [id, { name, type }] of [...fields].toSorted(([, a], [, b]) => b.uses - a.uses))
        sink.field({ id, name, type, options: [] })
      for (const sprint of sprints) sink.leftOut('sprints_as_field', sprint)
      for (const { from, to } of parents) sink.relation({ id: `part of ${from}`, kind: 'part_of', from, to: titles.get(to) ?? to })
      const title = project.title || fileName.replace(/\.[a-z]+$/i, '') || 'GitHub'
      const id = numbers() ?? title
      sink.board({ id: `github ${id}`.slice(0, limits.importKey), title, description: project.shortDescription ?? '' })
      if (moves === 0 && count > 0) sink.leftOut('history_missing', undefined, count)
      sink.leftOut('automations')
    },
  }
}
