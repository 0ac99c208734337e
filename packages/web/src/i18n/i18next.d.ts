import 'i18next'
import type { activity } from './pt-br/activity.ts'
import type { admin } from './pt-br/admin.ts'
import type { auth } from './pt-br/auth.ts'
import type { boards } from './pt-br/boards.ts'
import type { card } from './pt-br/card.ts'
import type { common } from './pt-br/common.ts'
import type { conflict } from './pt-br/conflict.ts'
import type { dashboard } from './pt-br/dashboard.ts'
import type { invitations } from './pt-br/invitations.ts'
import type { kanban } from './pt-br/kanban.ts'
import type { landing } from './pt-br/landing.ts'
import type { myTasks } from './pt-br/my-tasks.ts'
import type { palette } from './pt-br/palette.ts'
import type { report } from './pt-br/report.ts'
import type { rooms } from './pt-br/rooms.ts'
import type { shell } from './pt-br/shell.ts'
import type { sprints } from './pt-br/sprints.ts'
import type { work } from './pt-br/work.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      common: typeof common
      activity: typeof activity
      auth: typeof auth
      boards: typeof boards
      card: typeof card
      conflict: typeof conflict
      dashboard: typeof dashboard
      invitations: typeof invitations
      kanban: typeof kanban
      landing: typeof landing
      palette: typeof palette
      rooms: typeof rooms
      shell: typeof shell
      admin: typeof admin
      myTasks: typeof myTasks
      report: typeof report
      sprints: typeof sprints
      work: typeof work
    }
  }
}
