import type { FieldType } from '@rodada/contract/boards/fields'
import type { boardColors } from '@rodada/contract/boards/settings'
import { isKeyPrefix, parseKey } from '@rodada/contract/cards/keys'
import type { Priority, WorkStatus } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { normalize } from '../../../platform/normalize.ts'
import { statusOfName } from '../../boards/lists/status-policy.ts'
import type { OutsideCard, OutsideRelation, ReadOptions, Sink } from '../model.ts'
import { createJiraSprints, type JiraSprint } from './jira-sprints.ts'

/*
 * What the two exports of Jira have in common: statuses become lists in the order of their categories, types, labels and components become labels. A
 * card is in one sprint; all that its issue was in stand in a field.
 */

export type Category = 'new' | 'indeterminate' | 'done'

/** Categories of statuses by their keys, and by their names in the languages in which they were seen. */
const categories: Record<Category, readonly string[]> = {
  new: ['new', 'to do', 'itens pendentes', 'tarefas pendentes', 'pendente', 'a fazer', 'por hacer', 'tareas por hacer', 'undefined'],
  indeterminate: ['indeterminate', 'in progress', 'itens em andamento', 'em andamento', 'em progresso', 'en curso', 'en progreso'],
  done: ['done', 'complete', 'itens concluidos', 'concluido', 'concluida', 'feito', 'listo', 'finalizado', 'finalizada', 'hecho'],
}
export const categoryOf = (text: string): Category | undefined => {
  const wanted = normalize(text).trim()
  return (Object.keys(categories) as Category[]).find((key) => categories[key].includes(wanted))
}

/** What a status means: its category is right, and its name may say more than that. */
function statusOf(title: string, category: Category | undefined): WorkStatus {
  const named = statusOfName(title)
  if (!category) return named
  if (category === 'done') return named === 'cancelada' ? 'cancelada' : 'concluida'
  if (category === 'indeterminate') return named === 'impedimento' ? 'impedimento' : 'em_andamento'
  return named === 'impedimento' ? 'impedimento' : 'pendente'
}

const isOver = (status: WorkStatus): boolean => status === 'concluida' || status === 'cancelada'
const sprintNames = (sprints: readonly JiraSprint[]): string => [...new Set(sprints.map(({ name }) => name))].join(', ')

/** In which order lists stand: a file says no order of statuses. */
const order: Record<WorkStatus, number> = { pendente: 0, em_andamento: 1, impedimento: 1, concluida: 2, cancelada: 3 }

const priorities: Record<Priority, readonly string[]> = {
  none: ['none', 'nenhuma', 'ninguna', 'not set'],
  low: ['low', 'lowest', 'minor', 'trivial', 'baixa', 'mais baixa', 'muito baixa', 'baja', 'mas baja', 'p4', 'p5'],
  medium: ['medium', 'normal', 'media', 'p3'],
  high: ['high', 'major', 'alta', 'p2'],
  urgent: ['highest', 'critical', 'blocker', 'urgent', 'mais alta', 'muito alta', 'critica', 'mas alta', 'urgente', 'p1', 'p0'],
}
export const priorityOf = (text: string): Priority | undefined => {
  const wanted = normalize(text).trim()
  return (Object.keys(priorities) as Priority[]).find((key) => priorities[key].includes(wanted))
}

const colors: [keyof typeof boardColors, RegExp][] = [
  ['pitanga', /^(bug|erro|error|defeito|defecto|incident)/],
  ['jabuticaba', /^(epic|epico|epica)/],
  ['folha', /^(story|historia)/],
  ['petroleo', /^sub-?(task|tarefa|tarea)/],
  ['azul', /^(task|tarefa|tarea)/],
]

/** The place of an issue: Jira ranks with texts of 36 signs, `0|i0005i:zi`. The first ten of them as a number. */
export function placeOf(rank: string): number | undefined {
  const [, main, rest = ''] = /^\d\|([0-9a-z]{6}):([0-9a-z]*)$/.exec(rank) ?? []
  return main === undefined ? undefined : Number.parseInt(`${main}${rest}`.slice(0, 10).padEnd(10, '0'), 36)
}

/** Seconds as hours, by halves. */
export const hoursOf = (seconds: number | undefined): number | undefined =>
  seconds === undefined || seconds <= 0 ? undefined : Math.round(seconds / 1800) / 2 || 0.5

