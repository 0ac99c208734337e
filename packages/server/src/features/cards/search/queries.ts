import type { CardHit } from '@rodada/contract/cards/cards'
import { parseKey } from '@rodada/contract/cards/keys'
import type { Priority, WorkStatus } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Engine, Schema } from '../../../platform/database.ts'
import { normalize } from '../../../platform/normalize.ts'
import type { Actor } from '../../auth/queries.ts'
import { hasValue } from '../fields/queries.ts'
import type { FieldFilter } from '../fields/values.ts'
import { hasKey } from '../key-queries.ts'
import { isOfPerson } from '../participants/queries.ts'
import { storedPriority } from '../queries.ts'
import { isBlocked } from '../relations/mark-queries.ts'
import { allCards, hasText, hits, hitsOf, openStatuses, type Page } from './hit-queries.ts'

/** The latest cards, which are searched first: a person who types wants a few hits, and a frequent text is in some of these. */
const latest = 2000
/** Cards that are added to SQLite's index in one transaction: a few milliseconds. */
const indexedAtOnce = 200

type CardSearch = Page & {
  q?: string
  board_id?: number
  priority?: Priority
  status?: WorkStatus
  assigned_to?: number
  late?: boolean
  open?: boolean
  blocked?: boolean
  estimated?: boolean
  /** Values in fields of the board; null for empty ones. */
  fields?: readonly FieldFilter[]
  /** Ids of cards that are listed already. */
  without?: readonly number[]
}

type Dated = CardSearch & { today: string }

/**
 * Cards by text and filters, the latest changed first. A text that is a key has the cards that it names before those that quote it. `today` is
 * 'YYYY-MM-DD' where the person is.
 */
export async function searchCards(db: Db, engine: Engine, viewer: Actor, search: Dated): Promise<CardHit[]> {
  const key = parseKey(search.q ?? '')
  if (!key) return searchTexts(db, engine, viewer, search)
  // The cards of one key are few: one of each board that has or had its prefix.
  const named = await found(db, viewer, { ...search, q: '', limit: limits.pageMax, offset: 0 })
    .where(hasKey(key))
    .execute()
  const shown = named.slice(search.offset, search.offset + search.limit)
  const texts = await searchTexts(db, engine, viewer, {
    ...search,
    limit: search.limit - shown.length,
    offset: Math.max(0, search.offset - named.length),
    without: named.map(({ id }) => id),
  })
  return [...(await hitsOf(db, shown)), ...texts]
}

async function searchTexts(db: Db, engine: Engine, viewer: Actor, search: Dated): Promise<CardHit[]> {
  if (search.limit === 0) return []
  // The cards of one board, or of one person, are few.
  const isNarrow = search.board_id !== undefined || search.assigned_to !== undefined
  if (!isNarrow) {
    const rows = await found(db, viewer, search, latestCards(db)).execute()
    // A full page is the answer, because every other card that fits changed before these.
    if (rows.length === search.limit) return hitsOf(db, rows)
  }
  const groups = engine === 'sqlite' && !isNarrow ? groupsOf(search.q ?? '') : ''
  const rows = await found(db, viewer, search)
    .$if(groups !== '', (query) => query.where(mayHold(groups)))
    .execute()
  return hitsOf(db, rows)
}

const found = (db: Db, viewer: Actor, search: Dated, among = allCards(db)) =>
  hits(db, viewer, among)
    .$if(search.without !== undefined && search.without.length > 0, (query) => query.where('cards.id', 'not in', search.without ?? []))
    .$if(Boolean(search.q), (query) => query.where(hasText(search.q ?? '')))
    .$if(search.board_id !== undefined, (query) => query.where('cards.board_id', '=', search.board_id ?? 0))
    .$if(search.priority !== undefined, (query) => query.where(hasPriority(search.priority ?? 'none')))
    .$if(search.status !== undefined, (query) => query.where('cards.status', '=', search.status ?? 'pendente'))
    .$if(search.assigned_to !== undefined, (query) => query.where(isOfPerson(search.assigned_to ?? 0)))
    .$if(search.late === true, (query) => query.where('cards.status', 'in', openStatuses).where('cards.due_date', '<', search.today))
    .$if(search.open === true, (query) => query.where('cards.status', 'in', openStatuses))
    .$if(search.blocked === true, (query) => query.where(isBlocked))
    .$if(search.estimated !== undefined, (query) => query.where('cards.estimate', search.estimated ? 'is not' : 'is', null))
    .$if((search.fields ?? []).length > 0, (query) =>
      query.where((eb) => eb.and((search.fields ?? []).map(({ field, value }) => hasValue(field, value)))),
    )
    .orderBy('cards.updated_at', 'desc')
    .orderBy('cards.id', 'desc')
    .limit(search.limit)
    .offset(search.offset)

const latestCards = (db: Db) =>
  allCards(db)
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .orderBy('cards.updated_at', 'desc')
    .orderBy('cards.id', 'desc')
    .limit(latest)

const hasPriority = (wanted: Priority) => (eb: ExpressionBuilder<Schema, 'cards'>) => {
  const { priority, has_priority } = storedPriority(wanted)
  return eb.and([eb('cards.priority', '=', priority), ...(priority === 'medium' ? [eb('cards.has_priority', '=', has_priority)] : [])])
}

/** SQLite: cards with all groups of letters in any order, and those that are not in the index yet. */
const mayHold = (groups: string) =>
  sql<boolean>`cards.id in (select rowid from card_search where card_search match ${groups} union all select card_id from card_search_queue)`

/** Whether a card has a text, on SQLite with the help of the index, or the key that the text is. */
export function holdsText(engine: Engine, text: string) {
  const holds = hasText(text)
  const groups = engine === 'sqlite' ? groupsOf(text) : ''
  const key = parseKey(text)
  const indexed = groups === '' ? holds : sql<boolean>`(${holds} and ${mayHold(groups)})`
  return key ? sql<boolean>`(${indexed} or ${hasKey(key)})` : indexed
}

/** Every three letters in a row, which the index stores; none for a shorter text. */
function groupsOf(text: string): string {
  const letters = [...normalize(text)]
  const groups = letters.slice(2).map((_, start) => letters.slice(start, start + 3).join(''))
  return groups.map((group) => `"${group.replaceAll('"', '""')}"`).join(' ')
}

/** SQLite: adds waiting cards to the index. PostgreSQL maintains its own. */
export async function indexWaitingCards(db: Db): Promise<void> {
  const first = db.selectFrom('card_search_queue').select('card_id').orderBy('card_id').limit(indexedAtOnce)
  for (let waiting = await first.execute(); waiting.length > 0; waiting = await first.execute()) {
    await db.transaction().execute(async (trx) => {
      await sql`insert or replace into card_search (rowid, search_text) select id, search_text from cards where id in (${first})`.execute(
        trx,
      )
      await trx.deleteFrom('card_search_queue').where('card_id', 'in', first).execute()
    })
  }
}
