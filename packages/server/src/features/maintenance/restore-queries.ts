import type { Db, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'

type Change = (trx: Db) => Promise<unknown>
/**
 * `kept`: what people made, and nothing in it lets anybody in. `locks`: it holds a secret that only keeps others out, and without it
 * accounts would stand open. `forgotten`: every row is true for a moment only, or lets somebody act. A function: what of it must end.
 */
type AfterRestore = 'kept' | 'locks' | 'forgotten' | Change

/**
 * What a database that is brought back from a copy may go on with, table by table; the type asks for an answer for each new table.
 * A copy revives whatever was ended since it was made: sessions, links, codes, subscriptions, addresses that were taken back.
 */
export const afterRestore: Record<keyof Schema, AfterRestore> = {
  users: 'locks',
  two_factor: 'locks',
  two_factor_enrolments: 'forgotten',
  // A code that was used since would open the account a second time.
  recovery_codes: 'forgotten',
  login_challenges: 'forgotten',
  sessions: 'forgotten',
  // One that was revoked since would let its program in again.
  personal_tokens: 'forgotten',
  personal_token_boards: 'forgotten',
  // An address that was closed or replaced since would tell again what its owner has to do.
  calendar_feeds: 'forgotten',
  password_resets: 'forgotten',
  address_resets: 'forgotten',
  email_confirmations: 'forgotten',
  // One that was withdrawn since would open the door again.
  sign_up_invitations: 'forgotten',
  // It remembers where somebody signed in, to tell them of other places. It opens nothing.
  known_devices: 'kept',
  // A browser that was forgotten with its password would have tries of its own again; the next sign-in remembers it.
  login_devices: 'forgotten',
  // As passwords: without it, accounts that have no password could not be opened. The README tells who restores.
  identities: 'locks',
  oidc_flows: 'forgotten',
  oidc_handovers: 'forgotten',
  // A logout counts for minutes.
  oidc_logouts: 'forgotten',
  settings: 'kept',
  avatars: 'kept',

  boards: 'kept',
  board_prefixes: 'kept',
  // The process that made them is gone; a board that is not whole stays deleted.
  board_copies: 'forgotten',
  board_members: 'kept',
  // The files of those under way may be gone. A board that is not whole stays deleted.
  imports: (trx) =>
    trx
      .updateTable('imports')
      .set({ step: null, phase: null, status: 'cancelled', secret: null })
      .where('status', 'in', ['reading', 'ready', 'running'])
      .execute(),
  import_sources: 'kept',
  import_changes: 'kept',
  board_visits: 'kept',
  board_watchers: 'kept',
  // An invitation that was used or withdrawn since would let somebody in; one that was accepted opens nothing more.
  invitations: (trx) => trx.deleteFrom('invitations').where('accepted_at', 'is', null).execute(),
  board_departures: 'kept',
  // As members are. What they give follows the provider at the next sign-in.
  board_groups: 'kept',
  // One that was ended since would open the board again.
  read_links: 'forgotten',
  lists: 'kept',
  labels: 'kept',
  board_fields: 'kept',
  board_field_options: 'kept',
  saved_filters: 'kept',
  card_templates: 'kept',
  cards: 'kept',
  card_keys: 'kept',
  card_labels: 'kept',
  card_recurrences: 'kept',
  card_participants: 'kept',
  card_watchers: 'kept',
  card_field_values: 'kept',
  card_relations: 'kept',
  related_cards_queue: 'kept',
  card_estimates: 'kept',
  card_search_queue: 'kept',
  comment_search_queue: 'kept',
  item_search_queue: 'kept',
  field_search_queue: 'kept',
  file_search_queue: 'kept',
  checklists: 'kept',
  checklist_items: 'kept',
  comments: 'kept',
  attachments: 'kept',
  files: 'kept',
  // What was unused back then may have been used since: it waits its day again.
  blobs: (trx) => trx.updateTable('blobs').set({ unused_since: null }).execute(),
  // What was under way back then may have been stored since, and the database that was put aside refers to it.
  stray_objects: 'forgotten',
  activities: 'kept',
  sprints: 'kept',
  sprint_columns: 'kept',
  sprint_events: 'kept',

  // Host and seat tokens would let back in who was removed since; the history of a room that ended stays with its members.
  rooms: async (trx) => {
    await trx
      .updateTable('rooms')
      .set((room) => ({ record_code: room.fn.coalesce('record_code', 'code'), code: null, network: null, ended_at: instant() }))
      .where('ended_at', 'is', null)
      .execute()
    await trx.updateTable('rooms').set({ host_token_hash: '', password_hash: null }).execute()
  },
  // Nobody sits there any more, and no process that could say so remembers them: where they came from ends here.
  seats: async (trx) => {
    await trx.updateTable('seats').set({ token_hash: null, network: null, browser_hash: null }).execute()
    await trx.updateTable('seats').set({ left_at: instant() }).where('left_at', 'is', null).execute()
  },
  // They keep people from the records of rooms that the restore ended.
  room_removals: 'locks',
  connections: 'forgotten',
  votes: 'kept',
  rounds: 'kept',
  room_tasks: 'kept',
  chat_messages: 'kept',

  estimations: 'kept',
  estimation_cards: 'kept',
  estimation_voters: 'kept',
  estimation_votes: 'kept',

  // What waits to be told was told since, or is old by now: it stays in the notification centre.
  notifications: (trx) => trx.updateTable('notifications').set({ mail_at: null, push_at: null }).execute(),
  notification_marks: 'kept',
  notification_cursor: (trx) =>
    trx
      .updateTable('notification_cursor')
      .set((eb) => ({ activity_id: eb.selectFrom('activities').select(eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('last')) }))
      .execute(),
  // A browser that was unsubscribed since would be pushed to again; those of people who come back subscribe by themselves.
  push_subscriptions: 'forgotten',

  github_accounts: 'forgotten',
  // They end with their sessions too.
  github_states: 'forgotten',
  github_links: 'kept',
  github_unlinked: 'kept',
  github_imports: (trx) => trx.updateTable('github_imports').set({ status: 'cancelled' }).where('status', '=', 'running').execute(),
  // A secret that was replaced since would move cards again, and an address that was taken back would hear of them.
  github_webhooks: 'forgotten',
  github_deliveries: 'kept',
  slack_hooks: 'forgotten',
  slack_messages: 'forgotten',
  // One that was taken back since would hear of the board again.
  webhooks: 'forgotten',
  webhook_deliveries: 'forgotten',

  instance: 'kept',
  instance_settings: 'kept',
  // They sign what the installation sends; its receivers hold no part of them.
  instance_keys: 'locks',
  audit_log: 'kept',
  processes: 'forgotten',
  operations: (trx) => trx.deleteFrom('operations').where('state', '=', 'running').execute(),
  outbox: 'forgotten',
}

/**
 * Columns that are called like a secret and live on, each with why they may. A test fails for a column that sounds like one and is
 * neither here nor ended above.
 */
export const livesOn: Record<string, string> = {
  'users.password_hash': 'it keeps others out; the person who restores is told that passwords are again what they were',
  'users.avatar_url': 'a picture that everybody sees',
  'two_factor.secret': 'it keeps others out; the codes of back then were used, and a code lives half a minute',
  'instance_keys.value':
    'they sign what is sent. An old link that ends emails still ends them: it can do nothing else, and its reader wants that',
  'invitations.token_hash': 'of those that were accepted only, which nobody can accept twice',
  'known_devices.address_hash': 'where somebody signed in before, to be told of other places; it opens nothing',
  'audit_log.address': 'who did what from where; it opens nothing',
  'settings.value': 'what a person chose, the theme and the emails; an email that was ended since is ended again by its link',
  'instance_settings.value': 'what the administration chose; no secret is among it',
  'github_links.url': 'the address of an issue',
  'github_links.repository_key': 'the name of a repository',
  'github_unlinked.repository_key': 'the name of a repository',
  'github_links.by_key': 'whether the name of a card led to a pull request',
  'github_deliveries.body_hash': 'which deliveries came already; with it one is taken once',
  'attachments.url': 'a link that somebody put on a card, which every reader of the board has',
  'card_field_values.text_value': 'what a card has in a field of its board, which every reader of the board sees',
  'card_field_values.number_value': 'as text_value',
  'card_field_values.date_value': 'as text_value',
  'rooms.record_code': 'the address of a record; only accounts that sat at that table read what is there',
  'votes.value': 'a card of a round',
  'estimation_votes.value': 'a card of a sealed estimation, which goes on being sealed until it closes',
  'seats.name_key': 'a name, folded',
  'room_removals.token_hash': 'whom it keeps out of a room; it opens nothing, and is forgotten after a day',
  'room_removals.browser_hash': 'whom it keeps out of a room; it opens nothing, and is forgotten after a day',
  'chat_messages.send_key': 'by which a message is not said twice',
  'notifications.gather_key': 'by which notifications are gathered',
}

/** Ends what the copy revived. Nobody is written to or pushed for what was true then. */
export async function endWhatWasRevived(trx: Db): Promise<void> {
  for (const [table, rule] of Object.entries(afterRestore) as [keyof Schema, AfterRestore][]) {
    if (rule === 'forgotten') await trx.deleteFrom(table).execute()
    else if (typeof rule === 'function') await rule(trx)
  }
}
