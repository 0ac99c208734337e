import i18next from 'i18next'
import { common } from './pt-br/common.ts'

/** Namespaces that arrive with their screens, so that the first load carries only what it shows. */
const lazyNamespaces = {
  activity: async () => (await import('./pt-br/activity.ts')).activity,
  admin: async () => (await import('./pt-br/admin.ts')).admin,
  auth: async () => (await import('./pt-br/auth.ts')).auth,
  boards: async () => (await import('./pt-br/boards.ts')).boards,
  card: async () => (await import('./pt-br/card.ts')).card,
  conflict: async () => (await import('./pt-br/conflict.ts')).conflict,
  dashboard: async () => (await import('./pt-br/dashboard.ts')).dashboard,
  invitations: async () => (await import('./pt-br/invitations.ts')).invitations,
  kanban: async () => (await import('./pt-br/kanban.ts')).kanban,
  landing: async () => (await import('./pt-br/landing.ts')).landing,
  myTasks: async () => (await import('./pt-br/my-tasks.ts')).myTasks,
  palette: async () => (await import('./pt-br/palette.ts')).palette,
  report: async () => (await import('./pt-br/report.ts')).report,
  rooms: async () => (await import('./pt-br/rooms.ts')).rooms,
  shell: async () => (await import('./pt-br/shell.ts')).shell,
  sprints: async () => (await import('./pt-br/sprints.ts')).sprints,
  work: async () => (await import('./pt-br/work.ts')).work,
}

export type LazyNamespace = keyof typeof lazyNamespaces

void i18next.init({
  lng: 'pt-BR',
  fallbackLng: false,
  defaultNS: 'common',
  ns: ['common'],
  resources: { 'pt-BR': { common } },
  // React escapes what it renders; escaping here too would show '&amp;' to people.
  interpolation: { escapeValue: false },
  initAsync: false,
})

/** The text of a typed key: `t('retry')` from common, `t('rooms:hand.title')` from a feature's catalogue. */
export const t = i18next.t

/** Loads the catalogues a screen needs; does nothing when they are there. */
export async function loadTexts(...namespaces: LazyNamespace[]): Promise<void> {
  await Promise.all(
    namespaces.map(async (namespace) => {
      if (i18next.hasResourceBundle('pt-BR', namespace)) return
      i18next.addResourceBundle('pt-BR', namespace, await lazyNamespaces[namespace]())
    }),
  )
}
