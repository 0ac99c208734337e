import type { Migration } from 'kysely/migration'
import type { LockOrder } from '../platform/database.ts'
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
import { facilitation } from './0023-facilitation.ts'
import { reasons } from './0024-reasons.ts'
import { roomDoor } from './0025-room-door.ts'
import { estimations } from './0026-estimations.ts'
import { replacedEntries } from './0027-replaced-entries.ts'
import { oneSpelling } from './0028-one-spelling.ts'
import { decks } from './0029-decks.ts'
import { sessionRecord } from './0030-session-record.ts'
import { startedCards } from './0031-started-cards.ts'
import { roundDecks } from './0032-round-decks.ts'
import { cardKeys } from './0033-card-keys.ts'
import { cardFiles } from './0034-card-files.ts'
import { wipLimits } from './0035-wip-limits.ts'
import { unlinkedPulls } from './0036-unlinked-pulls.ts'
import { startDates } from './0037-start-dates.ts'
import { cardPeople } from './0038-card-people.ts'
import { cardRelations } from './0039-card-relations.ts'
import { boardFields } from './0040-board-fields.ts'
import { noPriority } from './0041-no-priority.ts'
import { cardCovers } from './0043-card-covers.ts'
import { boardCopies } from './0045-board-copies.ts'
import { recurrence } from './0046-recurrence.ts'
import { cardTemplates } from './0047-card-templates.ts'
import { movedCards } from './0048-moved-cards.ts'
import { closedSprints } from './0049-closed-sprints.ts'
import { searchInTalk } from './0051-search-in-talk.ts'
import { inbox } from './0053-inbox.ts'
import { boardVisits } from './0054-board-visits.ts'
import { savedFilters } from './0055-saved-filters.ts'
import { signUp } from './0057-sign-up.ts'
import { nextSprints } from './0058-next-sprints.ts'
import { searchInFiles } from './0059-search-in-files.ts'
import { searchInFields } from './0060-search-in-fields.ts'
import { personalTokens } from './0061-personal-tokens.ts'
import { calendarFeeds } from './0062-calendar-feeds.ts'
import { readLinks } from './0063-read-links.ts'
import { webhooks } from './0064-webhooks.ts'
import { oidc } from './0065-oidc.ts'
import { imports } from './0066-imports.ts'
import { reportLinks } from './0069-report-links.ts'
import { boardGroups } from './0070-board-groups.ts'
import { slowReceivers } from './0071-slow-receivers.ts'
import { importFiles } from './0072-import-files.ts'
import { morningIndexes } from './0073-morning-indexes.ts'
import { noticesWithoutBoard } from './0074-notices-without-board.ts'
import { sizesOfBlobs } from './0075-sizes-of-blobs.ts'
import { leftSprints } from './0076-left-sprints.ts'
import { tasksOfAll } from './0077-tasks-of-all.ts'
import { mergeByHand } from './0078-merge-by-hand.ts'
import { accountsByName } from './0079-accounts-by-name.ts'
import { provenLinks } from './0080-proven-links.ts'
import { narrowReads } from './0081-narrow-reads.ts'
import type { AccountTables } from './tables/accounts.ts'
import type { BoardTables } from './tables/boards.ts'
import type { CardTables } from './tables/cards.ts'
import type { EstimationTables } from './tables/estimations.ts'
import type { FileTables } from './tables/files.ts'
import type { ImportTables } from './tables/imports.ts'
import type { InstanceTables } from './tables/instance.ts'
import type { IntegrationTables } from './tables/integrations.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { RoomTables } from './tables/rooms.ts'
import type { SprintTables } from './tables/sprints.ts'

/**
 * The tables as the latest migration leaves them. Instants are ISO 8601 UTC texts written by the program on both databases,
 * so they compare as text; flags are nullable instants or 0/1.
 */
declare module '../platform/database.ts' {
  interface Schema
    extends AccountTables,
      InstanceTables,
      RoomTables,
      BoardTables,
      CardTables,
      FileTables,
      SprintTables,
      ImportTables,
      IntegrationTables,
      EstimationTables,
      NotificationTables {}
}

/** What requests lock first, and the accounts that most of them lock at the end (decision 0044). */
export const lockOrder: LockOrder = { first: ['cards', 'lists', 'boards', 'rooms'], last: ['users'] }

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
  '0023-facilitation': facilitation,
  '0024-reasons': reasons,
  '0025-room-door': roomDoor,
  '0026-estimations': estimations,
  '0027-replaced-entries': replacedEntries,
  '0028-one-spelling': oneSpelling,
  '0029-decks': decks,
  '0030-session-record': sessionRecord,
  '0031-started-cards': startedCards,
  '0032-round-decks': roundDecks,
  '0033-card-keys': cardKeys,
  '0034-card-files': cardFiles,
  '0035-wip-limits': wipLimits,
  '0036-unlinked-pulls': unlinkedPulls,
  '0037-start-dates': startDates,
  '0038-card-people': cardPeople,
  '0039-card-relations': cardRelations,
  '0040-board-fields': boardFields,
  '0041-no-priority': noPriority,
  '0043-card-covers': cardCovers,
  '0045-board-copies': boardCopies,
  '0046-recurrence': recurrence,
  '0047-card-templates': cardTemplates,
  '0048-moved-cards': movedCards,
  '0049-closed-sprints': closedSprints,
  '0051-search-in-talk': searchInTalk,
  '0053-inbox': inbox,
  '0054-board-visits': boardVisits,
  '0055-saved-filters': savedFilters,
  '0057-sign-up': signUp,
  '0058-next-sprints': nextSprints,
  '0059-search-in-files': searchInFiles,
  '0060-search-in-fields': searchInFields,
  '0061-personal-tokens': personalTokens,
  '0062-calendar-feeds': calendarFeeds,
  '0063-read-links': readLinks,
  '0064-webhooks': webhooks,
  '0065-oidc': oidc,
  '0066-imports': imports,
  '0069-report-links': reportLinks,
  '0070-board-groups': boardGroups,
  '0071-slow-receivers': slowReceivers,
  '0072-import-files': importFiles,
  '0073-morning-indexes': morningIndexes,
  '0074-notices-without-board': noticesWithoutBoard,
  '0075-sizes-of-blobs': sizesOfBlobs,
  '0076-left-sprints': leftSprints,
  '0077-tasks-of-all': tasksOfAll,
  '0078-merge-by-hand': mergeByHand,
  '0079-accounts-by-name': accountsByName,
  '0080-proven-links': provenLinks,
  '0081-narrow-reads': narrowReads,
}
