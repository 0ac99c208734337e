import { deletedKeptMs } from '@rodada/contract/boards/settings'
import type { SprintOfCard } from '@rodada/contract/cards/cards'
import type { FieldValues } from '@rodada/contract/cards/field-values'
import { keyText } from '@rodada/contract/cards/keys'
import type { BoardRole, PersonSummary, Priority } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { excerptOf } from '../../platform/excerpt.ts'
import { notFound } from '../../platform/http/errors.ts'
import type { Order } from '../../platform/order/queries.ts'
import { only, prepared } from '../../platform/prepared-queries.ts'
import type { Actor } from '../auth/queries.ts'
import { type BoardRow, changeBoard, getBoardAccess } from '../boards/queries.ts'

/** `list_hidden` is 1 when the card's list is archived or deleted; `key_prefix` is that of its board. */
export type CardRow = Selectable<Schema['cards']> & { list_hidden: number; key_prefix: string }
/** New values for a card of its board. Only `moveToBoard` gives it another board and number. */
export type CardUpdate = Partial<
  Pick<
    CardRow,
    | 'title'
    | 'description'
    | 'notes'
    | 'search_text'
    | 'version'
    | 'start_date'
    | 'due_date'
    | 'estimate'
    | 'estimated_hours'
    | 'assignee_id'
    | 'archived_at'
    | 'deleted_at'
    | 'list_id'
    | 'rank'
    | 'status'
    | 'sprint_id'
    | 'column_id'
    | 'column_rank'
    | 'from_sprint_id'
    | 'github_state'
    | 'cover_file_id'
  >
> & { priority?: Priority }
/** The cards of a list, in their order. */
export const cardsOfList = (listId: number): Order => ({ ...cardsIn('list_id', listId), by: 'rank' })
/** The cards of a column of a sprint. Those that never were in one have no rank there. */
export const cardsOfColumn = (columnId: number): Order => ({ ...cardsIn('column_id', columnId), by: 'column_rank' })
/** The cards of a board without a sprint that have a rank in its backlog, finished and hidden ones too: they keep their places. */
export const cardsOfBacklog = (boardId: number): Order => ({
  ...cardsIn('board_id', boardId),
  by: 'column_rank',
  where: sql`sprint_id is null`,
})

const cardsIn = (column: string, id: number) => ({ table: 'cards', in: [column, id], hides: true, carriesRevision: true }) as const

/** What people call a card. */
export const keyOf = ({ key_prefix, number }: { key_prefix: string; number: number }): string => keyText({ prefix: key_prefix, number })

/** The priority of a card as people and programs know it. */
export const priorityOf = ({ priority, has_priority }: Pick<CardRow, 'priority' | 'has_priority'>): Priority =>
  priority === 'medium' && has_priority === 0 ? 'none' : priority

/** When work that is under way was last moved. It is not told of other cards, which wait or are over. */
export const movedAt = ({ status, moved_at }: Pick<CardRow, 'status' | 'moved_at'>): string | null =>
  status === 'em_andamento' || status === 'impedimento' ? moved_at : null

/** What most cards have, so that it is not made for each. */
const noFields: FieldValues = Object.freeze({})

/** What a card has in the fields that its board's cards show, from how that is stored. */
export const shownFields = (stored: string | null): FieldValues => (stored === null ? noFields : (JSON.parse(stored) as FieldValues))

/** A priority as cards store it. */
export const storedPriority = (priority: Priority): Pick<CardRow, 'priority' | 'has_priority'> =>
  priority === 'none' ? { priority: 'medium', has_priority: 0 } : { priority, has_priority: 1 }

/**
 * Whether a card has a priority. `has_priority` only tells 'medium' from none, because an older version that serves beside leaves it as it was when
 * it stores another.
 */
export const hasPriority = (wanted: Priority) => (eb: ExpressionBuilder<Schema, 'cards'>) => {
  const { priority, has_priority } = storedPriority(wanted)
  return eb.and([eb('cards.priority', '=', priority), ...(priority === 'medium' ? [eb('cards.has_priority', '=', has_priority)] : [])])
}

/** A card by the lists and board of its path; absent parts of the path are not checked. */
export type CardPath = { cardId: number; listId?: number; boardId?: number }
/** A card with the role that the viewer has on its board. */
export type SeenCard = CardRow & { role: BoardRole }

/** 1 when the list of a card is archived or deleted. */
const isListHidden = (eb: ExpressionBuilder<Schema, 'cards' | 'lists'>) =>
  eb
    .case()
    .when(eb.and([eb('lists.archived_at', 'is', null), eb('lists.deleted_at', 'is', null)]))
    .then(eb.lit(0))
    .else(eb.lit(1))
    .end()
    .$castTo<number>()
    .as('list_hidden')

