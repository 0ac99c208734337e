import type { BoardField } from '@rodada/contract/boards/fields'
import { limits } from '@rodada/contract/core/limits'
import { instant } from '../../platform/deps.ts'
import { firstWithin } from '../../platform/first-within.ts'
import type { Work } from '../../platform/work.ts'
import { hasRoomForCards } from '../boards/capacity-queries.ts'
import { listFields } from '../boards/fields/queries.ts'
import { listLabels } from '../boards/label-queries.ts'
import { isMember, type Trust } from '../boards/members/queries.ts'
import { takeOffBoard } from '../boards/members/write.ts'
import { type BoardRow, countRevisions } from '../boards/queries.ts'
import type { ValueChange } from '../cards/events.ts'
import { listValuesOfCards } from '../cards/fields/queries.ts'
import { takeFileOff } from '../cards/files/write.ts'
import { insertAttachments, insertLabels, insertParticipants } from '../cards/import-queries.ts'
import { type CardRow, type CardUpdate, getCardsById, priorityOf } from '../cards/queries.ts'
import { touchCard, updateCards } from '../cards/write.ts'
import type { ImportRow, Stayed } from './queries.ts'
import { listListsById } from './set-up-queries.ts'
import { forgetChanges, forgetSources, listLastChanges, memberKind, noteSources, type SourceKind } from './source-queries.ts'
import { isOpenColumn } from './sprint-source-queries.ts'
import type { EarlierCard, EarlierFile } from './update-cards.ts'
import {
  cardOfFile,
  clearSetUp,
  deleteAdded,
  deleteLinks,
  deleteSetUp,
  listAdded,
  listLinks,
  listSeats,
  listUsed,
  readMarks,
  type SetUpKind,
  takeOff,
} from './update-queries.ts'
import { takeBackChecklist } from './write-checklists.ts'

/** Changes of one transaction, and letters of what they bring back: a checklist may have hundreds of long items. */
const changesAtOnce = 40
const lettersAtOnce = 60_000
/** What a card that changed weighs by itself, and each value that it had, label or person: some twenty statements, and a line of the journal each. */
const [lettersOfCard, lettersOfPart] = [3000, 200]
/** Cards that a label or a field is taken off in one transaction, before it goes: it may be on tens of thousands, and would take them along at once. */
const cardsAtOnce = 500

type Leaving = { work: Work; trust: Trust }
type Change = Awaited<ReturnType<typeof listLastChanges>>[number]

/**
 * Takes back the last changes that an import made on a board that was there before, the latest first. What somebody changed since stays as they made
 * it.
 * @param leaving how people leave the board: as who brought them takes them off
 * @returns whether there may be more, what stays, and who is no longer on the board
 */
export async function takeBack(
  work: Work,
  held: BoardRow,
  row: Pick<ImportRow, 'id' | 'source'>,
  leaving: Leaving,
): Promise<{ isMore: boolean; stayed: Stayed[]; gone: number[] }> {
  const { trx } = work
  const last = await listLastChanges(trx, row.id, changesAtOnce)
  const changes = firstWithin(last, lettersAtOnce, lettersOf)
  // Each may bring a card back from the archive.
  const board = await countRevisions(trx, held, changes.length - 1)
  const source = { board_id: board.id, source: row.source }
  const added = Map.groupBy(
    changes.filter(({ kind, earlier }) => earlier === null && kind !== memberKind),
    ({ kind }) => kind as SourceKind,
  )
  const forget = (kind: SourceKind, own: readonly Change[]) =>
    forgetSources(
      trx,
      source,
      kind,
      own.map(({ source_id }) => source_id),
    )
  const stayed: Stayed[] = []
  const here = whatIsThere(trx, board)
  for (const [kind, own] of added) {
    if (isSetUp(kind)) continue
    await takeBackAdded(work, board, kind, own)
    await forget(kind, own)
  }
  for (const change of changes) {
    if (change.earlier === null) continue
    if (change.kind === 'file') {
      await takeBackFile(work, board, change)
      await forget('file', [change])
      continue
    }
    const stays =
      change.kind === 'checklist'
        ? await takeBackChecklist(work, board, source, change)
        : await takeBackCard(work, board, source, change, here)
    if (stays) stayed.push(stays)
  }
  const people = await takeBackPeople(
    leaving,
    board,
    changes.filter(({ kind }) => kind === memberKind),
  )
  stayed.push(...people.stayed)
  // Last, when the cards that were there before are off them.
  const waiting = new Set<Change>()
  for (const [kind, own] of added) {
    if (!isSetUp(kind)) continue
    const { used, isWhole } = await takeBackSetUp(work, kind, own)
    if (!isWhole) {
      for (const change of own) waiting.add(change)
      continue
    }
    stayed.push(...used.map(({ name }): Stayed => ({ kind: 'changed_since', count: 1, subjects: [name] })))
    await forget(
      kind,
      own.filter(({ local_id }) => !used.some(({ id }) => id === local_id)),
    )
  }
  await forgetChanges(
    trx,
    changes.filter((change) => !waiting.has(change)).map(({ id }) => id),
  )
  return { isMore: waiting.size > 0 || changes.length < last.length || last.length === changesAtOnce, stayed, gone: people.gone }
}

