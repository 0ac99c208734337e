import { english as texts } from '@rodada/contract/texts/translations/en-us'
import type { Catalogue } from '../catalogue.ts'
import { common } from './common.ts'

export const english: Catalogue = {
  common,
  texts,
  lazy: {
    activity: async () => (await import('./activity.ts')).activity,
    admin: async () => (await import('./admin.ts')).admin,
    auth: async () => (await import('./auth.ts')).auth,
    boardDialogs: async () => (await import('./board-dialogs.ts')).boardDialogs,
    boards: async () => (await import('./boards.ts')).boards,
    card: async () => (await import('./card.ts')).card,
    conflict: async () => (await import('./conflict.ts')).conflict,
    dashboard: async () => (await import('./dashboard.ts')).dashboard,
    decks: async () => (await import('./decks.ts')).decks,
    integrations: async () => (await import('./integrations.ts')).integrations,
    emailConfirmation: async () => (await import('./email-confirmation.ts')).emailConfirmation,
    estimations: async () => (await import('./estimations.ts')).estimations,
    files: async () => (await import('./files.ts')).files,
    invitations: async () => (await import('./invitations.ts')).invitations,
    kanban: async () => (await import('./kanban.ts')).kanban,
    landing: async () => (await import('./landing.ts')).landing,
    myTasks: async () => (await import('./my-tasks.ts')).myTasks,
    notifications: async () => (await import('./notifications.ts')).notifications,
    palette: async () => (await import('./palette.ts')).palette,
    references: async () => (await import('./references.ts')).references,
    record: async () => (await import('./record.ts')).record,
    report: async () => (await import('./report.ts')).report,
    result: async () => (await import('./result.ts')).result,
    rooms: async () => (await import('./rooms.ts')).rooms,
    settings: async () => (await import('./settings.ts')).settings,
    shell: async () => (await import('./shell.ts')).shell,
    sprints: async () => (await import('./sprints.ts')).sprints,
    system: async () => (await import('./system.ts')).system,
    work: async () => (await import('./work.ts')).work,
  },
}
