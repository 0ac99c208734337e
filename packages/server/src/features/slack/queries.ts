import type { SlackHook } from '@rodada/contract/integrations/slack'
import { type Selectable, sql } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { notFound } from '../../platform/http/errors.ts'
import { deleteSent } from '../../platform/queue-queries.ts'
import { createClaimInTurn, isOfPace } from '../../platform/receiver-queries.ts'
import type { Pace } from '../../platform/receivers.ts'
import { stillAdministers } from '../auth/queries.ts'
import { responsible } from '../boards/policy.ts'
import { type SlackWords, slackWords } from './words.ts'

/** A board's address with the person who answers for it; `active` is 1 while they administer the board, which is not deleted. */
export type HookRow = Selectable<Schema['slack_hooks']> & { name: string | null; avatar_url: string | null; active: number }
export type MessageRow = Selectable<Schema['slack_messages']>
type SlackNews = 'sprint_ended' | 'vote_finished' | 'card_done'

/** How long a process may take to send a message before another one claims it. */
const leaseMs = 60_000
const firstWaitMs = 10_000
/** With waits that double, the last try comes about 40 minutes after the first. */
export const mostTries = 9
/** Messages of a board that may wait. Further ones are dropped. */
const mostWaiting = 500

/** Messages are in the language of the board's owner. */
const languageOfOwner = async (db: Db, boardId: number): Promise<string | null> => {
  const owner = db
    .selectFrom('boards')
    .innerJoin('users', 'users.id', 'boards.user_id')
    .select('users.language')
    .where('boards.id', '=', boardId)
  return (await owner.executeTakeFirst())?.language ?? null
}
export const wordsOf = async (db: Db, boardId: number): Promise<SlackWords> => slackWords(await languageOfOwner(db, boardId))

const answeredFor = stillAdministers('slack_hooks.set_by', 'slack_hooks.board_id')

export const findHook = (db: Db, boardId: number): Promise<HookRow | undefined> =>
  db
    .selectFrom('slack_hooks')
    .innerJoin('boards', 'boards.id', 'slack_hooks.board_id')
    .leftJoin('users', 'users.id', 'slack_hooks.set_by')
    .selectAll('slack_hooks')
    .select(['users.name', 'users.avatar_url'])
    .select(sql<number>`case when ${answeredFor} then 1 else 0 end`.as('active'))
    .where('board_id', '=', boardId)
    .where('boards.deleted_at', 'is', null)
    .executeTakeFirst()

/** As `findHook`. @throws AppError 404 when the board has none. */
export async function getHook(db: Db, boardId: number): Promise<HookRow> {
  const hook = await findHook(db, boardId)
  if (!hook) throw notFound()
  return hook
}

export const hookView = (hook: HookRow): SlackHook => ({
  masked_url: hook.masked_url,
  sprint_ended: hook.sprint_ended === 1,
  vote_finished: hook.vote_finished === 1,
  card_done: hook.card_done === 1,
  updated_at: hook.updated_at,
  failing_since: hook.failing_since,
  ...responsible(hook),
})

type Switches = Record<SlackNews, boolean>

/** Sets a board's address and kinds of news; `set_by` answers for it. */
export async function putHook(
  trx: Db,
  boardId: number,
  address: { url: string; masked_url: string; set_by: number | null },
  switches: Switches,
): Promise<void> {
  const row = {
    ...address,
    sprint_ended: switches.sprint_ended ? 1 : 0,
    vote_finished: switches.vote_finished ? 1 : 0,
    card_done: switches.card_done ? 1 : 0,
    updated_at: instant(),
  }
  await trx
    .insertInto('slack_hooks')
    .values({ ...row, board_id: boardId })
    .onConflict((oc) => oc.column('board_id').doUpdateSet(row))
    .execute()
}

/** Deletes the address and its waiting messages. */
export async function deleteHook(trx: Db, boardId: number): Promise<void> {
  await trx.deleteFrom('slack_hooks').where('board_id', '=', boardId).execute()
  await deleteMessages(trx, boardId)
}

/** What somebody answered for stops until another does: the account has gone to the owner of its address, who did not choose where it goes. */
export async function leaveHooks(trx: Db, userId: number): Promise<void> {
  await trx.updateTable('slack_hooks').set({ set_by: null }).where('set_by', '=', userId).execute()
}

