import type { FieldValue } from '@rodada/contract/cards/field-values'
import { limits } from '@rodada/contract/core/limits'
import { ranksAtEnd } from '../../platform/order/queries.ts'
import type { Work } from '../../platform/work.ts'
import { requireRoomForCards } from '../boards/capacity-queries.ts'
import type { BoardRow } from '../boards/queries.ts'
import type { ValueChange } from '../cards/events.ts'
import { listValuesOfCards } from '../cards/fields/queries.ts'
import { insertAttachments, insertLabels, insertParticipants } from '../cards/import-queries.ts'
import { type CardRow, type CardUpdate, cardsOfColumn, cardsOfList, getCardsById, priorityOf } from '../cards/queries.ts'
import { touchCard, updateCards } from '../cards/write.ts'
import { findEnded } from '../sprints/place-queries.ts'
import type { BundleCard } from './bundle-model.ts'
import { changesOf, digestOf, readDigest, withFieldIds } from './digest.ts'
import { notLater } from './history-view.ts'
import type { LeftOut, LeftOutKind } from './model.ts'
import { findSources, type Known, noteChanges, noteSources } from './source-queries.ts'
import { columnKey } from './sprint-set-up.ts'
import { listAddresses, readMarks, takeOff } from './update-queries.ts'
import { type Coming, notesOf, peopleOf, valuesOf, withRoom } from './write-cards.ts'
import { updateChecklists } from './write-checklists.ts'
import { addFresh } from './write-comments.ts'

type Pair = { card: BundleCard; known: Known }
/** A card that is here, and what is said of it now. */
type Present = Pair & { row: CardRow; digest: string }

type Values = Record<string, FieldValue | null>
type Link = { url: string; title: string; created_at: string }

/**
 * What of a card was there before an import changed it, and what the import made of it: what somebody changed since is told by it, and stays when the
 * import is undone. Rows of the version before 0112 lack `made` and `digest`.
 */
export type EarlierCard = {
  set: CardUpdate
  values: Values
  labels: number[]
  participants: number[]
  links: string[]
  /** Fields and values under the same names as above. `list_id`: where the card was then. */
  made?: {
    set: CardUpdate
    values: Values
    list_id: number
    labels: { added: number[]; dropped: number[] }
    participants: number[]
    links: Link[]
  }
  /** Of what the file said of it, last. */
  digest?: string
}

/** Of a file: the link that it was. */
export type EarlierFile = Link & { user_id: number | null }

/**
 * Brings cards that were brought before up to date: what changed in the other tool since then. What did not change there stays as people made it
 * here, and a card that was deleted here stays so.
 * @returns what is left out @throws AppError 409 when more cards are to be shown than the board takes
 */
export async function updateKnown(work: Work, board: BoardRow, pairs: readonly Pair[], coming: Coming): Promise<LeftOut[]> {
  const { trx } = work
  const of = { board_id: board.id, source: coming.row.source }
  const rows = await getCardsById(
    trx,
    pairs.map(({ known }) => known.local_id),
  )
  const there = new Map(rows.filter((row) => row.board_id === board.id && row.deleted_at === null).map((row) => [row.id, row]))
  const present = pairs.flatMap(({ card, known }) => {
    const row = there.get(known.local_id)
    return row ? [{ card, known, row, digest: digestOf(card) }] : []
  })
  const fresh = await addFresh(
    work,
    board,
    present.map(({ card, row }) => ({ cardId: row.id, comments: card.comments })),
    coming,
  )
  const former = formerFieldIds(coming)
  const changed = present.filter((each) => !isSaidBefore(each, former))
  const lost = changed.length > 0 ? await rewrite(work, board, changed, coming, former) : []
  const planned = present.filter(({ digest, known }) => readDigest(digest).sprint !== readDigest(known.digest).sprint)
  if (planned.length > 0) await replan(work, board, planned, coming)
  for (const id of new Set([...fresh.cardIds, ...changed.map(({ row }) => row.id)])) await touchCard(work, board, id)
  await noteSources(
    trx,
    of,
    'card',
    // The last line of a card notes the digest where there are several.
    [...new Set([...changed, ...planned])].flatMap(({ card, known, digest }) => (card.digest === undefined ? [{ ...known, digest }] : [])),
  )
  return [...fresh.lost, ...lost]
}

