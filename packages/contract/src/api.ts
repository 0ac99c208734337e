import { accountApi } from './account.ts'
import { adminApi } from './admin.ts'
import { attachmentsApi } from './attachments.ts'
import { auditApi } from './audit.ts'
import { authApi } from './auth.ts'
import { avatarApi } from './avatar-upload.ts'
import { boardsApi } from './boards.ts'
import { cardsApi, listCardsApi } from './cards.ts'
import { checklistsApi } from './checklists.ts'
import { commentsApi } from './comments.ts'
import { dashboardApi } from './dashboard.ts'
import { emailConfirmationApi } from './email-confirmation.ts'
import type { Endpoint } from './endpoint.ts'
import { githubApi } from './github.ts'
import { invitationsApi } from './invitations.ts'
import { maintenanceApi } from './maintenance.ts'
import { notificationsApi } from './notifications.ts'
import { passwordResetApi } from './password-reset.ts'
import { retentionApi } from './retention.ts'
import { roomTasksApi } from './room-tasks.ts'
import { roomsApi } from './rooms.ts'
import { slackApi } from './slack.ts'
import { sprintReportsApi } from './sprint-reports.ts'
import { sprintColumnsApi, sprintTasksApi } from './sprint-tasks.ts'
import { sprintsApi } from './sprints.ts'
import { systemApi } from './system.ts'
import { twoFactorApi } from './two-factor.ts'

/** Every REST call of the product, by feature: what OpenAPI describes and the permission matrix walks. */
export const api = {
  account: accountApi,
  admin: adminApi,
  audit: auditApi,
  attachments: attachmentsApi,
  auth: authApi,
  avatar: avatarApi,
  boards: boardsApi,
  invitations: invitationsApi,
  cards: cardsApi,
  checklists: checklistsApi,
  comments: commentsApi,
  dashboard: dashboardApi,
  emailConfirmation: emailConfirmationApi,
  github: githubApi,
  listCards: listCardsApi,
  notifications: notificationsApi,
  maintenance: maintenanceApi,
  passwordReset: passwordResetApi,
  retention: retentionApi,
  rooms: roomsApi,
  roomTasks: roomTasksApi,
  slack: slackApi,
  sprintColumns: sprintColumnsApi,
  sprintReports: sprintReportsApi,
  sprints: sprintsApi,
  sprintTasks: sprintTasksApi,
  system: systemApi,
  twoFactor: twoFactorApi,
} as const satisfies Record<string, Record<string, Endpoint>>
