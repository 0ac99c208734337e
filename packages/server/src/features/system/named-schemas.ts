import * as authAccount from '@rodada/contract/auth/account'
import * as authAuth from '@rodada/contract/auth/auth'
import * as authPeople from '@rodada/contract/auth/people'
import * as authSignUp from '@rodada/contract/auth/sign-up'
import * as boardsActivities from '@rodada/contract/boards/activities'
import * as boardsBoards from '@rodada/contract/boards/boards'
import * as boardsDeckPoints from '@rodada/contract/boards/deck-points'
import * as boardsExport from '@rodada/contract/boards/export'
import * as boardsFields from '@rodada/contract/boards/fields'
import * as boardsInvitations from '@rodada/contract/boards/invitations'
import * as boardsNews from '@rodada/contract/boards/news'
import * as boardsSavedFilters from '@rodada/contract/boards/saved-filters'
import * as cardsAttachments from '@rodada/contract/cards/attachments'
import * as cardsBulk from '@rodada/contract/cards/bulk'
import * as cardsCardCalls from '@rodada/contract/cards/card-calls'
import * as cardsCards from '@rodada/contract/cards/cards'
import * as cardsChecklists from '@rodada/contract/cards/checklists'
import * as cardsComments from '@rodada/contract/cards/comments'
import * as cardsFieldValues from '@rodada/contract/cards/field-values'
import * as cardsFiles from '@rodada/contract/cards/files'
import * as cardsKeys from '@rodada/contract/cards/keys'
import * as cardsOwnCards from '@rodada/contract/cards/own-cards'
import * as cardsReferences from '@rodada/contract/cards/references'
import * as cardsRelations from '@rodada/contract/cards/relations'
import * as cardsTemplates from '@rodada/contract/cards/templates'
import * as coreErrors from '@rodada/contract/core/errors'
import * as coreFields from '@rodada/contract/core/fields'
import * as estimationsEstimations from '@rodada/contract/estimations/estimations'
import * as instanceAdmin from '@rodada/contract/instance/admin'
import * as instanceAudit from '@rodada/contract/instance/audit'
import * as instanceDashboard from '@rodada/contract/instance/dashboard'
import * as instanceMaintenance from '@rodada/contract/instance/maintenance'
import * as instanceRetention from '@rodada/contract/instance/retention'
import * as integrationsGithub from '@rodada/contract/integrations/github'
import * as integrationsSlack from '@rodada/contract/integrations/slack'
import * as integrationsWebhooks from '@rodada/contract/integrations/webhooks'
import * as notificationsNotifications from '@rodada/contract/notifications/notifications'
import * as roomsDecks from '@rodada/contract/rooms/decks'
import * as roomsRecord from '@rodada/contract/rooms/record'
import * as roomsRooms from '@rodada/contract/rooms/rooms'
import * as roomsTasks from '@rodada/contract/rooms/tasks'
import * as sprintsClosing from '@rodada/contract/sprints/closing'
import * as sprintsReports from '@rodada/contract/sprints/reports'
import * as sprintsSprints from '@rodada/contract/sprints/sprints'
import * as sprintsTasks from '@rodada/contract/sprints/tasks'
import { z } from 'zod'

const modules: Record<string, unknown>[] = [
  authAccount,
  authAuth,
  authPeople,
  authSignUp,
  boardsActivities,
  boardsBoards,
  boardsDeckPoints,
  boardsExport,
  boardsFields,
  boardsInvitations,
  boardsNews,
  boardsSavedFilters,
  cardsAttachments,
  cardsBulk,
  cardsCardCalls,
  cardsCards,
  cardsChecklists,
  cardsComments,
  cardsFieldValues,
  cardsFiles,
  cardsKeys,
  cardsOwnCards,
  cardsReferences,
  cardsRelations,
  cardsTemplates,
  coreErrors,
  coreFields,
  estimationsEstimations,
  instanceAdmin,
  instanceAudit,
  instanceDashboard,
  instanceMaintenance,
  instanceRetention,
  integrationsGithub,
  integrationsSlack,
  integrationsWebhooks,
  notificationsNotifications,
  roomsDecks,
  roomsRecord,
  roomsRooms,
  roomsTasks,
  sprintsClosing,
  sprintsReports,
  sprintsSprints,
  sprintsTasks,
]

/** The schemas that the contract exports, each with its name there. What is exported by another name, too, has the first. */
export const named = z.registry<{ id: string }>()
for (const [name, schema] of modules.flatMap((exported) => Object.entries(exported))) {
  if (schema instanceof z.ZodType && /^[A-Z]/.test(name) && !named.has(schema)) named.add(schema, { id: name })
}