/** How Jira calls links between issues. */
export const relationKind = (name: string): OutsideRelation['kind'] =>
  /block|bloque/i.test(name) ? 'blocks' : /duplic/i.test(name) ? 'duplicates' : 'relates_to'

/** A text that is too long for a field, or of several lines: it stands in the description, under its name. */
export const isLong = (text: string): boolean => text.length > limits.fieldText || text.includes('\n')
export const withSections = (description: string, sections: readonly { name: string; text: string }[]): string =>
  [description, ...sections.map(({ name, text }) => `## ${name}\n\n${text}`)].filter((text) => text !== '').join('\n\n')

/** An issue as both exports say it. `project` is its key, and its name where that is known. */
export type Issue = {
  key: string
  /** By which other issues call it, besides its key. */
  number: string
  project: { key: string; name: string }
  status: { id: string; name: string; category: Category | undefined }
  type: string
  labels: string[]
  components: string[]
  sprints: JiraSprint[]
  priority: string
  parent: string
  card: Omit<OutsideCard, 'id' | 'list' | 'labels' | 'position' | 'parent' | 'priority'>
  place: number | undefined
}

/** A text that may be somebody's address. In a longer one the sign for it is looked for again from each of its dots. */
const isAddress = (text: string): boolean => text.length <= limits.email && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/**
 * Takes issues one by one, and tells what they share at the end.
 * @param options.monthFirst of a table, whether days have their month first
 */
