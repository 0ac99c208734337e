import type { FoundCard, SearchMatch } from '@rodada/contract/cards/cards'
import { type CardKey, parseKey } from '@rodada/contract/cards/keys'
import { readSearch } from '@rodada/contract/cards/search-question'
import type { Priority, WorkStatus } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Engine } from '../../../platform/database.ts'
import { invalid } from '../../../platform/http/errors.ts'
import type { Actor } from '../../auth/queries.ts'
import { hasValue } from '../fields/queries.ts'
import type { FieldFilter } from '../fields/values.ts'
import { hasKey, orHasKey } from '../key-queries.ts'
import { isOfPerson } from '../participants/queries.ts'
import { hasPriority } from '../queries.ts'
import { isBlocked } from '../relations/mark-queries.ts'
import { allCards, type HitRow, hasText, hits, hitsOf, idsWhere, isAmong, openStatuses, type Page } from './hit-queries.ts'
import { groupsOf } from './letter-groups.ts'
import { matchesOf } from './match-queries.ts'
import { conditionsOf, type Here } from './operator-queries.ts'
import { filterInPieces } from './pieces.ts'
import { findSaid, listFewCards, type Said } from './talk-queries.ts'

/** The latest cards, which are searched first: a person who types wants a few hits, and a frequent text is in some of these. */
const latest = 2000
/** As many are enough where an index soon finds the others: what is in fewer than one of sixty cards costs it less than reading 2,000. */
const latestBeforeIndex = 500

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
}

type Dated = CardSearch & Here

/** A search as it is read: folded words that a card has all of, and what else is asked of it. */
type Reading = Omit<Dated, 'q'> & { words: readonly string[]; conditions: readonly RawBuilder<boolean>[]; without: readonly number[] }

/**
 * Cards by words and filters: those that a key names, then those that have all words in title and description, and then those on which some are
 * said, in comments and checklist items; each the latest changed first.
 * @throws AppError 400 about what in `q` cannot be understood
 */
export async function searchCards(db: Db, engine: Engine, viewer: Actor, { q = '', ...search }: Dated): Promise<FoundCard[]> {
  const asked = readSearch(q, search)
  if (typeof asked === 'string') throw invalid({ q: asked })
  const conditions = await conditionsOf(db, viewer, asked, search)
  const reading: Reading = { ...search, words: asked.words, conditions, without: [] }
  const [word = ''] = asked.words
  const key = asked.words.length === 1 ? parseKey(word) : null
  const named = key ? await listNamed(db, viewer, reading, key) : []
  const shown = named.slice(search.offset, search.offset + search.limit)
  const [rows, said] = await searchTexts(db, engine, viewer, {
    ...reading,
    limit: search.limit - shown.length,
    offset: Math.max(0, search.offset - named.length),
    without: named.map(({ id }) => id),
  })
  const matches = await matchesOf(db, rows, asked.words, said)
  const keys = new Set(shown.map(({ id }) => id))
  const matchOf = (id: number, text: string): SearchMatch | null =>
    keys.has(id) ? { in: 'key', text, marks: [{ from: 0, to: text.length }] } : (matches.get(id) ?? null)
  return (await hitsOf(db, viewer, [...shown, ...rows])).map((hit) => ({ ...hit, match: matchOf(hit.id, hit.key) }))
}

/** The cards of one key are few: one of each board that has or had its prefix. */
const listNamed = (db: Db, viewer: Actor, reading: Reading, key: CardKey): Promise<HitRow[]> =>
  found(db, viewer, reading).where(hasKey(key)).limit(limits.pageMax).execute()

const nowhere: Said = new Map()

async function searchTexts(db: Db, engine: Engine, viewer: Actor, search: Reading): Promise<[HitRow[], Said]> {
  if (search.limit === 0) return [[], nowhere]
  const few = search.board_id === undefined ? await listFewCards(db, engine, viewer) : undefined
  // The cards of one board, or of one person, are few.
  const isNarrow = search.board_id !== undefined || search.assigned_to !== undefined || few !== undefined
  if (!isNarrow) {
    const rows = await listLatest(db, engine, viewer, search)
    // A full page is the answer, because every other card that fits changed before these.
    if (rows.length === search.limit) return [rows, nowhere]
  }
  const among = few && allCards(db).where(isAmong(engine, few))
  const groups = engine === 'sqlite' && !isNarrow ? search.words.map(groupsOf).join(' ').trim() : ''
  const own = found(db, viewer, search, among).$if(groups !== '', (query) => query.where(mayHold(groups)))
  const { rows, before } = await listHolding(db, engine, viewer, search, own)
  if (rows.length === search.limit || search.words.length === 0) return [rows, nowhere]
  const confines = search.board_id !== undefined ? { boardId: search.board_id } : few && { cardIds: few }
  const said = await findSaid(db, engine, search.words, confines)
  const rest = { ...search, limit: search.limit - rows.length, offset: rows.length > 0 ? 0 : search.offset - before }
  return [[...rows, ...(await listSaid(db, engine, viewer, rest, said))], said]
}

/**
 * As `listHolding`, among the latest cards. Of SQLite only their ids are asked first, and whether they are seen is asked with their texts:
 * a frequent text is found after a few dozen. What operators ask is asked once: SQLite finds all cards of some people for each piece else.
 */
