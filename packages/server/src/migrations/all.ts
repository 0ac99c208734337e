import type { Migration } from 'kysely/migration'
import { accountsAndRooms } from './0001-accounts-and-rooms.ts'
import { boards } from './0002-boards.ts'
import { sprints } from './0003-sprints.ts'
import { roomTasks } from './0004-room-tasks.ts'
import { account } from './0005-account.ts'
import { mail } from './0006-mail.ts'
import { twoFactor } from './0007-two-factor.ts'

/** In the order they run. A migration that landed is never edited; the next one changes what it left. */
export const migrations: Record<string, Migration> = {
  '0001-accounts-and-rooms': accountsAndRooms,
  '0002-boards': boards,
  '0003-sprints': sprints,
  '0004-room-tasks': roomTasks,
  '0005-account': account,
  '0006-mail': mail,
  '0007-two-factor': twoFactor,
}
