import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'

/** What hangs on a card, as far as a copy of the card has it, too: its size in rows, in letters of them, and in bytes of files. */
export async function measureParts(db: Db, cardId: number): Promise<{ rows: number; letters: number; files: number; bytes: number }> {
  const files = await db
    .selectFrom('files')
    .innerJoin('blobs', 'blobs.sha256', 'files.sha256')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.sum<number | null>('blobs.size').as('bytes')])
    .where('card_id', '=', cardId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const items = await db
    .selectFrom('checklist_items')
    .innerJoin('checklists', 'checklists.id', 'checklist_items.checklist_id')
    .select((eb) => [eb.fn.countAll<number>().as('n'), sql<number | null>`sum(length(checklist_items.title))`.as('letters')])
    .where('checklists.card_id', '=', cardId)
    .executeTakeFirstOrThrow()
  const attachments = await db
    .selectFrom('attachments')
    .select((eb) => [eb.fn.countAll<number>().as('n'), sql<number | null>`sum(length(url) + length(title))`.as('letters')])
    .where('card_id', '=', cardId)
    .executeTakeFirstOrThrow()
  const values = await db
    .selectFrom('card_field_values')
    .select((eb) => [eb.fn.countAll<number>().as('n'), sql<number | null>`sum(length(text_value))`.as('letters')])
    .where('card_id', '=', cardId)
    .executeTakeFirstOrThrow()
  return {
    rows: files.n + items.n + attachments.n + values.n,
    letters: Number(items.letters ?? 0) + Number(attachments.letters ?? 0) + Number(values.letters ?? 0),
    files: files.n,
    bytes: Number(files.bytes ?? 0),
  }
}

/** Gives a new card of the same board the participants, labels, checklists with nothing ticked, links and files of another. `userId` is who added them. */
export async function copyParts(trx: Db, from: number, to: { id: number; board_id: number }, userId: number): Promise<void> {
  const now = instant()
  await sql`insert into card_labels (card_id, label_id) select ${to.id}, label_id from card_labels where card_id = ${from}`.execute(trx)
  await sql`
    insert into card_participants (card_id, user_id, board_id)
    select ${to.id}, user_id, board_id from card_participants where card_id = ${from}`.execute(trx)
  const checklists = await trx.selectFrom('checklists').select(['id', 'title', 'rank']).where('card_id', '=', from).execute()
  for (const { id: old, ...checklist } of checklists) {
    const { id } = await trx
      .insertInto('checklists')
      .values({ ...checklist, card_id: to.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`
      insert into checklist_items (checklist_id, title, rank)
      select ${id}, title, rank from checklist_items where checklist_id = ${old}`.execute(trx)
  }
  await sql`
    insert into attachments (card_id, url, title, kind, user_id, created_at)
    select ${to.id}, url, title, kind, ${userId}, ${now} from attachments where card_id = ${from} order by id`.execute(trx)
  await sql`
    insert into files (board_id, card_id, sha256, name, user_id, created_at)
    select ${to.board_id}, ${to.id}, sha256, name, ${userId}, ${now} from files where card_id = ${from} and deleted_at is null
    order by id`.execute(trx)
}
