import { sql } from 'kysely'
import type { Db, Engine } from '../../../platform/database.ts'
import { holdsAnywhere } from '../../../platform/text-queries.ts'
import type { Actor } from '../../auth/queries.ts'
import { visibleBoardIds } from '../../boards/queries.ts'
import { groupsOf } from './letter-groups.ts'

/*
 * What is said on cards, in comments and checklist items. The index gives the places of a word, newest first; which of their cards somebody
 * sees is up to the query of the cards.
 */

/** Places of one word that are looked at, of each kind: a word that is in more is found in the newest of them. */
const most = 500
/** Cards of somebody's boards that are few enough to read all that is said on them: then a word of two letters is found there, too. */
const few = 1500

export type PieceKind = 'comment' | 'item'
type Piece = { id: number; card_id: number; kind: PieceKind }
/** Where each word is said: the newest piece of each card. */
export type Said = ReadonlyMap<string, ReadonlyMap<number, Piece>>

/** Cards to which a search is confined; undefined for those of all boards. */
export type Confines = { boardId: number } | { viewer: Actor } | undefined

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
    for (const kind of ['comment', 'item'] as const)
      for (const piece of await piecesWith(db, engine, word, kind, confines)) {
        const known = newest.get(piece.card_id)
        if (!known || (known.kind === kind && known.id < piece.id)) newest.set(piece.card_id, piece)
      }
    said.set(word, newest)
  }
  return said
}

async function piecesWith(db: Db, engine: Engine, word: string, kind: PieceKind, confines: Confines): Promise<Piece[]> {
  const { from, cardId, found, index, waiting } = places[kind]
  const holds = holdsAnywhere(engine, sql`piece.search_text`, word)
  const pieces = async (source: ReturnType<typeof sql>, condition: ReturnType<typeof sql>, newest = sql`piece.id`): Promise<Piece[]> => {
    const { rows } = await sql<{ id: number; card_id: number }>`
      select piece.id, ${cardId} as card_id from ${source} where ${condition} and ${holds} order by ${newest} desc limit ${most}`.execute(
      db,
    )
    return rows.map((row) => ({ ...row, kind }))
  }
  if (confines) {
    const boards = 'boardId' in confines ? sql`(${confines.boardId})` : sql`(${visibleBoardIds(db, confines.viewer)})`
    return pieces(sql`${from} join cards on cards.id = ${cardId}`, sql`cards.board_id in ${boards}`)
  }
  const groups = groupsOf(word)
  if (groups === '') return []
  if (engine === 'postgres') return pieces(from, sql`true`)
  // The index is read from its end, so that a word that is everywhere ends soon.
  const known = await pieces(found, sql`${index} match ${groups}`, sql`found.rowid`)
  return [...(await pieces(waiting, sql`true`)), ...known]
}
