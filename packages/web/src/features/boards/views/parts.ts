import { loadTexts } from '../../../i18n/index.ts'
import type { BoardViewName } from '../../../ui/board/view-address.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const load = {
  table: async () => (await import('./table/TableView.tsx')).TableView,
  calendar: async () => (await import('./calendar/CalendarView.tsx')).CalendarView,
  timeline: async () => (await import('./timeline/TimelineView.tsx')).TimelineView,
} as const

/** The views of a board besides its lists. */
export const viewParts = {
  table: lazyPart(load.table, { texts: ['views'] }),
  calendar: lazyPart(load.calendar, { texts: ['views'] }),
  timeline: lazyPart(load.timeline, { texts: ['views'] }),
} as const

/** Fetches what draws a view while its board is still on its way. What cannot be fetched is asked for again when it is drawn. */
export function fetchView(view: BoardViewName): void {
  if (view !== 'kanban') void Promise.all([load[view](), loadTexts('views')]).catch(() => undefined)
}
