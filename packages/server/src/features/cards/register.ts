import type { Registry } from '../../platform/feature.ts'
import { personChanged } from '../auth/events.ts'
import type { CreateBoard, Publish, Write, WriteBoards } from '../boards/write.ts'
import { attachmentRoutes } from './attachments/routes.ts'
import { boardCopyRoutes } from './board-copy-routes.ts'
import { boardCardRoutes } from './board-routes.ts'
import { limitChanges, limitMentions } from './change-limit.ts'
import { checklistRoutes } from './checklists/routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { listenToFields } from './fields/listeners.ts'
import { fileJobs } from './files/jobs.ts'
import { fileRoutes } from './files/routes.ts'
import { listenToBoards } from './listeners.ts'
import { participantRoutes } from './participants/routes.ts'
import { touchCardsOfPerson } from './people.ts'
import { repeatCards } from './recurrence/commands.ts'
import { listenToCards } from './recurrence/listeners.ts'
import { recurrenceRoutes } from './recurrence/routes.ts'
import { referenceRoutes } from './references/routes.ts'
import { relationJobs } from './relations/jobs.ts'
import { listenForNeighbours } from './relations/listeners.ts'
import { relationRoutes } from './relations/routes.ts'
import { cardRoutes } from './routes.ts'
import { indexTexts } from './search/index-queries.ts'
import { templateRoutes } from './templates/routes.ts'
import { watchingRoutes } from './watching/routes.ts'

const indexMs = 2_000
/** How late a card comes again that was done. */
const repeatMs = 5_000

/** Cards and what is on them. */
export function registerCards(
  { deps, route, jobs }: Registry,
  { publish, write, writeBoards, create }: { publish: Publish; write: Write; writeBoards: WriteBoards; create: CreateBoard },
): void {
  boardCardRoutes(route, deps)
  boardCopyRoutes(route, deps, jobs, create)
  cardRoutes(route, deps, write, writeBoards)
  referenceRoutes(route, deps)
  participantRoutes(route, write)
  watchingRoutes(route, deps)
  commentRoutes(route, deps, write)
  checklistRoutes(route, deps, write)
  attachmentRoutes(route, deps, write)
  fileRoutes(route, deps, write)
  recurrenceRoutes(route, write)
  templateRoutes(route, deps, write)
  listenToCards(deps.events)
  jobs.every(repeatMs, 'cards that come again', () => repeatCards({ ...deps, write, publish }, new Date()))
  fileJobs(deps, jobs)
  relationRoutes(route, deps, write)
  relationJobs(deps, jobs, publish)
  listenToBoards(deps.events)
  listenToFields(deps.events)
  listenForNeighbours(deps.events)
  limitChanges(deps)
  limitMentions(deps)
  deps.events.onAnnounced(personChanged, ({ person }) => touchCardsOfPerson(deps, publish, person.id))
  jobs.every(indexMs, 'texts of searches', () => indexTexts(deps.db, deps.engine))
}