/** By which ids an earlier version knew the fields of a table: by the places of their columns. */
function formerFieldIds({ head, maps }: Coming): ReadonlyMap<string, string> {
  const taken = new Set(Object.values(maps.fields).map((here) => here.place))
  return new Map(
    head.fields.flatMap(({ id, place }) => {
      const here = maps.fields[id]
      // One that does not come as a field has no other name here than its place, unless that was the place of a field.
      const before = here ? here.place : taken.has(place) ? undefined : place
      return before === undefined ? [] : [[id, before] as const]
    }),
  )
}

/** Whether the file says of a card what it said the last time. */
function isSaidBefore({ card, known, digest }: Present, former: ReadonlyMap<string, string>): boolean {
  const last = readDigest(known.digest).said
  if (readDigest(digest).said === last) return true
  return former.size > 0 && readDigest(digestOf(withFieldIds(card, former))).said === last
}

/** The first of some things that a card has room for beside so many. */
const fitting = <Thing>(things: readonly Thing[], room: number): Thing[] => things.slice(0, Math.max(0, room))

async function rewrite(
  work: Work,
  board: BoardRow,
  changed: readonly Present[],
  coming: Coming,
  former: ReadonlyMap<string, string>,
): Promise<LeftOut[]> {
  const { trx } = work
  const { maps, lists, now, row: of } = coming
  const source = { board_id: board.id, source: of.source }
  const ids = changed.map(({ row }) => row.id)
  const [hanging, values, addresses] = [await readMarks(trx, ids), await listValuesOfCards(trx, ids), await listAddresses(trx, ids)]
  // What was a link and came as a file since is no link that is new.
  const fetched = await findSources(
    trx,
    source,
    'file',
    changed.flatMap(({ card }) => card.links.flatMap(({ id, upload }) => (upload ? [id] : []))),
  )
  const told = changed.map((each) => ({ ...each, ...changesOf(each.digest, each.known.digest, former) }))
  const ranks = new Map<Present, string>()
  const movers = told.filter(({ card, row, isChanged }) => {
    const list = maps.lists[card.list]
    return isChanged('list') && list !== undefined && list !== row.list_id
  })
  for (const [list, own] of Map.groupBy(movers, ({ card }) => maps.lists[card.list] ?? 0)) {
    const free = await ranksAtEnd(trx, cardsOfList(list), own.length)
    for (const [index, mover] of own.entries()) ranks.set(mover, free[index] ?? '')
  }
  const imported = new Set(Object.values(maps.labels))
  const writes = told.map((each) => {
    const { card, known, row, isChanged, isValueChanged } = each
    const { assignee_id, participants, strangers } = peopleOf(card, coming)
    const rank = ranks.get(each)
    const isMoved = rank !== undefined
    const list_id = isMoved ? (maps.lists[card.list] ?? row.list_id) : row.list_id
    const isHidden = isMoved ? lists.get(list_id)?.hidden === true : row.list_hidden === 1
    const hidden_at = row.archived_at ?? now
    const set: CardUpdate = {
      ...(isChanged('title') && { title: card.title }),
      ...(isChanged('description') && { description: card.description }),
      ...datesOf(card, row, isChanged),
      ...(isChanged('notes') && (strangers.length > 0 || card.notes !== undefined) && { notes: notesOf(card, strangers, coming) }),
      ...(isChanged('people') && assignee_id !== null && { assignee_id }),
      ...(isChanged('archived') && {
        archived_at: card.archived_at ? (row.archived_at ?? notLater(card.archived_at, now)) : isHidden ? hidden_at : null,
      }),
      ...(isMoved && isHidden && { archived_at: hidden_at }),
      // It was in the archive for its list alone.
      ...(isMoved && !isHidden && row.list_hidden === 1 && card.archived_at === undefined && { archived_at: null }),
      ...((isMoved || isChanged('status')) && {
        status: card.status ?? (isMoved || row.status === 'concluida' ? (lists.get(list_id)?.status ?? row.status) : row.status),
      }),
      ...(isMoved && { list_id, rank }),
      ...(isChanged('priority') && card.priority !== undefined && { priority: card.priority }),
      ...(isChanged('estimate') && card.estimate !== undefined && { estimate: card.estimate }),
      ...(isChanged('hours') && card.hours !== undefined && { estimated_hours: card.hours }),
    }
    const was = values.get(row.id) ?? {}
    const saidValues = Object.fromEntries(Object.entries(card.values).filter(([field]) => isValueChanged(field)))
    const wanted = new Map(valuesOf({ ...card, values: saidValues }, coming).map((value) => [value.field.id, value]))
    const valueChanges = [...wanted.values()].flatMap(({ field, value }): ValueChange[] =>
      was[field.id] === value ? [] : [{ field, value, from: String(was[field.id] ?? ''), to: String(value) }],
    )
    const hung = hanging.get(row.id)
    // Each file says as much as a card may have, and people and earlier files put there something else.
    const labels = isChanged('labels') ? card.labels.flatMap((id) => maps.labels[id] ?? []) : undefined
    const dropLabels = (hung?.labels ?? []).filter((id) => labels && imported.has(id) && !labels.includes(id))
    const newLabels = (labels ?? []).filter((id) => !hung?.labels.includes(id))
    const addLabels = fitting(newLabels, limits.cardLabels - (hung?.labels.length ?? 0) + dropLabels.length)
    const fields = changedOf(row, set)
    const newPeople = isChanged('people') ? participants.filter((id) => !hung?.participants.includes(id)) : []
    const addPeople = fitting(newPeople, limits.cardParticipants - (hung?.participants.length ?? 0))
    const newLinks = (isChanged('links') ? card.links : [])
      .filter(({ id, url }) => !addresses.get(row.id)?.has(url) && !fetched.has(id))
      .map(({ url, title, by, at }) => ({ url, title, user_id: maps.people[by ?? ''] ?? of.user_id, created_at: notLater(at ?? now, now) }))
    const addLinks = fitting(newLinks, limits.cardAttachments - row.attachment_count)
    const surplus: [LeftOutKind, number][] = [
      ['labels_surplus', newLabels.length - addLabels.length],
      ['people_surplus', newPeople.length - addPeople.length],
      ['links_refused', newLinks.length - addLinks.length],
    ]
    const lost = surplus.flatMap(([kind, n]): LeftOut[] => (n > 0 ? [{ kind, count: n, subjects: [card.title] }] : []))
    const earlier: EarlierCard = {
      set: fields.before,
      values: Object.fromEntries(valueChanges.map(({ field }) => [field.id, was[field.id] ?? null])),
      labels: hung?.labels ?? [],
      participants: hung?.participants ?? [],
      links: addLinks.map(({ url }) => url),
      made: {
        set: fields.after,
        values: Object.fromEntries(valueChanges.map(({ field, value }) => [field.id, value])),
        list_id,
        labels: { added: addLabels, dropped: dropLabels },
        participants: addPeople,
        links: addLinks.map(({ user_id: _, ...link }) => link),
      },
      digest: known.digest,
    }
    const staysHidden = isHidden || (set.archived_at === undefined ? row.archived_at : set.archived_at) !== null
    const isBack = (row.archived_at !== null || row.list_hidden === 1) && !staysHidden
    return { ...each, set, valueChanges, addLabels, dropLabels, addPeople, addLinks, earlier, lost, isBack }
  })
  const back = writes.filter(({ isBack }) => isBack).length
  if (back > 0) await requireRoomForCards(trx, board, back)
  await noteChanges(
    trx,
    of.id,
    writes.map(({ card, row, earlier }) => ({ kind: 'card', local_id: row.id, source_id: card.id, earlier })),
  )
  await updateCards(
    work,
    board,
    writes.map(({ row, set, valueChanges }) => ({ card: row, set, values: valueChanges })),
    { follows: true, imported: true },
  )
  await insertLabels(
    trx,
    writes.flatMap(({ row, addLabels }) => addLabels.map((label_id) => ({ card_id: row.id, label_id }))),
  )
  await insertParticipants(
    trx,
    writes.flatMap(({ row, addPeople }) => addPeople.map((user_id) => ({ card_id: row.id, user_id, board_id: board.id }))),
  )
  for (const { row, dropLabels } of writes) await takeOff(trx, row.id, { labels: dropLabels, participants: [] })
  await insertAttachments(
    trx,
    writes.flatMap(({ row, addLinks }) => addLinks.map((link) => ({ card_id: row.id, ...link }))),
  )
  const surplus = await updateChecklists(
    work,
    board,
    changed.map(({ card, row }) => ({ cardId: row.id, checklists: card.checklists })),
    coming,
  )
  return [...writes.flatMap(({ lost }) => lost), ...surplus]
}

