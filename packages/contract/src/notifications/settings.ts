/** Constants of notifications, free of schemas: the web reads them without loading any validation. */

/** What somebody can be told of, and the switch of the settings that turns it off, everywhere. */
export const switchOfKind = {
  card_assigned: 'card_assignments',
  card_joined: 'card_assignments',
  card_mentioned: 'card_assignments',
  card_commented: 'card_assignments',
  card_changed: 'card_assignments',
  votes_asked: 'card_assignments',
  votes_missing: 'due_date_reminders',
  card_due: 'due_date_reminders',
  board_updated: 'board_updates',
  board_added: 'board_updates',
  invitation_accepted: 'board_updates',
  sprint_ended: 'board_updates',
  webhook_off: 'board_updates',
  import_done: 'board_updates',
  import_failed: 'board_updates',
  import_undone: 'board_updates',
  import_without_board: 'board_updates',
} as const
export type NotificationKind = keyof typeof switchOfKind
export const notificationKinds = Object.keys(switchOfKind) as [NotificationKind, ...NotificationKind[]]

/** What somebody did on a card that one watches. */
export const watchedChanges = [
  'created',
  'done',
  'reopened',
  'due',
  'moved',
  'assigned',
  'archived',
  'restored',
  'deleted',
  'edited',
] as const
export type WatchedChange = (typeof watchedChanges)[number]

/** What a list of notifications holds: what is neither done nor snoozed, a part of that, or what was put aside. */
export const inboxFilters = ['all', 'unread', 'mentions', 'assigned', 'snoozed', 'done'] as const
export type InboxFilter = (typeof inboxFilters)[number]
/** The kinds of the filters that are named for what happened. */
export const kindsOfFilter = {
  mentions: ['card_mentioned'],
  assigned: ['card_assigned', 'card_joined', 'votes_asked'],
} as const satisfies Partial<Record<InboxFilter, readonly NotificationKind[]>>
/** How far ahead a notification can be snoozed, in days: no further than the shortest time that notifications may be kept. */
export const snoozeDays = 30

/** The kinds of emails, each named as its switch. */
export const mailKinds = ['card_assignments', 'due_date_reminders', 'board_updates', 'weekly_digest'] as const
export type MailKind = (typeof mailKinds)[number]

/** The address of the page, and of the header's address, that end emails of a kind. The token comes behind it. */
export const unsubscribePage = '/cancelar-emails#'
