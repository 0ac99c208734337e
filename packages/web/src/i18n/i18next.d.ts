import 'i18next'
import type { auth } from './pt-br/auth.ts'
import type { common } from './pt-br/common.ts'
import type { landing } from './pt-br/landing.ts'
import type { rooms } from './pt-br/rooms.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: { common: typeof common; auth: typeof auth; landing: typeof landing; rooms: typeof rooms }
  }
}
