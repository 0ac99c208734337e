import { priorities } from '@rodada/contract/boards/settings'
import type { CardChange } from '@rodada/contract/cards/cards'
import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'
import { fieldText, valueIn } from '../../../../ui/cards/field-text.ts'
import type { KanbanColumnData } from '../../../../ui/kanban/kanban-controller.ts'
import type { TableGroup } from '../../session/board-look.ts'
import type { BoardState } from '../../session/board-state.ts'
import type { Schedule } from '../use-schedule.ts'
import type { TableColumn, TableSort } from './columns.ts'

/** What some rows come to: points and numbers are added, ticks are counted. null: no row has any, which is not nothing. */
export type Totals = { count: number; points: number | null; fields: ReadonlyMap<number, number | null> }
export type GroupRow = { key: string; kind: 'group'; name: string; isFolded: boolean; totals: Totals }
export type CardRow = { key: string; kind: 'card'; id: number }
export type TableRow = GroupRow | CardRow

type Parts = {
  board: Pick<BoardState, 'cards' | 'lists' | 'frame'>
  /** The lists with the cards that the filter lets through. */
  columns: readonly KanbanColumnData[]
  /** A card with what it has in fields that cards do not show. */
  whole: (card: CardChange) => CardChange
  schedule: Schedule
  sort: TableSort | null
  group: TableGroup
  folded: ReadonlySet<string>
}

/** The rows of the table from top to bottom, and what all of them come to. */
export function tableRows({ board, columns, whole, schedule, sort, group, folded }: Parts): { rows: readonly TableRow[]; totals: Totals } {
  const cards: CardChange[] = []
  for (const { itemIds } of columns)
    for (const id of itemIds) {
      const card = board.cards.get(id)
      if (card) cards.push(whole(card))
    }
  const sorted = sort ? sortedRows(cards, sort, board, schedule) : cards
  const totals = totalsOf(sorted, board)
  if (group === 'none') return { rows: sorted.map(cardRow), totals }
  const rows: TableRow[] = []
  for (const { key, name, of } of groupsOf(sorted, group, { board, columns, schedule })) {
    const isFolded = folded.has(key)
    rows.push({ key, kind: 'group', name, isFolded, totals: totalsOf(of, board) })
    if (!isFolded) for (const card of of) rows.push(cardRow(card))
  }
  return { rows, totals }
}

const cardRow = ({ id }: CardChange): CardRow => ({ key: `c${id}`, kind: 'card', id })

type Group = { key: string; name: string; of: CardChange[] }

/** Groups in the order of lists, of sprints or of names; what belongs to none stands last, and empty ones are left out. */
function groupsOf(
  cards: readonly CardChange[],
  group: Exclude<TableGroup, 'none'>,
  { board, columns, schedule }: Pick<Parts, 'board' | 'columns' | 'schedule'>,
): Group[] {
  const found = new Map<string, Group>()
  const keyOf = {
    list: ({ list_id }: CardChange) => `list${list_id}`,
    sprint: ({ id }: CardChange) => `sprint${schedule.sprintOf.get(id)?.id ?? ''}`,
    person: ({ assigned_user }: CardChange) => `person${assigned_user?.id ?? ''}`,
  }[group]
  const known: { key: string; name: string }[] = {
    list: columns.map(({ id, name }) => ({ key: `list${id}`, name })),
    sprint: [...schedule.sprints.map(({ id, name }) => ({ key: `sprint${id}`, name })), { key: 'sprint', name: t('views:table.noSprint') }],
    person: [
      ...board.frame.members
        .map(({ user }) => ({ key: `person${user.id}`, name: user.name }))
        .sort((a, b) => format.compare(a.name, b.name)),
      { key: 'person', name: t('views:table.nobody') },
    ],
  }[group]
  for (const { key, name } of known) found.set(key, { key, name, of: [] })
  for (const card of cards) {
    const key = keyOf(card)
    const own = found.get(key)
    if (own) own.of.push(card)
    // Somebody who left the board still answers for it.
    else found.set(key, { key, name: card.assigned_user?.name ?? '', of: [card] })
  }
  return [...found.values()].filter(({ of }) => of.length > 0)
}

