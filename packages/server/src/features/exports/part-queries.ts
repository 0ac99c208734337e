import type { ExportedCard } from '@rodada/contract/boards/export'
import { keyText } from '@rodada/contract/cards/keys'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Actor } from '../auth/queries.ts'
import { visibleBoardIds } from '../boards/queries.ts'
import { fileAddress } from '../cards/files/view.ts'
import { keyOf } from '../cards/queries.ts'
import { listRecurrencesOf } from '../cards/recurrence/queries.ts'
import { relationView } from '../cards/relations/view.ts'

/** What hangs on a card. */
export type Parts = Pick<ExportedCard, 'former_keys' | 'checklists' | 'relations' | 'attachments' | 'github_links' | 'files' | 'recurrence'>
type Ids = readonly number[]
/** Something of each of some cards; one without is absent. */
type OfCards<Part> = ReadonlyMap<number, Part[]>

function byCard<Part>(rows: readonly (Part & { card_id: number })[]): OfCards<Omit<Part & { card_id: number }, 'card_id'>> {
  const found = new Map<number, Omit<Part & { card_id: number }, 'card_id'>[]>()
  for (const { card_id, ...part } of rows) {
    const of = found.get(card_id)
    if (of) of.push(part)
    else found.set(card_id, [part])
  }
  return found
}

/** What hangs on cards of a board, as the viewer sees it. */
export async function readParts(db: Db, viewer: Actor, boardId: number, ids: Ids): Promise<(cardId: number) => Parts> {
  // One after another: all that is asked at once would be answered before anybody else.
  const keys = await listFormerKeys(db, viewer, boardId, ids)
  const checklists = await listChecklists(db, ids)
  const relations = await listRelations(db, viewer, ids)
  const attachments = await listAttachments(db, ids)
  const links = await listGithubLinks(db, ids)
  const files = await listFiles(db, ids)
  const recurrences = new Map(
    (await listRecurrencesOf(db, ids)).map(
      ({ card_id, is_done, ...recurrence }) => [card_id, { ...recurrence, is_done: is_done === 1 }] as const,
    ),
  )
  return (id) => ({
    former_keys: keys.get(id) ?? [],
    checklists: checklists.get(id) ?? [],
    relations: relations.get(id) ?? [],
    attachments: attachments.get(id) ?? [],
    github_links: links.get(id) ?? [],
    files: files.get(id) ?? [],
    recurrence: recurrences.get(id) ?? null,
  })
}

/**
 * Keys that cards had on other boards: as those say now, where the viewer sees them; elsewhere as this board's activity told it when the card
 * arrived.
 */
async function listFormerKeys(db: Db, viewer: Actor, boardId: number, ids: Ids): Promise<OfCards<string>> {
  const kept = await db
    .selectFrom('card_keys')
    .innerJoin('boards', 'boards.id', 'card_keys.board_id')
    .select(['card_keys.card_id', 'card_keys.number', 'boards.key_prefix'])
    .where('card_keys.card_id', 'in', ids)
    .where('card_keys.board_id', 'in', visibleBoardIds(db, viewer))
    .orderBy('card_keys.revision')
    .execute()
  const told = await db
    .selectFrom('activities')
    .select(['card_id', 'details'])
    .where('card_id', 'in', ids)
    .where('board_id', '=', boardId)
    .where('kind', '=', sql.lit('card.arrived'))
    .orderBy('card_id')
    .orderBy('id')
    .execute()
  const keys = new Map<number, Set<string>>()
  const add = (cardId: number | null, key: string | undefined) => {
    if (cardId === null || key === undefined) return
    const of = keys.get(cardId)
    if (of) of.add(key)
    else keys.set(cardId, new Set([key]))
  }
  for (const { card_id, number, key_prefix } of kept) add(card_id, keyText({ prefix: key_prefix, number }))
  for (const { card_id, details } of told) add(card_id, (JSON.parse(details) as { from?: string }).from)
  return new Map([...keys].map(([id, of]) => [id, [...of]]))
}

