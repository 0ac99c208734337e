import { sql } from 'kysely'
import type { Db, Engine } from '../../../platform/database.ts'
import { holdsAnywhere } from '../../../platform/text-queries.ts'
import type { Actor } from '../../auth/queries.ts'
import { visibleBoardIds } from '../../boards/queries.ts'
import { groupsOf } from './letter-groups.ts'
import { filterInPieces, readInPieces } from './pieces.ts'

/*
 * What is said on cards, in comments, checklist items, names of files and fields. The index gives the places of a word, newest first; which of their cards somebody
 * sees is up to the query of the cards.
 */

/** Places of one word that are looked at, of each kind: a word that is in more is found in the newest of them. */
const most = 500
/** Places that SQLite's index may list for one word: of each it knows all groups of letters, and nearly always the word is there. */
const mostListed = 20_000
/** PostgreSQL looks among so many of the newest of a kind first: of a common word, whose places are everywhere, it reads no others. */
const recent = 25_000
/** Cards of somebody's boards that are few enough to read all that is said on them: then a word of two letters is found there, too. */
const few = 1500

const pieceKinds = ['comment', 'item', 'file', 'field'] as const
type PieceKind = (typeof pieceKinds)[number]
export type Piece = { id: number; card_id: number; kind: PieceKind }
/** Where each word is said: the newest piece of each card. */
export type Said = ReadonlyMap<string, ReadonlyMap<number, Piece>>

/** Cards to which a search is confined: those of a board, or some; undefined for those of all boards. */
export type Confines = { boardId: number } | { cardIds: readonly number[] } | undefined

const keptFiles = sql`(select id, card_id, search_text from files where deleted_at is null)`
const textsOfFields = sql`(select id, card_id, search_text from card_field_values where text_value is not null)`

/** Where pieces of each kind are: the table, what is read of it, the card of one, SQLite's index, and the queue and the ids of what waits for it. */
const places = {
  comment: {
    table: sql`comments`,
    from: sql`comments as piece`,
    cardId: sql`piece.card_id`,
    index: sql`card_search_comments`,
    queue: sql`comment_search_queue`,
    waiting: sql`comment_id`,
  },
  item: {
    table: sql`checklist_items`,
    from: sql`checklist_items as piece join checklists on checklists.id = piece.checklist_id`,
    cardId: sql`checklists.card_id`,
    index: sql`card_search_items`,
    queue: sql`item_search_queue`,
    waiting: sql`item_id`,
  },
  file: {
    table: sql`files`,
    from: sql`${keptFiles} as piece`,
    cardId: sql`piece.card_id`,
    index: sql`card_search_files`,
    queue: sql`file_search_queue`,
    waiting: sql`file_id`,
  },
  field: {
    table: sql`card_field_values`,
    from: sql`${textsOfFields} as piece`,
    cardId: sql`piece.card_id`,
    index: sql`card_search_fields`,
    queue: sql`field_search_queue`,
    waiting: sql`value_id`,
  },
} as const

/**
 * The cards that a person may find when these are few, which are read faster than all that the index knows of others; else undefined. What is archived
 * is no search's, and after some years that is most.
 */