export function createJiraBoard(
  sink: Sink,
  { fileName, timeZone, monthFirst }: Pick<ReadOptions, 'fileName' | 'timeZone'> & { monthFirst?: boolean },
) {
  const statuses = new Map<string, { title: string; category: Category | undefined }>()
  const projects = new Map<string, string>()
  const [types, labels] = [new Map<string, string>(), new Map<string, string>()]
  const sprints = createJiraSprints(sink, timeZone)
  /** Keys by the numbers of issues: older tables know a parent by its number only. */
  const keys = new Map<string, string>()
  const parents: { from: string; to: string }[] = []
  const people = new Map<string, { name: string; email?: string | undefined }>()
  const fields = new Map<string, { name: string; type: FieldType; uses: number }>()
  let [count, last] = [0, 0]
  const labelOf = (map: Map<string, string>, name: string): string => {
    const id = normalize(name).trim()
    if (map.size < 10 * limits.boardLabels && !map.has(id)) map.set(id, name)
    return id
  }
  const addStatus = (id: string, name: string, category?: Category): void => {
    const known = statuses.get(id)
    if (!known ? statuses.size < 10 * limits.boardLists : !known.category && category)
      statuses.set(id, { title: name || 'A Fazer', category })
  }
  return {
    count: () => count,
    /** Who is named. @returns their id; undefined for nobody */
    person: (id: string, name: string, email?: string): string | undefined => {
      const known = id || normalize(name).trim()
      if (known === '') return undefined
      // A comment knows an id only, and stands before the column with the name.
      const seen = people.get(known)
      if (seen ? seen.name === id && name !== '' : people.size <= limits.importPeople)
        people.set(known, { name: name || id, email: email || [id, name].find(isAddress) })
      return known
    },
    /** The id of a field that Jira calls so: the same in both exports. What is of several types is a text. */
    field: (name: string, type: FieldType): string => {
      const id = `field ${normalize(name).trim()}`
      const known = fields.get(id)
      if (!known) fields.set(id, { name, type, uses: 1 })
      else fields.set(id, { ...known, uses: known.uses + 1, type: known.type === type ? type : 'text' })
      return id
    },
    /** A status that an issue once had: what was done in it is known by its name. */
    status: addStatus,
    add: (issue: Issue) => {
      const { key, status } = issue
      const list = status.id || normalize(status.name)
      addStatus(list, status.name, status.category)
      const priority = priorityOf(issue.priority)
      const values = { ...issue.card.values, jira_key: key }
      const parsed = parseKey(key)
      // The keys of one project stay what they are, and go on leading to their cards.
      const number = parsed?.prefix === issue.project.key ? parsed.number : undefined
      const isFirst = sink.card({
        ...issue.card,
        ...{ id: key, number, list, position: issue.place ?? Number.MAX_SAFE_INTEGER, priority },
        labels: [
          ...(issue.type === '' ? [] : [labelOf(types, issue.type)]),
          ...[...issue.labels, ...issue.components].map((name) => labelOf(types.has(normalize(name).trim()) ? types : labels, name)),
        ],
        values: issue.sprints.length > 0 ? { ...values, jira_sprint: sprintNames(issue.sprints) } : values,
      })
      // Pages of a search overlap where issues changed between them, and figures of ended sprints count each issue once.
      if (!isFirst) return
      count += 1
      if (issue.project.key !== '') projects.set(issue.project.key, issue.project.name || projects.get(issue.project.key) || '')
      if (issue.number !== '') keys.set(issue.number, key)
      if (issue.parent !== '') parents.push({ from: key, to: issue.parent })
      sprints.add(key, issue.sprints, isOver(statusOf(status.name, status.category)))
      if (issue.priority !== '' && priority === undefined) sink.leftOut('values_invalid', issue.card.title)
      last = Math.max(last, number ?? 0)
    },
    end: () => {
      for (const [index, [id, { title, category }]] of [...statuses].entries()) {
        const status = statusOf(title, category)
        sink.list({ id, title, status, position: order[status] * 1e6 + (category ? 0 : 1e5) + index })
      }
      for (const [id, name] of types) sink.label({ id, name, color: colors.find(([, words]) => words.test(id))?.[0] })
      for (const [id, name] of labels) if (!types.has(id)) sink.label({ id, name })
      sink.field({ id: 'jira_key', name: 'Jira', type: 'text', options: [], on_card: false })
      if (!sprints.isEmpty()) sink.field({ id: 'jira_sprint', name: 'Sprint', type: 'text', options: [] })
      sprints.end()
      // Of more fields than fit those stay that most issues have.
      for (const [id, { name, type }] of [...fields].toSorted(([, a], [, b]) => b.uses - a.uses))
        sink.field({ id, name, type, options: [], month_first: monthFirst })
      for (const [id, person] of people) sink.person({ id, ...person })
      for (const { from, to } of parents) sink.relation({ id: `part of ${from}`, kind: 'part_of', from, to: keys.get(to) ?? to })
      const [first, ...others] = [...projects].toSorted(([a], [b]) => (a < b ? -1 : 1))
      const ids = [first?.[0] ?? fileName, ...others.map(([id]) => id)]
      const title = others.length === 0 ? first?.[1] || first?.[0] : ids.join(', ')
      sink.board({
        id: `jira ${ids.join(' ')}`.slice(0, limits.importKey),
        keys: isKeyPrefix(ids[0] ?? '') && others.length === 0 ? { prefix: ids[0] ?? '', last } : undefined,
        title: title || fileName.replace(/\.[a-z]+$/i, '') || 'Jira',
        description: '',
      })
      // No export has them.
      sink.leftOut('automations')
    },
  }
}

/** Fields that only Jira understands, folded. */
const ownFields = new Set([
  ...[
    'rank',
    'development',
    'desenvolvimento',
    'desarrollo',
    'issue color',
    'vulnerability',
    'sprint',
    'epic link',
    'epic name',
    'epic color',
  ],
  ...['epic status', 'parent link', 'story points', 'story point estimate', 'start date', 'target start', 'time to resolution', 'chart'],
])
export type KnownField = 'rank' | 'points' | 'start' | 'epic' | 'sprint'
const knownFields: Record<KnownField, readonly string[]> = {
  rank: ['rank', 'classificacao'],
  points: ['story points', 'story point estimate', 'pontos de historia', 'estimativa de story points', 'puntos de historia'],
  start: ['start date', 'target start', 'data de início', 'fecha de início', 'planned start'],
  epic: ['epic link', 'link do epico', 'vinculo de epica', 'parent link'],
  sprint: ['sprint'],
}
/** What a field of Jira is here besides a field: 'none' for what nobody needs elsewhere. */
export function fieldKind(name: string): KnownField | 'none' | undefined {
  const wanted = normalize(name).trim()
  const found = (Object.keys(knownFields) as KnownField[]).find((key) => knownFields[key].some((word) => normalize(word) === wanted))
  return found ?? (ownFields.has(wanted) || wanted.startsWith('[chart]') ? 'none' : undefined)
}
