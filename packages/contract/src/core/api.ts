import { accountApi } from '../auth/account.ts'
import { accountExportApi } from '../auth/account-export.ts'
import { authApi } from '../auth/auth.ts'
import { avatarApi } from '../auth/avatar-upload.ts'
import { emailConfirmationApi } from '../auth/email-confirmation.ts'
import { oidcApi } from '../auth/oidc.ts'
import { passwordResetApi } from '../auth/password-reset.ts'
import { signUpApi } from '../auth/sign-up.ts'
import { adminTokensApi, tokensApi } from '../auth/tokens.ts'
import { twoFactorApi } from '../auth/two-factor.ts'
import { boardsApi } from '../boards/board-calls.ts'
import { deckPointsApi } from '../boards/deck-points.ts'
import { boardExportApi } from '../boards/export.ts'
import { boardFieldsApi } from '../boards/fields.ts'
import { groupsApi } from '../boards/groups.ts'
import { importsApi } from '../boards/imports.ts'
import { invitationsApi } from '../boards/invitations.ts'
import { labelNamesApi } from '../boards/label-names.ts'
import { newsApi } from '../boards/news.ts'
import { peopleApi } from '../boards/people.ts'
import { readLinksApi } from '../boards/read-links.ts'
import { savedFiltersApi } from '../boards/saved-filters.ts'
import { attachmentsApi } from '../cards/attachments.ts'
import { bulkApi } from '../cards/bulk.ts'
import { cardsApi, listCardsApi } from '../cards/card-calls.ts'
import { checklistsApi } from '../cards/checklists.ts'
import { commentsApi } from '../cards/comments.ts'
import { filesApi } from '../cards/files.ts'
import { participantsApi } from '../cards/participants.ts'
import { recurrenceApi } from '../cards/recurrence.ts'
import { referencesApi } from '../cards/references.ts'
import { relationsApi } from '../cards/relations.ts'
import { cardTemplatesApi } from '../cards/templates.ts'
import { watchingApi } from '../cards/watching.ts'
import { estimationsApi } from '../estimations/estimations.ts'
import { adminApi } from '../instance/admin.ts'
import { auditApi } from '../instance/audit.ts'
import { dashboardApi } from '../instance/dashboard.ts'
import { maintenanceApi } from '../instance/maintenance.ts'
import { retentionApi } from '../instance/retention.ts'
import { systemApi } from '../instance/system.ts'
import { calendarApi } from '../integrations/calendar.ts'
import { githubApi } from '../integrations/github.ts'
import { slackApi } from '../integrations/slack.ts'
import { webhooksApi } from '../integrations/webhooks.ts'
import { notificationsApi } from '../notifications/notifications.ts'
import { recordApi } from '../rooms/record.ts'
import { roomsApi } from '../rooms/rooms.ts'
import { roomTasksApi } from '../rooms/tasks.ts'
import { sprintClosingApi } from '../sprints/closing.ts'
import { sprintReportsApi } from '../sprints/reports.ts'
import { sprintsApi } from '../sprints/sprints.ts'
import { sprintColumnsApi, sprintTasksApi } from '../sprints/tasks.ts'
import type { Endpoint } from './endpoint.ts'

/** Every REST call of the product, by feature: what OpenAPI describes and the permission matrix walks. */
export const api = {
  account: accountApi,
  accountExport: accountExportApi,
  admin: adminApi,
  adminTokens: adminTokensApi,
  audit: auditApi,
  attachments: attachmentsApi,
  auth: authApi,
  avatar: avatarApi,
  boardExport: boardExportApi,
  boardFields: boardFieldsApi,
  boards: boardsApi,
  bulk: bulkApi,
  imports: importsApi,
  invitations: invitationsApi,
  calendar: calendarApi,
  cards: cardsApi,
  groups: groupsApi,
  readLinks: readLinksApi,
  savedFilters: savedFiltersApi,
  cardTemplates: cardTemplatesApi,
  checklists: checklistsApi,
  comments: commentsApi,
  dashboard: dashboardApi,
  deckPoints: deckPointsApi,
  emailConfirmation: emailConfirmationApi,
  estimations: estimationsApi,
  files: filesApi,
  github: githubApi,
  listCards: listCardsApi,
  news: newsApi,
  notifications: notificationsApi,
  maintenance: maintenanceApi,
  oidc: oidcApi,
  participants: participantsApi,
  recurrence: recurrenceApi,
  passwordReset: passwordResetApi,
  labelNames: labelNamesApi,
  people: peopleApi,
  record: recordApi,
  references: referencesApi,
  relations: relationsApi,
  retention: retentionApi,
  rooms: roomsApi,
  roomTasks: roomTasksApi,
  signUp: signUpApi,
  slack: slackApi,
  webhooks: webhooksApi,
  sprintClosing: sprintClosingApi,
  sprintColumns: sprintColumnsApi,
  sprintReports: sprintReportsApi,
  sprints: sprintsApi,
  sprintTasks: sprintTasksApi,
  system: systemApi,
  tokens: tokensApi,
  twoFactor: twoFactorApi,
  watching: watchingApi,
} as const satisfies Record<string, Record<string, Endpoint>>