/**
 * Takes off the board whom the import put there, in the way in which anybody leaves it. Who has another role since stays; who left, and perhaps came
 * again, is there by another seat or by none.
 */
async function takeBackPeople(
  { work, trust }: Leaving,
  board: BoardRow,
  changes: readonly Change[],
): Promise<{ stayed: Stayed[]; gone: number[] }> {
  const seats = await listSeats(
    work.trx,
    board.id,
    changes.map(({ local_id }) => local_id),
  )
  const [plain, others] = [seats.filter(isPlain), seats.filter((seat) => !isPlain(seat))]
  for (const { user_id, name } of plain) await takeOffBoard(work, board, { userId: user_id, name }, trust)
  return {
    stayed: others.map(({ name }) => ({ kind: 'changed_since', count: 1, subjects: [name] })),
    gone: plain.map(({ user_id }) => user_id),
  }
}

const isPlain = ({ role, by_group }: Awaited<ReturnType<typeof listSeats>>[number]): boolean => role === 'member' && by_group === null

/** What taking a change back weighs. A label or a field may be on as many cards as one transaction takes it off, somebody may have as many, and a checklist has its items. */
function lettersOf({ kind, earlier }: Change): number {
  if (earlier !== null) return earlier.length + (kind === 'card' ? lettersOfCard + lettersOfPart * partsOf(JSON.parse(earlier)) : 0)
  if (kind === 'label' || kind === 'field' || kind === memberKind) return lettersAtOnce
  return kind === 'checklist' ? lettersAtOnce / 10 : 0
}

const partsOf = ({ values, labels, made }: EarlierCard): number =>
  Object.keys(values).length + labels.length + (made ? made.labels.added.length + made.participants.length + made.links.length : 0)

const isSetUp = (kind: SourceKind): kind is SetUpKind => kind === 'list' || kind === 'label' || kind === 'field' || kind === 'sprint'

async function takeBackAdded(work: Work, board: BoardRow, kind: SourceKind, changes: readonly Change[]): Promise<void> {
  const { trx } = work
  const ids = changes.map(({ local_id }) => local_id)
  if (kind === 'card') {
    const cards = (await getCardsById(trx, ids)).filter(({ board_id, deleted_at }) => board_id === board.id && deleted_at === null)
    await updateCards(
      work,
      board,
      // Their sprints may go, too.
      cards.map((card) => ({ card, set: { deleted_at: instant(), sprint_id: null, column_id: null, column_rank: null } })),
      { follows: true, imported: true },
    )
    return
  }
  if (kind !== 'comment' && kind !== 'checklist' && kind !== 'relation') return
  const there = await listAdded(trx, kind, ids, board.id)
  await deleteAdded(trx, kind, [...new Set(there.map(({ id }) => id))])
  for (const id of new Set(there.map(({ cardId }) => cardId))) await touchCard(work, board, id)
}

/**
 * Takes off the board what the import set it up with and no card has any more.
 * @returns what stays; `isWhole` false when cards that were deleted still have the others, which go in a next transaction
 */
async function takeBackSetUp(
  { trx }: Work,
  kind: SetUpKind,
  changes: readonly Change[],
): Promise<{ used: { id: number; name: string }[]; isWhole: boolean }> {
  const ids = changes.map(({ local_id }) => local_id)
  const used = await listUsed(trx, kind, ids)
  const unused = ids.filter((id) => !used.some((each) => each.id === id))
  if ((await clearSetUp(trx, kind, unused, cardsAtOnce)) === cardsAtOnce) return { used, isWhole: false }
  await deleteSetUp(trx, kind, unused, instant())
  return { used, isWhole: true }
}

/** A file is the link again that it was. One that somebody removed since stays so. */
async function takeBackFile(work: Work, board: BoardRow, { local_id, earlier }: Change): Promise<void> {
  const link = JSON.parse(earlier ?? '{}') as EarlierFile
  const cardId = await cardOfFile(work.trx, local_id)
  const [card] = cardId === undefined ? [] : await getCardsById(work.trx, [cardId])
  if (card?.board_id !== board.id || card.deleted_at !== null) return
  if (!(await takeFileOff(work, board, card, local_id))) return
  await insertAttachments(work.trx, [{ card_id: card.id, ...link }])
  await touchCard(work, board, card.id)
}