/** As much of a card's description as stands among other cards, and a little more, by which `excerptOf` knows that it goes on. */
export const descriptionStart = sql<string>`substr(cards.description, 1, ${sql.lit(limits.descriptionExcerpt + 1)})`.as('description')
export const descriptionExcerpt = (start: string): string => excerptOf(start, limits.descriptionExcerpt)

/** Cards with what is told with each of them. */
export const onLists = (db: Db) =>
  db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .innerJoin('boards', 'boards.id', 'cards.board_id')
    .select(['boards.key_prefix'])
    .select(isListHidden)

/** Cards as the module that writes them takes them. */
export const cardRows = (db: Db) => onLists(db).selectAll('cards')

/** Cards by their ids, in the order of those, hidden ones too; absent ones are left out. */
export async function getCardsById(db: Db, ids: readonly number[]): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const rows = await cardRows(db).where('cards.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Whether a card is one of a board's that are shown. */
export const isShownOn =
  (boardId: number) =>
  (card: CardRow): boolean =>
    card.board_id === boardId && card.list_hidden === 0 && card.archived_at === null && card.deleted_at === null

const cardAt = (db: Db, { cardId, listId, boardId }: CardPath) =>
  cardRows(db)
    .where('cards.id', '=', cardId)
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .$if(listId !== undefined, (query) => query.where('cards.list_id', '=', listId ?? 0))
    .$if(boardId !== undefined, (query) => query.where('cards.board_id', '=', boardId ?? 0))

/** A card of a held board. @throws AppError 404 when it is gone, maybe to another board */
export const getCard = (trx: Db, path: CardPath & { boardId: number }): Promise<CardRow> =>
  cardAt(trx, path).executeTakeFirstOrThrow(notFound)

/** The card as this person sees it. @throws AppError 404 when it is absent, on a board they cannot see, or not at this path */
export async function getCardFor(db: Db, viewer: Actor, path: CardPath): Promise<SeenCard> {
  const card = await cardAt(db, path).executeTakeFirstOrThrow(notFound)
  const { role } = await getBoardAccess(db, viewer, card.board_id)
  return { ...card, role }
}

/**
 * Begins a change of a card: holds its board (see `changeBoard`) and reads the card from then on.
 * @throws AppError 404 as `getCardFor`, 403 when the person may not write on the board
 */
export async function changeCard(
  trx: Db,
  viewer: Actor,
  path: CardPath,
  may?: (role: BoardRole) => boolean,
): Promise<{ card: CardRow; board: BoardRow }> {
  const { board_id } = await cardAt(trx, path).executeTakeFirstOrThrow(notFound)
  const board = await changeBoard(trx, viewer, board_id, may)
  const card = await cardAt(trx, path).executeTakeFirstOrThrow(notFound)
  return { card, board }
}

/** As `changeCard`, for a card that may have been deleted less than a day ago, to bring it back. */
export async function changeHiddenCard(trx: Db, viewer: Actor, cardId: number): Promise<{ card: CardRow; board: BoardRow }> {
  const find = () =>
    cardRows(trx)
      .where('cards.id', '=', cardId)
      .where((eb) => eb.or([eb('cards.deleted_at', 'is', null), eb('cards.deleted_at', '>', instant(-deletedKeptMs))]))
      .executeTakeFirstOrThrow(notFound)
  const { board_id } = await find()
  const board = await changeBoard(trx, viewer, board_id)
  return { card: await find(), board }
}

/** Index of a card among the shown ones of its list. */
export async function positionOf(db: Db, card: Pick<CardRow, 'list_id' | 'rank'>): Promise<number> {
  return only(await countBefore(db, card)).n
}

const countBefore = prepared((db, { list_id, rank }: Pick<CardRow, 'list_id' | 'rank'>) =>
  db
    .selectFrom('cards')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('list_id', '=', list_id)
    .where('rank', '<', rank)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null),
)

export const findPerson = async (db: Db, userId: number): Promise<PersonSummary | null> =>
  (await db.selectFrom('users').select(['id', 'name', 'avatar_url']).where('id', '=', userId).executeTakeFirst()) ?? null

/** The sprint of a card. Everybody who sees the card's board sees it. */
export async function findSprintOfCard(db: Db, sprintId: number): Promise<SprintOfCard | null> {
  const sprint = await db.selectFrom('sprints').select(['id', 'name', 'ends_on', 'ended_at']).where('id', '=', sprintId).executeTakeFirst()
  return sprint ? { id: sprint.id, nome: sprint.name, data_fim: sprint.ends_on, ended: sprint.ended_at !== null } : null
}
