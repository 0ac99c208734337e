import { sql } from 'kysely'
import type { Db, Engine } from '../../../platform/database.ts'
import { holdsAnywhere } from '../../../platform/text-queries.ts'
import type { Actor } from '../../auth/queries.ts'
import { visibleBoardIds } from '../../boards/queries.ts'
import { groupsOf } from './letter-groups.ts'
import { readInPieces } from './pieces.ts'

/*
 * What is said on cards, in comments, checklist items and names of files. The index gives the places of a word, newest first; which of their cards somebody
 * sees is up to the query of the cards.
 */

/** Places of one word that are looked at, of each kind: a word that is in more is found in the newest of them. */
const most = 500
/** Cards of somebody's boards that are few enough to read all that is said on them: then a word of two letters is found there, too. */
const few = 1500

export const pieceKinds = ['comment', 'item', 'file'] as const
export type PieceKind = (typeof pieceKinds)[number]
type Piece = { id: number; card_id: number; kind: PieceKind }
/** Where each word is said: the newest piece of each card. */
export type Said = ReadonlyMap<string, ReadonlyMap<number, Piece>>

/** Cards to which a search is confined; undefined for those of all boards. */
export type Confines = { boardId: number } | { viewer: Actor } | undefined

const keptFiles = sql`(select id, card_id, search_text from files where deleted_at is null)`

/** Where pieces of each kind are: the tables, the card of one, SQLite's index and what waits for it. SQLite reads a cross join from its left. */
const places = {
  comment: {
    from: sql`comments as piece`,
    cardId: sql`piece.card_id`,
    found: sql`card_search_comments as found cross join comments as piece on piece.id = found.rowid`,
    index: sql`card_search_comments`,
    waiting: sql`comment_search_queue as waiting cross join comments as piece on piece.id = waiting.comment_id`,
  },
  item: {
    from: sql`checklist_items as piece join checklists on checklists.id = piece.checklist_id`,
    cardId: sql`checklists.card_id`,
    found: sql`card_search_items as found cross join checklist_items as piece on piece.id = found.rowid
      join checklists on checklists.id = piece.checklist_id`,
    index: sql`card_search_items`,
    waiting: sql`item_search_queue as waiting cross join checklist_items as piece on piece.id = waiting.item_id
      join checklists on checklists.id = piece.checklist_id`,
  },
  file: {
    from: sql`${keptFiles} as piece`,
    cardId: sql`piece.card_id`,
    found: sql`card_search_files as found cross join ${keptFiles} as piece on piece.id = found.rowid`,
    index: sql`card_search_files`,
    waiting: sql`file_search_queue as waiting cross join ${keptFiles} as piece on piece.id = waiting.file_id`,
  },
} as const

/** Whether the boards of a person have few cards, which are read faster than all that the index knows of others. */
export async function seesFewCards(db: Db, viewer: Actor): Promise<boolean> {
  const some = db
    .selectFrom('cards')
    .select('cards.id')
    .where('cards.board_id', 'in', visibleBoardIds(db, viewer))
    .limit(few + 1)
  const { n } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n <= few
}

/** Where on cards some folded words are said. */
export async function findSaid(db: Db, engine: Engine, words: readonly string[], confines: Confines): Promise<Said> {
  const said = new Map<string, Map<number, Piece>>()
  for (const word of new Set(words)) {
    const newest = new Map<number, Piece>()
    for (const kind of pieceKinds)
      for (const piece of await piecesWith(db, engine, word, kind, confines)) {
        const known = newest.get(piece.card_id)
        if (!known || (known.kind === kind && known.id < piece.id)) newest.set(piece.card_id, piece)
      }
    said.set(word, newest)
  }
  return said
}

/** The newest pieces of a kind that hold a word. */
function piecesWith(db: Db, engine: Engine, word: string, kind: PieceKind, confines: Confines): Promise<Piece[]> {
  const { from, cardId, found, index, waiting } = places[kind]
  if (confines) {
    const boards = 'boardId' in confines ? sql`(${confines.boardId})` : sql`(${visibleBoardIds(db, confines.viewer)})`
    return newestWith(db, engine, word, kind, {
      from: sql`${from} join cards on cards.id = ${cardId}`,
      where: sql`cards.board_id in ${boards}`,
    })
  }
  const groups = groupsOf(word)
  if (groups === '') return Promise.resolve([])
  if (engine === 'postgres') return newestWith(db, engine, word, kind, { from, where: sql`true` })
  return Promise.all([
    newestWith(db, engine, word, kind, { from: waiting, where: sql`true` }),
    // The index is read from its end, so that a word that is everywhere ends soon.
    newestWith(db, engine, word, kind, { from: found, where: sql`${index} match ${groups}`, id: sql`found.rowid` }),
  ]).then((both) => both.flat())
}

type Source = { from: Sql; where: Sql; id?: Sql }
type Sql = ReturnType<typeof sql>

async function newestWith(
  db: Db,
  engine: Engine,
  word: string,
  kind: PieceKind,
  { from, where, id = sql`piece.id` }: Source,
): Promise<Piece[]> {
  const holds = holdsAnywhere(engine, sql`piece.search_text`, word)
  const pieces = async (condition: Sql, most: number): Promise<Piece[]> => {
    const { rows } = await sql<{ id: number; card_id: number }>`
      select piece.id, ${places[kind].cardId} as card_id from ${from} where ${where} and ${condition} order by ${id} desc limit ${most}`.execute(
      db,
    )
    return rows.map((row) => ({ ...row, kind }))
  }
  if (engine === 'postgres') return pieces(holds, most)
  const held: Piece[] = []
  let before = Number.MAX_SAFE_INTEGER
  await readInPieces(async (size) => {
    const next = await pieces(sql`${id} < ${before}`, size)
    const ids = new Set(await idsHolding(db, kind, next, holds))
    held.push(...next.filter((piece) => ids.has(piece.id)))
    before = next.at(-1)?.id ?? 0
    return next.length === size && held.length < most
  })
  return held.slice(0, most)
}

async function idsHolding(db: Db, kind: PieceKind, pieces: readonly Piece[], holds: Sql): Promise<number[]> {
  const ids = JSON.stringify(pieces.map(({ id }) => id))
  const { rows } = await sql<{ id: number }>`
    select piece.id from ${places[kind].from} where piece.id in (select value from json_each(${ids})) and ${holds}`.execute(db)
  return rows.map(({ id }) => id)
}
