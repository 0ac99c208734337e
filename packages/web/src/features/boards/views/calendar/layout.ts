import type { CardChange } from '@rodada/contract/cards/cards'
import { addDays, type Day } from '../../../../lib/dates/days.ts'
import { addMonths, monthGrid, weekOf } from '../../../../lib/dates/months.ts'
import type { KanbanColumnData } from '../../../../ui/kanban/kanban-controller.ts'
import type { ScheduledSprint } from '../use-schedule.ts'

export type Scale = 'month' | 'week'

/** The weeks that are shown: those that hold a day of the month, or one. */
export const weeksOf = (day: Day, scale: Scale): Day[][] =>
  scale === 'week' ? [weekOf(day)] : monthGrid(day).weeks.filter((week) => week.some((each) => each.slice(0, 7) === day.slice(0, 7)))

/** The day that the next or the last month or week is shown by. */
export const turned = (day: Day, scale: Scale, by: 1 | -1): Day =>
  scale === 'week' ? addDays(day, 7 * by) : addMonths(`${day.slice(0, 7)}-01`, by)

/** The cards of each day by their due date, and those without one that are still to be done. All in the order of the lists. */
export function cardsByDay(
  cards: ReadonlyMap<number, CardChange>,
  columns: readonly KanbanColumnData[],
): { days: ReadonlyMap<Day, readonly number[]>; undated: readonly number[] } {
  const days = new Map<Day, number[]>()
  const undated: number[] = []
  for (const { itemIds } of columns)
    for (const id of itemIds) {
      const card = cards.get(id)
      if (!card) continue
      if (card.due_date !== null) {
        const own = days.get(card.due_date)
        if (own) own.push(id)
        else days.set(card.due_date, [id])
      } else if (card.status !== 'concluida' && card.status !== 'cancelada') undated.push(id)
    }
  return { days, undated }
}

/** Cards that a day shows before it only counts them. */
const room = 3
/** In a week a day is a column of its own. */
const roomOfWeek = 40

/**
 * Which cards of a day are shown, and how many more there are. One that has the focus is among them.
 * @param kept the card that has the focus
 */
export function shownOf(ids: readonly number[], scale: Scale, kept: number | null): { shown: readonly number[]; more: number } {
  const most = scale === 'week' ? roomOfWeek : room
  if (ids.length <= most) return { shown: ids, more: 0 }
  const shown = ids.slice(0, most - 1)
  if (kept !== null && ids.includes(kept) && !shown.includes(kept)) shown.splice(-1, 1, kept)
  return { shown, more: ids.length - shown.length }
}

/** A sprint within a week: from which of its days to which, and above how many others it stands. */
export type Band = { sprint: ScheduledSprint; from: number; to: number; row: number; begins: boolean; ends: boolean }

/** The sprints of a week as bands, which do not cover one another. */
export function bandsOf(week: readonly Day[], sprints: readonly ScheduledSprint[]): Band[] {
  const [first = '', last = ''] = [week[0], week.at(-1)]
  const inWeek = sprints
    .filter(({ starts_on, ends_on }) => starts_on <= last && ends_on >= first)
    .sort((a, b) => (a.starts_on < b.starts_on ? -1 : a.starts_on > b.starts_on ? 1 : a.id - b.id))
  const ends: number[] = []
  return inWeek.map((sprint) => {
    const from = sprint.starts_on <= first ? 0 : week.indexOf(sprint.starts_on)
    const to = sprint.ends_on >= last ? week.length - 1 : week.indexOf(sprint.ends_on)
    const free = ends.findIndex((end) => end < from)
    const row = free < 0 ? ends.length : free
    ends[row] = to
    return { sprint, from, to, row, begins: sprint.starts_on >= first, ends: sprint.ends_on <= last }
  })
}

export type Direction = 'up' | 'down' | 'left' | 'right'

/** Where an arrow leads from a card: along its day, and from there to the nearest day that way that shows any. */
export function walked(weeks: readonly (readonly (readonly number[])[])[], cardId: number, direction: Direction): number | undefined {
  const days = weeks.flat()
  const at = days.findIndex((ids) => ids.includes(cardId))
  const ids = days[at]
  if (!ids) return undefined
  const index = ids.indexOf(cardId)
  if (direction === 'left' || direction === 'right') {
    const beside = direction === 'right' ? days.slice(at + 1) : days.slice(0, at).reverse()
    const next = beside.find((each) => each.length > 0)
    return next?.[Math.min(index, next.length - 1)]
  }
  const step = direction === 'down' ? 1 : -1
  if (ids[index + step] !== undefined) return ids[index + step]
  for (let next = at + 7 * step; next >= 0 && next < days.length; next += 7 * step) {
    const found = step > 0 ? days[next]?.[0] : days[next]?.at(-1)
    if (found !== undefined) return found
  }
  return undefined
}

/** By how many days a key moves a card. */
export const daysOf: Record<Direction, number> = { left: -1, right: 1, up: -7, down: 7 }