async function takeBackCard(
  work: Work,
  board: BoardRow,
  source: { board_id: number; source: string },
  { local_id, source_id, earlier }: Change,
  here: Here,
): Promise<Stayed | undefined> {
  const { trx } = work
  const was = JSON.parse(earlier ?? '{}') as EarlierCard
  const [card] = await getCardsById(trx, [local_id])
  if (card?.board_id !== board.id || card.deleted_at !== null) return undefined
  const back = await untouched(trx, card, was)
  const there = await stillThere(trx, here, back)
  const fits = !isBroughtBack(card, there.set) || (await hasRoomForCards(trx, board))
  const values = there.values.map(({ field, value }): ValueChange => ({ field, value, from: '', to: value === null ? '' : String(value) }))
  await updateCards(work, board, [{ card, set: inOrder(card, fits ? there.set : whereItIs(there.set)), values }], {
    follows: true,
    imported: true,
  })
  await takeOff(trx, card.id, back.off)
  await insertLabels(
    trx,
    there.labels.map((label_id) => ({ card_id: card.id, label_id })),
  )
  await insertParticipants(
    trx,
    there.participants.map((user_id) => ({ card_id: card.id, user_id, board_id: board.id })),
  )
  await deleteLinks(trx, back.links)
  await touchCard(work, board, card.id)
  // What the file says of it is new again, next time.
  if (was.digest !== undefined) await noteSources(trx, source, 'card', [{ source_id, local_id, digest: was.digest }])
  const stayed = back.stayed + (fits ? 0 : 1)
  return stayed > 0 ? { kind: 'changed_since', count: stayed, subjects: [card.title] } : undefined
}

/** Whether a card that nobody sees among those of its board is there again. Only a list that is shown is one to come back to. */
function isBroughtBack({ archived_at, list_hidden }: CardRow, set: CardUpdate): boolean {
  const isHidden = archived_at !== null || list_hidden === 1
  const staysHidden =
    (set.archived_at === undefined ? archived_at : set.archived_at) !== null || (set.list_id === undefined && list_hidden === 1)
  return isHidden && !staysHidden
}

/** What comes back of a card for which its board has no room any more. */
const whereItIs = ({ archived_at: _, list_id: __, rank: ___, status: ____, ...rest }: CardUpdate): CardUpdate => rest

/** What of a card comes back, what goes (`off`; `links`, by their ids), and how much of what the import changed stays. */
type Back = Pick<EarlierCard, 'set' | 'values' | 'labels' | 'participants'> & {
  off: { labels: number[]; participants: number[] }
  links: number[]
  stayed: number
}

/** What is as the import left it. Of what an earlier version noted nobody knows, and all of it comes back. */
async function untouched(trx: Work['trx'], card: CardRow, was: EarlierCard): Promise<Back> {
  const hung = (await readMarks(trx, [card.id])).get(card.id)
  const [labels, participants] = [hung?.labels ?? [], hung?.participants ?? []]
  const links = await listLinks(trx, card.id)
  const { made } = was
  if (!made)
    return {
      ...was,
      off: {
        labels: labels.filter((id) => !was.labels.includes(id)),
        participants: participants.filter((id) => !was.participants.includes(id)),
      },
      links: links.filter(({ url }) => was.links.includes(url)).map(({ id }) => id),
      stayed: 0,
    }
  const here: Record<string, unknown> = { ...card, priority: priorityOf(card) }
  const [before, after] = [was.set as Record<string, unknown>, made.set as Record<string, unknown>]
  // A place is a list with what it means for the card. Where in the list it is, its neighbours change, too.
  const isInPlace = card.list_id === made.list_id
  const isPlace = (field: string) => field === 'list_id' || field === 'rank' || field === 'status'
  const isRank = (field: string) => field === 'rank' || field === 'column_rank'
  // So is one in a sprint.
  const isPlanned = (field: string) => field === 'sprint_id' || field === 'column_id' || field === 'column_rank'
  const isInSprint = here.sprint_id === after.sprint_id && here.column_id === after.column_id
  const isOurs = (field: string) => {
    if (isPlanned(field)) return isInSprint
    return isPlace(field) ? isInPlace && (isRank(field) || here[field] === after[field]) : here[field] === after[field]
  }
  const changed = Object.keys(after).filter((field) => !isRank(field) && !isOurs(field) && here[field] !== before[field])
  const values = (await listValuesOfCards(trx, [card.id])).get(card.id) ?? {}
  const filledIn = (id: string) => values[Number(id)] ?? null
  const ids = Object.keys(was.values)
  const changedValues = ids.filter((id) => filledIn(id) !== made.values[id] && filledIn(id) !== was.values[id])
  const brought = links.flatMap((link) => {
    const same = made.links.find(({ url, created_at }) => link.url === url && link.created_at === created_at)
    return same ? [{ id: link.id, isOurs: same.title === link.title }] : []
  })
  return {
    set: Object.fromEntries(Object.entries(was.set).filter(([field]) => isOurs(field))),
    values: Object.fromEntries(Object.entries(was.values).filter(([id]) => filledIn(id) === made.values[id])),
    labels: made.labels.dropped.slice(0, Math.max(0, limits.cardLabels - labels.filter((id) => !made.labels.added.includes(id)).length)),
    participants: [],
    off: { labels: made.labels.added, participants: made.participants },
    links: brought.filter((link) => link.isOurs).map(({ id }) => id),
    // A card that somebody moved on counts once.
    stayed:
      new Set(changed.map((field) => (isPlace(field) ? 'place' : isPlanned(field) ? 'sprint' : field))).size +
      changedValues.length +
      brought.filter((link) => !link.isOurs).length,
  }
}

