import type { BoardMember } from '@rodada/contract/boards/boards'
import { defaultBoardColor } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { addLabels, listLabels } from '../boards/label-queries.ts'
import { addLists, hideList } from '../boards/lists/queries.ts'
import { statusOfName } from '../boards/lists/status-policy.ts'
import { addMember, countMembers, hasLeft, isMember, type Trust } from '../boards/members/queries.ts'
import { addBoard } from '../boards/write-queries.ts'
import type { BundleHead } from './bundle-model.ts'
import { colorOf, makeFields } from './field-set-up.ts'
import { notLater } from './history-view.ts'
import type { LeftOut } from './model.ts'
import type { Choices, Maps } from './queries.ts'
import { findSources, noteSources } from './source-queries.ts'

/** How many cards a list is to hold; null for what no list may say. */
function boundOf(limit = 0): number | null {
  const whole = Math.round(limit)
  return whole >= 1 && whole <= limits.wipLimit ? whole : null
}

const storedSettings = ({ deck, deck_points, auto_sprint, is_template, created_at }: NonNullable<BundleHead['board']['settings']>) => ({
  created_at: notLater(created_at, instant()),
  deck: deck && JSON.stringify(deck),
  deck_points: JSON.stringify(deck_points),
  auto_sprint: auto_sprint ? 1 : 0,
  is_template: is_template ? 1 : 0,
})

/** Makes the board of an import, which counts as deleted until `showBoard`, without a list. @throws AppError 409 when the person has too many */
export async function makeBoard(
  trx: Db,
  userId: number,
  { title, description, color, keys, settings }: BundleHead['board'],
): Promise<number> {
  const boardId = await addBoard(trx, userId, {
    title,
    description,
    is_public: false,
    color: color === undefined ? defaultBoardColor : colorOf(color, 0),
  })
  const numbered = keys && { key_prefix: keys.prefix, card_counter: keys.last }
  await trx
    .updateTable('boards')
    .set({ deleted_at: instant(), ...numbered, ...(settings && storedSettings(settings)) })
    .where('id', '=', boardId)
    .execute()
  const former = (keys?.former ?? []).filter((prefix) => prefix !== keys?.prefix).slice(0, limits.formerPrefixes)
  if (former.length > 0)
    await trx
      .insertInto('board_prefixes')
      .values([...new Set(former)].map((prefix) => ({ board_id: boardId, prefix })))
      .execute()
  return boardId
}

/** Shows a board that is whole. */
export async function showBoard(trx: Db, boardId: number): Promise<void> {
  await trx.updateTable('boards').set({ deleted_at: null, updated_at: instant() }).where('id', '=', boardId).execute()
}

/** So long ago that nobody can bring it back, and the next run of the job removes it in small steps. */
const longDeletedMs = 7 * 24 * 60 * 60 * 1000

/** Takes a board back: one that people had as a deleted one, which can be brought back for a day. @returns its revision */
export async function dropBoard(trx: Db, boardId: number, { wasShown }: { wasShown: boolean }): Promise<number | undefined> {
  const gone = await trx
    .updateTable('boards')
    .set((eb) => ({ deleted_at: wasShown ? instant() : instant(-longDeletedMs), revision: eb('revision', '+', 1) }))
    .where('id', '=', boardId)
    .returning('revision')
    .executeTakeFirst()
  return gone?.revision
}

/** Holds the board of an import under way and counts a revision for each of so many cards; undefined when the board is gone. */
export const holdForCards = (trx: Db, boardId: number, cards: number, hidden: boolean) =>
  trx
    .updateTable('boards')
    .set((eb) => ({ revision: eb('revision', '+', Math.max(1, cards)), ...(!hidden && { updated_at: instant() }) }))
    .where('id', '=', boardId)
    .where('deleted_at', hidden ? 'is not' : 'is', null)
    .returningAll()
    .executeTakeFirst()

/** The lists of a board by their ids, archived ones too. */
export async function listListsById(db: Db, boardId: number) {
  const rows = await db
    .selectFrom('lists')
    .select(['id', 'title', 'status', 'archived_at', 'deleted_at'])
    .where('board_id', '=', boardId)
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, hidden: row.archived_at !== null || row.deleted_at !== null }]))
}

/** How people are put on a board; `mayAdd` counts one more board that this one is put on by who brings it. */
export type Adding = { trust: Trust; mayAdd: (userId: number) => Promise<boolean> }

/**
 * Gives a board the lists, labels and fields of a file that it does not have yet. Its people come behind, a few at a time: `waiting`.
 * @returns what is which here, what was added, and what did not fit
 */