export async function listFewCards(db: Db, engine: Engine, viewer: Actor): Promise<number[] | undefined> {
  const cards = engine === 'sqlite' ? shownCards(db, viewer) : shownCardsListByList(db, viewer)
  const { n } = await db
    .selectFrom(cards.limit(few + 1).as('cards'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n <= few ? (await cards.execute()).map(({ id }) => id) : undefined
}

const listsSeen = (db: Db, viewer: Actor) =>
  db
    .selectFrom('lists')
    .where('lists.board_id', 'in', visibleBoardIds(db, viewer))
    .where('lists.archived_at', 'is', null)
    .where('lists.deleted_at', 'is', null)

const shownCards = (db: Db, viewer: Actor) =>
  listsSeen(db, viewer)
    .innerJoin('cards', 'cards.list_id', 'lists.id')
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .select('cards.id')

/** PostgreSQL: of somebody who sees no boards it would else read all cards. */
const shownCardsListByList = (db: Db, viewer: Actor) =>
  listsSeen(db, viewer)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('cards')
          .select('cards.id')
          .whereRef('cards.list_id', '=', 'lists.id')
          .where('cards.archived_at', 'is', null)
          .where('cards.deleted_at', 'is', null)
          .limit(few + 1)
          .as('cards'),
      (join) => join.onTrue(),
    )
    .select('cards.id')

/** Where on cards some folded words are said. */
export async function findSaid(db: Db, engine: Engine, words: readonly string[], confines: Confines): Promise<Said> {
  const said = new Map<string, Map<number, Piece>>([...new Set(words)].map((word) => [word, new Map()]))
  const newest = engine === 'postgres' ? newestAtOnce : newestInPieces
  for (const { word, pieces } of await newest(db, [...said.keys()], confines)) {
    const of = said.get(word)
    for (const piece of pieces) {
      const known = of?.get(piece.card_id)
      if (!known || (known.kind === piece.kind && known.id < piece.id)) of?.set(piece.card_id, piece)
    }
  }
  return said
}

/** The newest pieces of one kind that hold a word. */
type Holding = { word: string; pieces: readonly Piece[] }

/**
 * PostgreSQL: the newest pieces that hold each word, kind by kind. One statement asks for all: one for each kind and word took longer on their way,
 * and in being planned, than in the texts.
 */
async function newestAtOnce(db: Db, words: readonly string[], confines: Confines): Promise<Holding[]> {
  const indexed = confines ? words : words.filter((word) => groupsOf(word) !== '')
  const sought = pieceKinds.flatMap((kind) => indexed.map((word) => ({ kind, word, pieces: [] as Piece[] })))
  if (sought.length === 0) return []
  const last = confines ? undefined : await lastIds(db)
  const each = sought.map(({ kind, word }, place) => {
    const { from, cardId } = places[kind]
    const newest = (where: Sql) => sql`(
      select ${sql.lit(place)} as place, piece.id, ${cardId} as card_id from ${from}
      where ${holdsAnywhere('postgres', sql`piece.search_text`, word)} ${where} order by piece.id desc limit ${most})`
    const border = (last?.[kind] ?? 0) - recent
    if (border <= recent) return newest(isWithin(cardId, confines))
    // PostgreSQL knows the border, and so whether to cross the index of texts with that of ids, or to read the newest one by one until they are enough.
    return sql`(
      with recent as materialized ${newest(sql`and piece.id > ${border}`)}
      select * from recent union all ${newest(sql`and piece.id <= ${border} and (select count(*) from recent) < ${most}`)})`
  })
  const { rows } = await sql<{ place: number; id: number; card_id: number }>`${sql.join(each, sql` union all `)}`.execute(db)
  for (const { place, id, card_id } of rows) {
    const holding = sought[place]
    holding?.pieces.push({ id, card_id, kind: holding.kind })
  }
  return sought.map(({ word, pieces }) => ({ word, pieces: pieces.sort((one, other) => other.id - one.id).slice(0, most) }))
}

/** The last ids of each kind; null where there are none. */
async function lastIds(db: Db): Promise<Record<PieceKind, number | null> | undefined> {
  const last = pieceKinds.map((kind) => sql`(select max(id) from ${places[kind].table}) as ${sql.ref(kind)}`)
  const { rows } = await sql<Record<PieceKind, number | null>>`select ${sql.join(last)}`.execute(db)
  return rows[0]
}

function isWithin(cardId: Sql, confines: Confines): Sql {
  if (!confines) return sql``
  if ('boardId' in confines) return sql`and ${cardId} in (select id from cards where board_id = ${confines.boardId})`
  return sql`and ${cardId} = any(cast(${`{${confines.cardIds.join()}}`} as integer[]))`
}

/** SQLite: as `newestAtOnce`, a few pieces at a time. */
async function newestInPieces(db: Db, words: readonly string[], confines: Confines): Promise<Holding[]> {
  const found: Holding[] = []
  for (const kind of pieceKinds) {
    const piecesWith = await searcherOf(db, kind, confines)
    for (const word of words) found.push({ word, pieces: await piecesWith(word) })
  }
  return found
}

/** SQLite: what finds the newest pieces of a kind that hold a word. */
async function searcherOf(db: Db, kind: PieceKind, confines: Confines): Promise<(word: string) => Promise<Piece[]>> {
  const newest = async (ids: readonly number[], word: string) =>
    piecesOf(db, kind, await filterInPieces(ids, (some) => idsHolding(db, kind, some, word), most))
  if (confines) {
    const ids = await idsOn(db, kind, confines)
    return (word) => newest(ids, word)
  }
  return async (word) => {
    const groups = groupsOf(word)
    return groups === '' ? [] : newest(await idsIndexed(db, kind, groups), word)
  }
}

/**
 * SQLite: the newest pieces that have all groups of letters in any order, and those that wait for the index. Asked once, because the index
 * starts over each time; and from its end, so that a word that is everywhere ends soon.
 */
async function idsIndexed(db: Db, kind: PieceKind, groups: string): Promise<number[]> {
  const { index, queue, waiting } = places[kind]
  const { rows: queued } = await sql<{ id: number }>`
    select ${waiting} as id from ${queue} order by ${waiting} desc limit ${mostListed}`.execute(db)
  const { rows: found } = await sql<{ id: number }>`
    select rowid as id from ${index} where ${index} match ${groups} order by rowid desc limit ${mostListed}`.execute(db)
  return [...new Set([...queued, ...found].map(({ id }) => id))]
}

type Sql = ReturnType<typeof sql>

/**
 * SQLite: what is said on the cards of a board, or on some, the newest first. Listed once and by card: sorted for each few of
 * them, hundreds of thousands would take minutes.
 */
async function idsOn(db: Db, kind: PieceKind, confines: NonNullable<Confines>): Promise<number[]> {
  const { from, cardId } = places[kind]
  const cards = 'boardId' in confines ? await idsOfBoard(db, confines.boardId) : confines.cardIds
  const ids: number[] = []
  let at = 0
  await readInPieces(async (size) => {
    const some = cards.slice(at, at + size)
    at += some.length
    const { rows } = await sql<{ id: number }>`
      select piece.id from ${from} where ${cardId} in (select value from json_each(${JSON.stringify(some)}))`.execute(db)
    for (const { id } of rows) ids.push(id)
    return at < cards.length
  })
  return ids.sort((one, other) => other - one)
}

const idsOfBoard = async (db: Db, boardId: number): Promise<number[]> =>
  (await db.selectFrom('cards').select('id').where('board_id', '=', boardId).execute()).map(({ id }) => id)

/** SQLite: those of some pieces that hold a word. */
async function idsHolding(db: Db, kind: PieceKind, ids: readonly number[], word: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select piece.id from ${places[kind].from}
    where ${isOneOf(ids)} and ${holdsAnywhere('sqlite', sql`piece.search_text`, word)}`.execute(db)
  return rows.map(({ id }) => id)
}

async function piecesOf(db: Db, kind: PieceKind, ids: readonly number[]): Promise<Piece[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; card_id: number }>`
    select piece.id, ${places[kind].cardId} as card_id from ${places[kind].from} where ${isOneOf(ids)}`.execute(db)
  return rows.map((row) => ({ ...row, kind }))
}

const isOneOf = (ids: readonly number[]): Sql => sql`piece.id in (select value from json_each(${JSON.stringify(ids)}))`
