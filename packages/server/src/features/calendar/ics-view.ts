import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { addDays } from '../../platform/time.ts'
import { keyOf } from '../cards/queries.ts'
import type { DueCard, OwnSprint } from './event-queries.ts'

/** How often calendars are asked to look again, in seconds. */
const lookAgainSeconds = 3600

type Content = {
  cards: readonly DueCard[]
  sprints: readonly OwnSprint[]
  /** What tells the events of this installation from those of others. */
  mark: string
  /** Where the pages are, without a slash at the end. */
  site: string
}

/**
 * A calendar of due dates and sprints (RFC 5545). All of them are events of whole days, because calendars on the web show no tasks of
 * others; the days count as free. Nothing in it depends on when it is asked for, so that what is unchanged is the same bytes.
 */
export function calendarText({ cards, sprints, mark, site }: Content): string {
  const calendar = ical({
    name: 'Rodada',
    prodId: { company: 'Rodada', product: 'Rodada' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: lookAgainSeconds,
  })
  const wholeDays = (first: string, last: string) => ({
    allDay: true,
    start: new Date(`${first}T00:00:00Z`),
    // The day behind the last one.
    end: new Date(`${addDays(last, 1)}T00:00:00Z`),
    transparency: ICalEventTransparency.TRANSPARENT,
  })
  for (const card of cards) {
    if (card.due_date === null) continue
    const key = keyOf(card)
    calendar.createEvent({
      ...wholeDays(card.due_date, card.due_date),
      id: `card-${card.id}@${mark}`,
      summary: `${key} ${card.title}`,
      description: `${card.board} · ${card.list}`,
      url: `${site}/cartao/${key}`,
      stamp: new Date(card.updated_at),
      sequence: card.version,
    })
  }
  for (const sprint of sprints) {
    calendar.createEvent({
      ...wholeDays(sprint.starts_on, sprint.ends_on),
      id: `sprint-${sprint.id}@${mark}`,
      summary: `${sprint.name} · ${sprint.board}`,
      url: `${site}/sprint/${sprint.id}/board`,
      stamp: new Date(sprint.created_at),
      sequence: sprint.version,
    })
  }
  return calendar.toString()
}