async function listChecklists(db: Db, ids: Ids): Promise<OfCards<ExportedCard['checklists'][number]>> {
  const lists = await db
    .selectFrom('checklists')
    .select(['id', 'card_id', 'title'])
    .where('card_id', 'in', ids)
    .orderBy('card_id')
    .orderBy('rank')
    .execute()
  const items = await db
    .selectFrom('checklist_items')
    .innerJoin('checklists', 'checklists.id', 'checklist_items.checklist_id')
    .select(['checklist_items.id', 'checklist_id', 'checklist_items.title', 'completed_at'])
    .where('checklists.card_id', 'in', ids)
    .orderBy('checklist_id')
    .orderBy('checklist_items.rank')
    .execute()
  const inList = Map.groupBy(items, ({ checklist_id }) => checklist_id)
  return byCard(
    lists.map((list) => ({
      ...list,
      items: (inList.get(list.id) ?? []).map(({ id, title, completed_at }) => ({ id, title, completed_at })),
    })),
  )
}

/** Relations whose other card is there; what of it the viewer does not see is not told. */
async function listRelations(db: Db, viewer: Actor, ids: Ids): Promise<OfCards<ExportedCard['relations'][number]>> {
  const rows = await db
    .selectFrom('card_relations')
    .select(['id', 'kind', 'from_card_id', 'to_card_id'])
    .where((eb) => eb.or([eb('from_card_id', 'in', ids), eb('to_card_id', 'in', ids)]))
    .orderBy('id')
    .execute()
  if (rows.length === 0) return new Map()
  const own = new Set(ids)
  const ends = rows.flatMap((relation) => {
    const { from_card_id: from, to_card_id: to } = relation
    return [
      { relation, card_id: from, other: to },
      { relation, card_id: to, other: from },
    ].filter(({ card_id }) => own.has(card_id))
  })
  const others = await db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .innerJoin('boards', 'boards.id', 'cards.board_id')
    .select(['cards.id', 'cards.number', 'boards.key_prefix', 'cards.title', 'cards.board_id'])
    .where('cards.id', 'in', [...new Set(ends.map(({ other }) => other))])
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where('boards.deleted_at', 'is', null)
    .execute()
  const boardIds = [...new Set(others.map(({ board_id }) => board_id))]
  const visible = await visibleBoardIds(db, viewer)
    .where('boards.id', 'in', boardIds.length > 0 ? boardIds : [0])
    .execute()
  const boards = new Set(visible.map(({ id }) => id))
  const there = new Set(others.map(({ id }) => id))
  const seen = new Map(
    others
      .filter(({ board_id }) => boards.has(board_id))
      .map((card) => [card.id, { id: card.id, key: keyOf(card), title: card.title, board_id: card.board_id }]),
  )
  return byCard(
    ends.filter(({ other }) => there.has(other)).map(({ relation, card_id }) => ({ card_id, ...relationView(card_id, relation, seen) })),
  )
}

const listAttachments = async (db: Db, ids: Ids): Promise<OfCards<ExportedCard['attachments'][number]>> =>
  byCard(
    await db
      .selectFrom('attachments')
      .select(['id', 'card_id', 'url', 'title', 'kind', 'user_id', 'created_at'])
      .where('card_id', 'in', ids)
      .orderBy('id')
      .execute(),
  )

const listGithubLinks = async (db: Db, ids: Ids): Promise<OfCards<ExportedCard['github_links'][number]>> =>
  byCard(
    await db
      .selectFrom('github_links')
      .select(['card_id', 'repository', 'number', 'kind', 'title', 'state', 'url', 'linked_by', 'created_at'])
      .where('card_id', 'in', ids)
      .orderBy('id')
      .execute(),
  )

async function listFiles(db: Db, ids: Ids): Promise<OfCards<ExportedCard['files'][number]>> {
  const rows = await db
    .selectFrom('files')
    .innerJoin('blobs', 'blobs.sha256', 'files.sha256')
    .select(['files.id', 'card_id', 'name', 'blobs.type', 'blobs.size', 'files.sha256', 'user_id', 'files.created_at'])
    .where('card_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('files.id')
    .execute()
  return byCard(rows.map((file) => ({ ...file, url: fileAddress(file.id) })))
}