export async function setUp(
  trx: Db,
  {
    boardId,
    source,
    head,
    choices,
    wanted,
  }: { boardId: number; source: string; head: BundleHead; choices: Choices; wanted: Maps['people'] },
): Promise<{ maps: Maps; added: { id: number; kind: 'list' | 'label' | 'field'; source_id: string }[]; left_out: LeftOut[] }> {
  const of = { board_id: boardId, source }
  const maps: Maps = { people: {}, lists: {}, labels: {}, fields: {}, sprints: {}, columns: {}, members: [] }
  const added: { id: number; kind: 'list' | 'label' | 'field'; source_id: string }[] = []
  const left_out: LeftOut[] = []

  const there = await listListsById(trx, boardId)
  const knownLists = await findSources(
    trx,
    of,
    'list',
    head.lists.map(({ id }) => id),
  )
  for (const list of head.lists) {
    const local = there.get(knownLists.get(list.id)?.local_id ?? 0)
    if (local && local.deleted_at === null) maps.lists[list.id] = local.id
  }
  const newLists = head.lists.filter(({ id }) => maps.lists[id] === undefined)
  const counted = [...there.values()].filter(({ deleted_at }) => deleted_at === null).length
  const fits = newLists.slice(0, Math.max(0, limits.boardLists - counted))
  const rows = await addLists(
    trx,
    boardId,
    fits.map((list) => {
      const chosen = choices.lists?.[list.id] ?? list.status
      return {
        title: list.title,
        status: chosen ?? statusOfName(list.title),
        status_chosen: chosen && (choices.lists?.[list.id] !== undefined || list.status_chosen !== false) ? 1 : 0,
        wip_limit: boundOf(list.wip_limit),
        wip_hard: list.wip_hard ? 1 : 0,
      }
    }),
  )
  for (const [at, list] of fits.entries()) {
    const row = rows[at]
    if (!row) continue
    maps.lists[list.id] = row.id
    added.push({ id: row.id, kind: 'list', source_id: list.id })
    if (list.archived_at !== undefined) await hideList(trx, row.id, 'archived_at')
    if (head.board.settings) await keepTimes(trx, row.id, list)
  }
  const anyList = Object.values(maps.lists)[0]
  for (const { id, title } of newLists.slice(fits.length)) {
    left_out.push({ kind: 'lists_surplus', count: 1, subjects: [title] })
    if (anyList !== undefined) maps.lists[id] = anyList
  }

  const labels = new Set((await listLabels(trx, boardId)).map(({ id }) => id))
  const knownLabels = await findSources(
    trx,
    of,
    'label',
    head.labels.map(({ id }) => id),
  )
  const newLabels: { id: string; name: string; color: string }[] = []
  for (const [index, { id, name, color }] of head.labels.entries()) {
    const local = knownLabels.get(id)?.local_id
    if (local !== undefined && labels.has(local)) maps.labels[id] = local
    else if (labels.size + newLabels.length < limits.boardLabels) newLabels.push({ id, name, color: colorOf(color, index) })
    else left_out.push({ kind: 'labels_surplus', count: 1, subjects: [name] })
  }
  for (const [at, { id }] of (await addLabels(trx, boardId, newLabels)).entries()) {
    const source_id = newLabels[at]?.id ?? ''
    maps.labels[source_id] = id
    added.push({ id, kind: 'label', source_id })
  }

  const fields = await makeFields(trx, of, head, choices)
  maps.fields = fields.fields
  added.push(...fields.added.map((field) => ({ ...field, kind: 'field' as const })))
  left_out.push(...fields.left_out)
  for (const kind of ['list', 'label', 'field'] as const) {
    const rows = added.filter((row) => row.kind === kind).map(({ id, source_id }) => ({ source_id, local_id: id, digest: '' }))
    await noteSources(trx, of, kind, rows)
  }

  const people = Object.fromEntries(Object.keys(wanted).map((id) => [id, null]))
  const waiting = Object.entries(wanted).flatMap(([id, account]): [string, number][] => (account === null ? [] : [[id, account]]))
  return { maps: { ...maps, people, waiting }, added, left_out }
}

/** A list of a board of this program was made and archived when it was. */
async function keepTimes(trx: Db, listId: number, { created_at, archived_at }: BundleHead['lists'][number]): Promise<void> {
  const now = instant()
  const times = {
    ...(created_at && { created_at: notLater(created_at, now) }),
    ...(archived_at && { archived_at: notLater(archived_at, now) }),
  }
  if (Object.keys(times).length > 0) await trx.updateTable('lists').set(times).where('id', '=', listId).execute()
}

/**
 * Puts some of the people who were chosen on a board. Somebody who left a board of this person by themselves, or was put on many,
 * is put on no other one and stays a text, and so does who finds the board full.
 * @returns who they are here, the seats of those who were added, and whose ids stay texts
 */
export async function settlePeople(
  trx: Db,
  { boardId, userId, wanted }: { boardId: number; userId: number; wanted: Maps['people'] },
  { trust, mayAdd }: Adding,
): Promise<{ people: Maps['people']; seats: BoardMember[]; refused: string[] }> {
  const people: Maps['people'] = {}
  const seats: BoardMember[] = []
  const refused: string[] = []
  const may = new Map<number, boolean>()
  const before = await countMembers(trx, boardId)
  const isFree = async (account: number) =>
    before + seats.length < limits.boardMembers && !(await hasLeft(trx, boardId, account, userId)) && (await mayAdd(account))
  for (const [id, account] of Object.entries(wanted)) {
    people[id] = null
    if (account === null) continue
    if (!may.has(account)) {
      const isThere = await isMember(trx, boardId, account)
      const isAdded = !isThere && (await isFree(account))
      if (isAdded) seats.push(await addMember(trx, boardId, account, 'member', trust))
      may.set(account, isThere || isAdded)
    }
    if (may.get(account)) people[id] = account
    else refused.push(id)
  }
  return { people, seats, refused }
}