/** Adds up what can be added. Points of what was cancelled count nowhere. */
function totalsOf(cards: readonly CardChange[], { frame }: Pick<BoardState, 'frame'>): Totals {
  const added = frame.fields.filter(({ type }) => type === 'number' || type === 'checkbox')
  const sum = (values: (number | null)[]): number | null => {
    const there = values.filter((value) => value !== null)
    // Halves of a cent that adding makes are nobody's.
    return there.length > 0 ? Math.round(there.reduce((all, value) => all + value, 0) * 1e4) / 1e4 : null
  }
  return {
    count: cards.length,
    points: sum(cards.map(({ estimate, status }) => (status === 'cancelada' ? null : estimate))),
    fields: new Map(
      added.map((field) => [
        field.id,
        sum(
          cards.map(({ fields }) => {
            const value = valueIn(fields, field)
            return value === null ? null : Number(value)
          }),
        ),
      ]),
    ),
  }
}

/** Equal rows stay in the order of the lists, and those without a value stand behind all others, whichever way it is sorted. */
function sortedRows(
  cards: readonly CardChange[],
  { column, descending }: TableSort,
  board: Parts['board'],
  schedule: Schedule,
): CardChange[] {
  const value = valueFor(column, board, schedule)
  const ranked = cards.map((card) => ({ card, rank: value(card) }))
  const direction = descending ? -1 : 1
  ranked.sort((a, b) => {
    if (a.rank === null || b.rank === null) return Number(a.rank === null) - Number(b.rank === null)
    const order =
      typeof a.rank === 'number' && typeof b.rank === 'number' ? a.rank - b.rank : format.compare(String(a.rank), String(b.rank))
    return order * direction
  })
  return ranked.map(({ card }) => card)
}

type Rank = number | string | null

/** What a column is sorted by. */
function valueFor({ kind, field }: TableColumn, { lists, frame }: Parts['board'], schedule: Schedule): (card: CardChange) => Rank {
  const listAt = new Map(lists.map(({ id }, index) => [id, index]))
  const labelNames = new Map(frame.labels.map(({ id, name }) => [id, name]))
  const values: Record<Exclude<TableColumn['kind'], 'field'>, (card: CardChange) => Rank> = {
    key: ({ key }) => key || null,
    title: ({ title }) => title,
    list: ({ list_id }) => listAt.get(list_id) ?? null,
    person: ({ assigned_user }) => assigned_user?.name ?? null,
    labels: ({ label_ids }) => labelNames.get(label_ids[0] ?? 0) ?? null,
    priority: ({ priority }) => (priority === 'none' ? null : priorities.indexOf(priority)),
    start: ({ start_date }) => start_date,
    due: ({ due_date }) => due_date,
    points: ({ estimate }) => estimate,
    sprint: ({ id }) => schedule.sprintOf.get(id)?.starts_on ?? null,
  }
  if (kind !== 'field') return values[kind]
  return ({ fields }) => {
    const value = valueIn(fields, field)
    if (field.type === 'choice') {
      const at = field.options.findIndex(({ id }) => id === value)
      return at < 0 ? null : at
    }
    if (field.type === 'person') return fieldText(field, value, frame.members)
    return typeof value === 'boolean' ? 0 : value
  }
}

/** What some rows come to, in words: of the columns that are shown. */
export const totalsText = (totals: Totals, columns: readonly TableColumn[]): string =>
  columns
    .flatMap(({ kind, field, name }) => {
      if (kind === 'points' && totals.points !== null) return [format.points(totals.points)]
      const sum = field?.type === 'number' ? totals.fields.get(field.id) : null
      return sum === null || sum === undefined ? [] : [`${name} ${format.precise(sum)}`]
    })
    .join(' · ')
