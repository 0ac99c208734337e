import type { RetentionRule } from '@rodada/contract/instance/retention'
import type { Schema } from '../../platform/database.ts'

/**
 * How long a row of a table stays. `rule`: as many days after `since` as the administration chose in Sistema. `days`: so many after
 * `since`, always. `with`: as long as the row of another table that it belongs to. `one`: there is one row for each of these, which
 * the database itself sees to. `most`: what else keeps the table from growing.
 */
export type Stay<Columns> =
  | { rule: RetentionRule; since: keyof Columns & string }
  | { days: number; since: keyof Columns & string }
  | { with: keyof Schema }
  | { one: readonly (keyof Columns & string)[] }
  | { most: string }

/**
 * The answer of each table; the type asks for one for each new table, and a test compares each with the database and with what
 * the jobs delete. What goes with a board stays as long as people keep the board: it is their work, and has its own limits.
 */
export const howLong: { [Table in keyof Schema]: Stay<Schema[Table]> } = {
  users: { most: 'accounts of people; what one network may register in an hour is limited, and nobody else makes rows here' },
  avatars: { one: ['user_id'] },
  // The program gives the names.
  settings: { one: ['user_id', 'name'] },
  two_factor: { one: ['user_id'] },
  two_factor_enrolments: { days: 0, since: 'expires_at' },
  recovery_codes: { most: 'ten of each account with a second factor' },
  login_challenges: { days: 0, since: 'expires_at' },
  password_resets: { days: 0, since: 'expires_at' },
  address_resets: { days: 0, since: 'expires_at' },
  email_confirmations: { days: 0, since: 'expires_at' },
  sign_up_invitations: { days: 0, since: 'expires_at' },
  known_devices: { days: 180, since: 'seen_at' },
  login_devices: { days: 180, since: 'seen_at' },
  sessions: { days: 0, since: 'expires_at' },
  personal_tokens: { days: 30, since: 'expires_at' },
  personal_token_boards: { with: 'personal_tokens' },
  calendar_feeds: { one: ['user_id'] },
  identities: { one: ['user_id', 'issuer'] },
  oidc_flows: { days: 0, since: 'expires_at' },
  oidc_handovers: { days: 0, since: 'expires_at' },
  oidc_logouts: { days: 0, since: 'expires_at' },

  instance: { most: 'the one row that the first migration made' },
  instance_settings: { one: ['name'] },
  instance_keys: { one: ['name'] },
  processes: { most: 'one of each process that is running: the others remove those that died' },
  operations: { most: 'the last 200' },
  audit_log: { rule: 'audit', since: 'created_at' },
  // An email is given up after an hour of tries. Those of an installation whose mail was switched off wait for nobody.
  outbox: { days: 7, since: 'created_at' },

  // A room in which no account sat goes by the rule 'guest_rooms', one in which nobody sat at once.
  rooms: { rule: 'guest_rooms', since: 'ended_at' },
  seats: { with: 'rooms' },
  room_removals: { days: 1, since: 'created_at' },
  connections: { with: 'seats' },
  votes: { with: 'rooms' },
  rounds: { rule: 'rooms', since: 'revealed_at' },
  room_tasks: { with: 'rooms' },
  chat_messages: { with: 'rooms' },

  // What was deleted can be brought back for a day.
  boards: { days: 1, since: 'deleted_at' },
  board_members: { with: 'boards' },
  board_watchers: { with: 'boards' },
  board_copies: { most: 'one of each account, until its copy is whole: a job ends those of processes that died' },
  // One of each member, and of those who were.
  board_visits: { with: 'boards' },
  // And at most 20 of each board.
  board_prefixes: { with: 'boards' },
  // At most one of each account that was a member: it ends when they come back.
  board_departures: { with: 'boards' },
  // Those that were accepted say how somebody came to the board, and stay with it: one of each address.
  invitations: { with: 'boards' },
  // At most 50 of each board.
  board_groups: { with: 'boards' },
  // At most 20 of each board, also those that expired, until somebody takes them off.
  read_links: { with: 'boards' },
  lists: { days: 1, since: 'deleted_at' },
  labels: { with: 'boards' },
  board_fields: { with: 'boards' },
  board_field_options: { with: 'board_fields' },
  // At most 50 of each board, and of each person on it.
  saved_filters: { with: 'boards' },
  // At most 50 of each board.
  card_templates: { with: 'boards' },
  // Of those that figures are made of, the numbers stay as long as the board, without who and what.
  activities: { rule: 'activities', since: 'created_at' },

  cards: { days: 1, since: 'deleted_at' },
  card_estimates: { with: 'cards' },
  card_field_values: { with: 'cards' },
  card_keys: { with: 'cards' },
  card_labels: { with: 'cards' },
  card_recurrences: { with: 'cards' },
  // At most 20 of each card.
  card_participants: { with: 'cards' },
  card_watchers: { with: 'cards' },
  card_relations: { with: 'cards' },
  // A job takes them out within a second.
  related_cards_queue: { with: 'cards' },
  checklists: { with: 'cards' },
  checklist_items: { with: 'checklists' },
  comments: { with: 'cards' },
  attachments: { with: 'cards' },
  files: { days: 1, since: 'deleted_at' },
  // The day begins when the last file of these bytes is gone for good.
  blobs: { days: 1, since: 'unused_since' },
  stray_objects: { days: 0, since: 'remove_after' },
  card_search_queue: { most: 'cards that the index does not know yet: a job takes them out, and their deletion does' },
  comment_search_queue: { most: 'comments that the index does not know yet, as above' },
  item_search_queue: { most: 'checklist items that the index does not know yet, as above' },
  field_search_queue: { most: 'values of fields that the index does not know yet, as above' },
  file_search_queue: { most: 'files that the index does not know yet, as above' },

  sprints: { with: 'boards' },
  // What the version before the journal of cards wrote: nothing is added to it any more.
  sprint_events: { with: 'sprints' },
  sprint_columns: { with: 'sprints' },

  // And at most 20 open ones and 200 closed ones of each board.
  estimations: { with: 'boards' },
  estimation_cards: { with: 'estimations' },
  estimation_voters: { with: 'estimations' },
  estimation_votes: { with: 'estimations' },

  github_accounts: { one: ['user_id'] },
  github_states: { days: 0, since: 'expires_at' },
  github_links: { with: 'cards' },
  // And at most 100 of each card.
  github_unlinked: { with: 'cards' },
  imports: { days: 90, since: 'created_at' },
  import_sources: { with: 'boards' },
  // And no longer than an import can be taken back.
  import_changes: { with: 'imports' },
  github_imports: { days: 90, since: 'created_at' },
  github_webhooks: { with: 'boards' },
  github_deliveries: { days: 90, since: 'received_at' },
  slack_hooks: { with: 'boards' },
  // And at most 500 of each board, each given up after an hour of tries.
  slack_messages: { with: 'boards' },
  webhooks: { with: 'boards' },
  // And at most the last thousand of each webhook.
  webhook_deliveries: { rule: 'webhook_deliveries', since: 'created_at' },

  notifications: { rule: 'notifications', since: 'created_at' },
  notification_marks: { days: 90, since: 'made_at' },
  notification_cursor: { most: 'the one row that its migration made' },
  push_subscriptions: { most: 'ten of each account' },
}
