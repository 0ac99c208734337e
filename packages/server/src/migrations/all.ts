import type { Migration } from 'kysely/migration'
import { accountsAndRooms } from './0001-accounts-and-rooms.ts'
import { boards } from './0002-boards.ts'
import { sprints } from './0003-sprints.ts'
import { roomTasks } from './0004-room-tasks.ts'
import { account } from './0005-account.ts'
import { mail } from './0006-mail.ts'
import { twoFactor } from './0007-two-factor.ts'
import { confirmedEmail } from './0008-confirmed-email.ts'
import { notifications } from './0009-notifications.ts'
import { integrations } from './0010-integrations.ts'
import { audit } from './0011-audit.ts'
import { columnVersions } from './0012-column-versions.ts'
import { cardSearch } from './0013-card-search.ts'
import { invitationAcceptance } from './0014-invitation-acceptance.ts'
import { retention } from './0015-retention.ts'
import { loginDevices } from './0016-login-devices.ts'
import { roomModeration } from './0017-room-moderation.ts'
import { consent } from './0018-consent.ts'
import { agreedRounds } from './0019-agreed-rounds.ts'
import { chosenStatus } from './0020-chosen-status.ts'
import { journal } from './0021-journal.ts'
import { addressResets } from './0022-address-resets.ts'

/** In the order they run. A migration that landed is never edited; the next one changes what it left. */
export const migrations: Record<string, Migration> = {
  '0001-accounts-and-rooms': accountsAndRooms,
  '0002-boards': boards,
  '0003-sprints': sprints,
  '0004-room-tasks': roomTasks,
  '0005-account': account,
  '0006-mail': mail,
  '0007-two-factor': twoFactor,
  '0008-confirmed-email': confirmedEmail,
  '0009-notifications': notifications,
  '0010-integrations': integrations,
  '0011-audit': audit,
  '0012-column-versions': columnVersions,
  '0013-card-search': cardSearch,
  '0014-invitation-acceptance': invitationAcceptance,
  '0015-retention': retention,
  '0016-login-devices': loginDevices,
  '0017-room-moderation': roomModeration,
  '0018-consent': consent,
  '0019-agreed-rounds': agreedRounds,
  '0020-chosen-status': chosenStatus,
  '0021-journal': journal,
  '0022-address-resets': addressResets,
}
