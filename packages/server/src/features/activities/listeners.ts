import type { Activity, ActivityKind } from '@rodada/contract/boards/activities'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import type { Person } from '../../platform/limits/person-limit.ts'
import type { Events, Work } from '../../platform/work.ts'
import { happened, memberAdded, memberRemoved } from '../boards/events.ts'
import { type CardChange, type CardState, type CardsChanged, cardsChanged } from '../cards/events.ts'
import { keyOf, priorityOf } from '../cards/queries.ts'
import { addEntries, findNames, type NewEntry } from './queries.ts'
import { addHappening, doneBy } from './write.ts'

/** Writes down what happens: the lines that people read, and for cards what they were and became, by ids. */
export function keepJournal(events: Events): void {
  events.on(happened, ({ trx, actor }, happening) => addHappening(trx, actor, happening))
  const ofMember =
    (plain: ActivityKind, byGroup: ActivityKind) =>
    ({ trx, actor }: Work, { board, name, group }: { board: { id: number }; name: string; group?: string }) =>
      group === undefined
        ? addHappening(trx, actor, { board_id: board.id, kind: plain, subject: name })
        : addHappening(trx, actor, { board_id: board.id, kind: byGroup, subject: name, details: { to: group } })
  events.on(memberAdded, ofMember('member.added', 'member.group_added'))
  events.on(memberRemoved, ofMember('member.removed', 'member.group_removed'))
  events.on(cardsChanged, async ({ trx, actor }, event) => {
    const lines = await linesOf(trx, event)
    const entries = event.changes.flatMap((change, index) => entriesOf(change, lines[index] ?? [], actor))
    await addEntries(trx, entries)
  })
}

/** One line of activity about a card. */
type Line = { kind: ActivityKind; details: Activity['details'] }

/** Facts that the figures depend on, besides the title that is shown with them. */
const counted = [
  'created',
  'moved',
  'left',
  'arrived',
  'planned',
  'estimated',
  'assigned',
  'done',
  'reopened',
  'archived',
  'restored',
  'deleted',
  'hidden',
  'shown',
] as const

/** The entries of one change: one for each of its lines, or one without words when only figures depend on it. */
function entriesOf(change: CardChange, lines: readonly Line[], actor: Person | null): NewEntry[] {
  const { before, after, facts } = change
  const isCounted = counted.some((fact) => facts.has(fact)) || before?.status !== after.status || before.title !== after.title
  const about = {
    board_id: after.board_id,
    card_id: after.id,
    subject: after.title,
    created_at: instant(),
    ...doneBy(actor),
    ...stateOf(after),
  }
  const told = lines.map(({ kind, details }) => ({ ...about, kind, details: JSON.stringify(details) }))
  const all = told.length > 0 || !isCounted ? told : [{ ...about, kind: 'card.state' as const, details: '{}' }]
  // Only the first of several lines about one change says what the card was before, so that no step is counted twice. Of a card that came from
  // another board, the line there says it.
  const tells = before !== null && !facts.has('arrived')
  return all.map((entry, index) => (index === 0 && tells ? { ...entry, ...previousOf(before) } : entry))
}

const isShown = (card: CardState): boolean => card.archived_at === null && card.deleted_at === null && card.list_hidden === 0

const stateOf = (card: CardState) => ({
  of_card_id: card.id,
  list_id: card.list_id,
  column_id: card.column_id,
  sprint_id: card.sprint_id,
  status: card.status,
  estimate: card.estimate,
  estimated_hours: card.estimated_hours,
  assignee_id: card.assignee_id,
  shown: isShown(card) ? 1 : 0,
})

const previousOf = (card: CardState) => ({
  from_list_id: card.list_id,
  from_column_id: card.column_id,
  from_sprint_id: card.sprint_id,
  from_status: card.status,
  from_estimate: card.estimate,
  from_assignee_id: card.assignee_id,
})

const backlogName = 'Backlog'

/** The lines of each change. A change that only follows from another has none. */
async function linesOf(trx: Db, { changes, follows }: CardsChanged): Promise<Line[][]> {
  if (follows) return changes.map(() => [])
  const movedBy = changes.map(pathOf)
  const ids = (path: Path, field: 'list_id' | 'column_id' | 'sprint_id') =>
    changes.flatMap(({ before, after, facts }, index) =>
      movedBy[index] === path || (path === 'list' && facts.has('created')) ? [before?.[field] ?? null, after[field]] : [],
    )
  const names = {
    list: await findNames(trx, 'lists', ids('list', 'list_id')),
    column: await findNames(trx, 'sprint_columns', ids('column', 'column_id')),
    sprint: await findNames(trx, 'sprints', ids('sprint', 'sprint_id')),
  }
  const assigned = changes.filter(({ facts }) => facts.has('assigned') && !facts.has('created'))
  const people = await findNames(
    trx,
    'users',
    assigned.map(({ after }) => after.assignee_id),
  )
  return changes.map(({ before, after, facts, fields, values }, index) => {
    if (!before) return [{ kind: 'card.created', details: { to: names.list.get(after.list_id) ?? '' } }]
    // Neither board is told the name of the other, because not everybody sees both.
    if (facts.has('left')) return [{ kind: 'card.left', details: {} }]
    if (facts.has('arrived')) return [{ kind: 'card.arrived', details: { from: keyOf(before) } }]
    const path = movedBy[index]
    const called = (card: CardState) => (path ? (names[path].get(card[`${path}_id`]) ?? (path === 'sprint' ? backlogName : '')) : '')
    const assignee = people.get(after.assignee_id)
    return [
      ...(fields.length > 0
        ? [{ kind: 'card.updated' as const, details: { fields: [...fields], ...valuesOf(before, after, fields) } }]
        : []),
      ...values.map(({ field: { name, type }, from, to }) => ({
        kind: 'card.field_set' as const,
        details: { fields: [name], type, from, to },
      })),
      ...(path ? [{ kind: 'card.moved' as const, details: { from: called(before), to: called(after) } }] : []),
      ...(facts.has('assigned') ? [{ kind: 'card.assigned' as const, details: assignee === undefined ? {} : { to: assignee } }] : []),
      ...(['archived', 'restored', 'deleted'] as const).flatMap((fact) =>
        facts.has(fact) ? [{ kind: `card.${fact}` as const, details: {} }] : [],
      ),
    ]
  })
}

/** Values of the edited fields that are short enough to be told, before and after. */
function valuesOf(before: CardState, after: CardState, fields: CardChange['fields']): Activity['details'] {
  const changes = fields.flatMap((field) => {
    if (field === 'description' || field === 'notes') return []
    const [from, to] = [before, after].map((card) => (field === 'priority' ? priorityOf(card) : card[field]))
    return [{ field, ...(from !== null && { from: String(from) }), ...(to !== null && { to: String(to) }) }]
  })
  return changes.length > 0 ? { changes } : {}
}

type Path = 'list' | 'column' | 'sprint'

/** The move that people see: to another sprint, else to another column of the sprint, else to another list. */
function pathOf({ before, after, facts }: CardChange): Path | undefined {
  if (!before || !facts.has('moved') || facts.has('arrived')) return undefined
  if (before.sprint_id !== after.sprint_id) return 'sprint'
  return before.column_id === after.column_id ? 'list' : 'column'
}