/**
 * Takes cards to the sprint in which they are in the other tool now, or out of one, where they still are where it had them before: who planned one
 * elsewhere here meant it. A sprint that ended here, or is gone, takes none.
 */
async function replan(work: Work, board: BoardRow, planned: readonly Present[], { maps, row: of }: Coming): Promise<void> {
  const { trx } = work
  const before = new Map(planned.map((each) => [each, readDigest(each.known.digest).sprint]))
  const sprints = await findSources(trx, { board_id: board.id, source: of.source }, 'sprint', [...before.values()].filter(isSaid))
  // What was just written of them may have another status.
  const rows = new Map((await getCardsById(trx, [...new Set(planned.map(({ row }) => row.id))])).map((row) => [row.id, row]))
  const free = planned.flatMap((each) => {
    const row = rows.get(each.row.id)
    const was = sprints.get(before.get(each) ?? '')?.local_id ?? null
    return row && (row.sprint_id === was || row.sprint_id === null) ? [{ ...each, row }] : []
  })
  const entering = free.flatMap(({ card, row, known }) => {
    const sprint = card.planned?.sprint ?? ''
    const [sprint_id, column_id] = [maps.sprints[sprint], maps.columns[columnKey(sprint, row.status)]]
    return sprint_id && column_id && row.sprint_id !== sprint_id ? [{ card, row, known, sprint_id, column_id }] : []
  })
  const leaving = free.filter(({ card, row }) => card.planned === null && row.sprint_id !== null)
  const ended = await findEnded(
    trx,
    [...leaving, ...entering].flatMap(({ row }) => row.sprint_id ?? []),
  )
  const places: { card: BundleCard; row: CardRow; known: Known; set: CardUpdate }[] = leaving.flatMap((each) =>
    ended.has(each.row.sprint_id ?? 0) ? [] : [{ ...each, set: { sprint_id: null, column_id: null, column_rank: null } }],
  )
  const planning = await withRoom(
    trx,
    entering.filter(({ row }) => !ended.has(row.sprint_id ?? 0)),
  )
  for (const [column_id, own] of Map.groupBy(planning, (each) => each.column_id)) {
    const ranks = await ranksAtEnd(trx, cardsOfColumn(column_id), own.length)
    for (const [index, { sprint_id, ...each }] of own.entries())
      places.push({ ...each, set: { sprint_id, column_id, column_rank: ranks[index] ?? '' } })
  }
  const nothing = { values: {}, labels: [], participants: [], links: [] }
  await noteChanges(
    trx,
    of.id,
    places.map(({ card, row, known, set }) => {
      const made = { ...nothing, set, list_id: row.list_id, labels: { added: [], dropped: [] } }
      const { sprint_id, column_id, column_rank } = row
      const earlier: EarlierCard = { ...nothing, set: { sprint_id, column_id, column_rank }, made, digest: known.digest }
      return { kind: 'card', local_id: row.id, source_id: card.id, earlier }
    }),
  )
  await updateCards(
    work,
    board,
    places.map(({ row, set }) => ({ card: row, set })),
    { imported: true },
  )
}

/** The dates that changed, and both where one that changed there and one that changed here are in the wrong order. */
function datesOf(
  card: BundleCard,
  row: CardRow,
  isChanged: (part: 'start_date' | 'due_date') => boolean,
): Pick<CardUpdate, 'start_date' | 'due_date'> {
  const said = { start_date: card.start_date ?? null, due_date: card.due_date ?? null }
  const start_date = isChanged('start_date') ? said.start_date : row.start_date
  const due_date = isChanged('due_date') ? said.due_date : row.due_date
  return start_date !== null && due_date !== null && start_date > due_date ? said : { start_date, due_date }
}

const isSaid = (sprint: string | undefined): sprint is string => sprint !== undefined

/** What a card has where it is about to get something else, and what it gets there. */
function changedOf(row: CardRow, set: CardUpdate): { before: CardUpdate; after: CardUpdate } {
  const here: Record<string, unknown> = { ...row, priority: priorityOf(row) }
  const after = Object.entries(set).filter(([field, value]) => value !== here[field])
  return { before: Object.fromEntries(after.map(([field]) => [field, here[field]])), after: Object.fromEntries(after) }
}
