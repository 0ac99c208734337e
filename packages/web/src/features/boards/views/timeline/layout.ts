import type { CardChange } from '@rodada/contract/cards/cards'
import { t } from '../../../../i18n/index.ts'
import { addDays, type Day, daysBetween } from '../../../../lib/dates/days.ts'
import { weekOf } from '../../../../lib/dates/months.ts'
import type { KanbanColumnData } from '../../../../ui/kanban/kanban-controller.ts'
import type { CardDays } from '../use-card-days.ts'
import type { Schedule } from '../use-schedule.ts'

/** From when to when something is shown; with one date only it is that day. */
export type Span = { start: Day; end: Day }
export type TimelineRow = { key: string; kind: 'group'; name: string } | { key: string; kind: 'card'; id: number; span: Span }

export const spanOf = ({ start_date, due_date }: CardDays): Span | null => {
  const [start, end] = [start_date ?? due_date, due_date ?? start_date]
  return start === null || end === null ? null : { start, end: end < start ? start : end }
}

/** The cards with a date under the names of their sprints, what begins first on top; and those without one that are still to be done. */
export function timelineRows(
  cards: ReadonlyMap<number, CardChange>,
  columns: readonly KanbanColumnData[],
  { sprints, sprintOf }: Schedule,
): { rows: readonly TimelineRow[]; undated: readonly number[] } {
  const groups = new Map<number | null, { id: number; span: Span }[]>()
  const undated: number[] = []
  for (const { itemIds } of columns)
    for (const id of itemIds) {
      const card = cards.get(id)
      if (!card) continue
      const span = spanOf(card)
      if (span) {
        const key = sprintOf.get(id)?.id ?? null
        const group = groups.get(key)
        if (group) group.push({ id, span })
        else groups.set(key, [{ id, span }])
      } else if (card.status !== 'concluida' && card.status !== 'cancelada') undated.push(id)
    }
  const inTime = [...sprints].sort((a, b) => (a.starts_on < b.starts_on ? -1 : a.starts_on > b.starts_on ? 1 : a.id - b.id))
  const names = [...inTime.map(({ id, name }) => ({ id, name })), { id: null, name: t('views:table.noSprint') }]
  const rows = names.flatMap(({ id, name }): TimelineRow[] => {
    const own = groups.get(id)
    if (!own) return []
    own.sort(({ span: a }, { span: b }) => (a.start === b.start ? compare(a.end, b.end) : compare(a.start, b.start)))
    return [{ key: `group${id}`, kind: 'group', name }, ...own.map((each) => ({ key: `c${each.id}`, kind: 'card' as const, ...each }))]
  })
  return { rows, undated }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Days around today beyond which nothing is drawn, however far away a date is. */
const farthest = 730

/** The days that the line reaches over: those of its bars and of today, with room at both ends, in whole weeks. */
export function reachOf(rows: readonly TimelineRow[], now: Day): Span {
  let [start, end] = [addDays(now, -14), addDays(now, 42)]
  for (const row of rows) {
    if (row.kind !== 'card') continue
    if (row.span.start < start) start = row.span.start
    if (row.span.end > end) end = row.span.end
  }
  const [first, last] = [addDays(now, -farthest), addDays(now, farthest)]
  return {
    start: weekOf(addDays(start < first ? first : start, -7))[0] ?? start,
    end: weekOf(addDays(end > last ? last : end, 14))[6] ?? end,
  }
}

/** The first days of the weeks within. */
export const weeksIn = ({ start, end }: Span): Day[] =>
  Array.from({ length: Math.ceil((daysBetween(start, end) + 1) / 7) }, (_, index) => addDays(start, index * 7))

/** Where a span stands, in days from the beginning; what reaches beyond the line ends with it. */
export function placed({ start, end }: Span, reach: Span): { from: number; days: number } {
  const total = daysBetween(reach.start, reach.end) + 1
  const from = Math.min(Math.max(daysBetween(reach.start, start), 0), total - 1)
  const to = Math.min(Math.max(daysBetween(reach.start, end), from), total - 1)
  return { from, days: to - from + 1 }
}

/** A line from what blocks to what waits; `broken` when the dates do not wait. */
export type Line = { from: number; to: number; broken: boolean; key: string }

/** The lines between rows, as far as one of their ends or what lies between is in view. */
export function linesOf(
  rows: readonly TimelineRow[],
  blocks: Schedule['blocks'],
  cards: ReadonlyMap<number, Pick<CardChange, 'status'>>,
  view: { from: number; to: number },
): Line[] {
  const index = new Map(rows.map((row, at) => [row.key, at]))
  return blocks.flatMap(({ card_id, blocked_id }) => {
    const [from, to] = [index.get(`c${card_id}`), index.get(`c${blocked_id}`)]
    if (from === undefined || to === undefined || Math.max(from, to) < view.from || Math.min(from, to) > view.to) return []
    const [one, other] = [rows[from], rows[to]]
    if (one?.kind !== 'card' || other?.kind !== 'card') return []
    const isOver = isClosed(cards.get(card_id)) || isClosed(cards.get(blocked_id))
    return [{ from, to, broken: !isOver && one.span.end >= other.span.start, key: `${card_id} ${blocked_id}` }]
  })
}

const isClosed = (card: Pick<CardChange, 'status'> | undefined): boolean =>
  card === undefined || card.status === 'concluida' || card.status === 'cancelada'

export type Grip = 'move' | 'start' | 'end'

/** The days of a card that was moved, or pulled at one of its ends, which never pass each other. */
export function pulled(days: CardDays, grip: Grip, by: number): CardDays {
  const span = spanOf(days)
  if (!span || by === 0) return { start_date: days.start_date, due_date: days.due_date }
  if (grip === 'move')
    return {
      start_date: days.start_date && addDays(days.start_date, by),
      due_date: days.due_date && addDays(days.due_date, by),
    }
  if (grip === 'start') {
    const start = addDays(span.start, by)
    return { start_date: start > span.end ? span.end : start, due_date: span.end }
  }
  const end = addDays(span.end, by)
  return { start_date: days.start_date, due_date: end < span.start ? span.start : end }
}