/** What a board has, read once for all cards of a transaction: its fields alone may have 1,500 options. */
type Here = ReturnType<typeof whatIsThere>

function whatIsThere(trx: Work['trx'], board: BoardRow) {
  const people = new Map<number, boolean>()
  return {
    lists: once(() => listListsById(trx, board.id)),
    labels: once(async () => new Set((await listLabels(trx, board.id)).map(({ id }) => id))),
    fields: once(async () => new Map((await listFields(trx, board.id)).map((field) => [field.id, field]))),
    isMember: async (userId: number): Promise<boolean> => {
      const is = people.get(userId) ?? (await isMember(trx, board.id, userId))
      people.set(userId, is)
      return is
    },
  }
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let known: Promise<Value> | undefined
  return () => {
    known ??= read()
    return known
  }
}

/**
 * What of a card of before there is still on its board: lists, labels and fields may have been deleted since, and people have left. What is gone
 * stays gone, and the card keeps what it has instead.
 */
async function stillThere(trx: Work['trx'], here: Here, was: Pick<EarlierCard, 'set' | 'values' | 'labels' | 'participants'>) {
  const { list_id, rank, assignee_id, sprint_id, column_id, column_rank, ...rest } = was.set
  const list = list_id === undefined ? undefined : (await here.lists()).get(list_id)
  const keepsPerson = assignee_id === undefined || (assignee_id !== null && !(await here.isMember(assignee_id)))
  const set: CardUpdate = {
    ...rest,
    ...(list && !list.hidden && { list_id, rank }),
    ...(!keepsPerson && { assignee_id }),
    ...(sprint_id !== undefined && (await sprintPlace(trx, { sprint_id, column_id, column_rank }))),
  }
  const labels = await here.labels()
  const participants: number[] = []
  for (const id of was.participants) if (await here.isMember(id)) participants.push(id)
  const fields = await here.fields()
  const values: { field: Pick<BoardField, 'id' | 'type' | 'name'>; value: ValueChange['value'] }[] = []
  for (const [id, value] of Object.entries(was.values)) {
    const field = fields.get(Number(id))
    const isGone = field?.type === 'choice' && value !== null && !field.options.some((option) => option.id === value)
    const hasLeft = field?.type === 'person' && value !== null && !(await here.isMember(Number(value)))
    if (field && !isGone && !hasLeft) values.push({ field, value })
  }
  return { set, values, participants, labels: was.labels.filter((id) => labels.has(id)) }
}

/** A place in a sprint, where that lasts and still has the column; else none. */
async function sprintPlace(trx: Work['trx'], place: Pick<CardUpdate, 'sprint_id' | 'column_id' | 'column_rank'>): Promise<CardUpdate> {
  const { sprint_id, column_id } = place
  if (!sprint_id || !column_id) return place
  return (await isOpenColumn(trx, sprint_id, column_id)) ? place : { sprint_id: null, column_id: null, column_rank: null }
}

/** Without its dates, where one of them was changed since so that they would end before they begin. */
function inOrder(card: CardRow, set: CardUpdate): CardUpdate {
  const { start_date = card.start_date, due_date = card.due_date, ...rest } = set
  return start_date !== null && due_date !== null && start_date > due_date ? rest : set
}