async function listLatest(db: Db, engine: Engine, viewer: Actor, search: Reading): Promise<HitRow[]> {
  const { limit, offset, words } = search
  const among = latestCards(db, words.some((word) => groupsOf(word) !== '') ? latestBeforeIndex : latest)
  if (engine === 'postgres' || words.length === 0)
    return (await listHolding(db, engine, viewer, search, found(db, viewer, search, among))).rows
  const isAsked = search.conditions.length > 0
  const ids = isAsked
    ? await idsOf(found(db, viewer, search, among))
    : (await among.clearSelect().select('cards.id').execute()).map(({ id }) => id)
  const holding = found(db, viewer, { ...search, conditions: [] }).where(holdsAll(engine, words))
  const held = await filterInPieces(ids, (some) => idsOf(holding.where(isAmong(engine, some))), offset + limit)
  return listHits(db, engine, viewer, held.slice(offset))
}

/**
 * The page of `cards` that have all words in title and description, and how many there are before it. SQLite is asked about a few cards at
 * a time: in prepared texts it takes a millisecond for one.
 */
async function listHolding(
  db: Db,
  engine: Engine,
  viewer: Actor,
  search: Reading,
  cards: ReturnType<typeof found>,
): Promise<{ rows: HitRow[]; before: number }> {
  const { limit, offset, words } = search
  if (engine === 'sqlite' && words.length > 0) {
    const held = await filterInPieces(await idsOf(cards), (some) => idsWhere(db, engine, some, holdsAll(engine, words)), offset + limit)
    return { rows: await listHits(db, engine, viewer, held.slice(offset)), before: Math.min(held.length, offset) }
  }
  const holding = words.length > 0 ? cards.where(holdsAll(engine, words)) : cards
  const rows = await holding.limit(limit).offset(offset).execute()
  return { rows, before: rows.length > 0 || offset === 0 ? offset : await countAll(db, holding) }
}

const allOf = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`
const holdsAll = (engine: Engine, words: readonly string[]) => allOf(words.map((word) => hasText(engine, word)))

const idsOf = async (cards: ReturnType<typeof found>): Promise<number[]> =>
  (await cards.clearSelect().select('cards.id').execute()).map(({ id }) => id)

/** Cards by their ids, in that order. */
async function listHits(db: Db, engine: Engine, viewer: Actor, ids: readonly number[]): Promise<HitRow[]> {
  if (ids.length === 0) return []
  const rows = new Map((await hits(db, viewer).where(isAmong(engine, ids)).execute()).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

const countAll = async (db: Db, rows: ReturnType<typeof found>): Promise<number> => {
  const { n } = await db
    .selectFrom(rows.clearOrderBy().clearSelect().select('cards.id').as('rows'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Cards that have some of the words in their own texts, and the others said on them. */
async function listSaid(db: Db, engine: Engine, viewer: Actor, search: Reading, said: Said): Promise<HitRow[]> {
  const ids = [...new Set([...said.values()].flatMap((of) => [...of.keys()]))]
  if (ids.length === 0) return []
  const { limit, offset, words } = search
  const among = (some: readonly number[]) => found(db, viewer, search).where(isAmong(engine, some))
  const isOwn = holdsAll(engine, words)
  if (engine === 'postgres') {
    // One word is said on all of them.
    const held = words.length > 1 ? await idsWhere(db, engine, ids, holdsOrSaid(engine, words, said, ids)) : ids
    return held.length > 0 ? pageOf(db, among(held).where(sql<boolean>`not ${isOwn}`), search) : []
  }
  const held = await filterInPieces(
    await idsOf(among(ids)),
    (some) => idsWhere(db, engine, some, sql<boolean>`(${holdsOrSaid(engine, words, said, some)} and not ${isOwn})`),
    offset + limit,
  )
  return listHits(db, engine, viewer, held.slice(offset))
}

/** PostgreSQL: a page of some cards. All are put in order first: for the few that are wanted it would else read every card, the latest first. */
async function pageOf(db: Db, cards: ReturnType<typeof found>, { limit, offset }: Page): Promise<HitRow[]> {
  const { rows } = await sql<HitRow>`
    with in_order as materialized (${cards}) select * from in_order limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Whether a card of a few has each word in its own texts or said on it. */
const holdsOrSaid = (engine: Engine, words: readonly string[], said: Said, some: readonly number[]) =>
  allOf(
    words.map((word) => {
      const on = some.filter((id) => said.get(word)?.has(id))
      return sql<boolean>`(${isAmong(engine, on)} or ${hasText(engine, word)})`
    }),
  )

/** Cards that are what a search asks for, whatever they say, the latest changed first. */
const found = (db: Db, viewer: Actor, search: Reading, among = allCards(db)) =>
  hits(db, viewer, among)
    .$if(search.without.length > 0, (query) => query.where('cards.id', 'not in', search.without))
    .$if(search.conditions.length > 0, (query) => query.where((eb) => eb.and([...search.conditions])))
    // What is on a template is nobody's work.
    .$if(search.board_id === undefined, (query) => query.where('boards.is_template', '=', 0))
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

const latestCards = (db: Db, count: number) =>
  allCards(db)
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .orderBy('cards.updated_at', 'desc')
    .orderBy('cards.id', 'desc')
    .limit(count)

/** SQLite: cards with all groups of letters in any order, and those that are not in the index yet. */
const mayHold = (groups: string) =>
  sql<boolean>`cards.id in (select rowid from card_search where card_search match ${groups} union all select card_id from card_search_queue)`

/** Whether a card has a text, with the help of the index, or the key that the text is. */
export function holdsText(engine: Engine, text: string) {
  const holds = hasText(engine, text)
  const groups = engine === 'sqlite' ? groupsOf(text) : ''
  const key = parseKey(text)
  const indexed = groups === '' ? holds : sql<boolean>`(${holds} and ${mayHold(groups)})`
  return key ? sql<boolean>`(${indexed} or ${orHasKey(engine, key)})` : indexed
}