/** Deletes the waiting messages of a board. Those of a deleted one wait, for it may come back. */
export async function deleteMessages(db: Db, boardId: number): Promise<void> {
  await db
    .deleteFrom('slack_messages')
    .where('board_id', 'in', (eb) => eb.selectFrom('boards').select('id').where('id', '=', boardId).where('deleted_at', 'is', null))
    .execute()
}

/** Notes whether messages arrive. */
export async function noteFailing(db: Db, boardId: number, failing: boolean): Promise<void> {
  await db
    .updateTable('slack_hooks')
    .set((eb) => ({ failing_since: failing ? eb.fn.coalesce('failing_since', eb.val(instant())) : null }))
    .where('board_id', '=', boardId)
    .$if(!failing, (query) => query.where('failing_since', 'is not', null))
    .execute()
}

/** Queues a message when the board wants this kind of news, `cardId` being the first card that it tells of. It is sent after the commit. */
export async function tellSlack(
  trx: Db,
  boardId: number,
  news: SlackNews,
  message: (words: SlackWords) => string,
  cardId?: number,
): Promise<void> {
  const wanted = await trx
    .selectFrom('slack_hooks')
    .select('board_id')
    .where('board_id', '=', boardId)
    .where(news, '=', 1)
    .where(answeredFor)
    .executeTakeFirst()
  if (!wanted) return
  const { n } = await trx
    .selectFrom('slack_messages')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('board_id', '=', boardId)
    .executeTakeFirstOrThrow()
  if (n >= mostWaiting) return
  const now = instant()
  const row = { board_id: boardId, message: message(await wordsOf(trx, boardId)), created_at: now, next_try_at: now }
  const same = await trx
    .selectFrom('slack_messages')
    .select('created_at')
    .where('board_id', '=', boardId)
    .where('message', '=', row.message)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  // A card that moves to and fro is told once until the message was sent. Another one of its title was not reopened since.
  if (same && (cardId === undefined || (await wasReopened(trx, cardId, same.created_at)))) return
  await trx.insertInto('slack_messages').values(row).execute()
}

async function wasReopened(trx: Db, cardId: number, since: string): Promise<boolean> {
  const entry = await trx
    .selectFrom('activities')
    .select('id')
    .where('card_id', '=', cardId)
    .where('from_status', '=', 'concluida')
    .where('created_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}

/** Notes that an address takes long to answer. */
export async function noteSlow(db: Db, boardId: number): Promise<void> {
  await db.updateTable('slack_hooks').set({ slow_at: instant() }).where('board_id', '=', boardId).execute()
}

/**
 * Claims due messages of boards that are not deleted, those of the people who set the addresses one after another. Of a board it is always the
 * oldest, so that none overtakes another.
 * @returns claims one; undefined when none is due
 */
export const createClaimMessage = (db: Db, pace: Pace): (() => Promise<MessageRow | undefined>) =>
  createClaimInTurn(db, 'slack_messages', leaseMs, () =>
    db
      .selectFrom('slack_messages')
      .innerJoin('boards', 'boards.id', 'slack_messages.board_id')
      .leftJoin('slack_hooks', 'slack_hooks.board_id', 'slack_messages.board_id')
      // Those that failed come after those that were never tried.
      .select(({ fn, val }) => ['slack_messages.id', 'next_try_at', 'tries', fn.coalesce('set_by', val(0)).as('whose'), 'tries as rank'])
      .where('boards.deleted_at', 'is', null)
      .where('next_try_at', '<=', instant())
      .where('slack_messages.id', 'in', (eb) =>
        eb
          .selectFrom('slack_messages')
          .select(({ fn }) => fn.min('id').as('id'))
          .groupBy('board_id'),
      )
      .where(isOfPace(pace)),
  )

export const deleteMessage = (db: Db, id: number): Promise<void> => deleteSent(db, 'slack_messages', id)

/**
 * Postpones a message, as long as Slack says or twice as long each time, with all others of its board: the address would not take these
 * either, and other boards would wait through each failure.
 */
export async function postponeMessages(db: Db, { id, board_id, tries }: MessageRow, waitMs?: number): Promise<void> {
  const until = instant(waitMs ?? firstWaitMs * 2 ** (tries - 1))
  await db
    .updateTable('slack_messages')
    .set({ next_try_at: until })
    .where('board_id', '=', board_id)
    .where((eb) => eb.or([eb('id', '=', id), eb('next_try_at', '<', until)]))
    .execute()
}
