import type { BoardField } from '@rodada/contract/boards/fields'
import { instant } from '../../platform/deps.ts'
import type { Work } from '../../platform/work.ts'
import { listFields } from '../boards/fields/queries.ts'
import { listLabels } from '../boards/label-queries.ts'
import { isMember } from '../boards/members/queries.ts'
import type { BoardRow } from '../boards/queries.ts'
import type { ValueChange } from '../cards/events.ts'
import { insertLabels, insertParticipants, replaceChecklist } from '../cards/import-queries.ts'
import { type CardRow, type CardUpdate, getCardsById } from '../cards/queries.ts'
import { touchCard, updateCards } from '../cards/write.ts'
import type { ImportRow } from './queries.ts'
import { listListsById } from './set-up-queries.ts'
import { forgetChanges, forgetSources, listLastChanges, type SourceKind } from './source-queries.ts'
import type { EarlierCard } from './update-cards.ts'
import { cardsOfAdded, deleteAdded, deleteEmptyLists, deleteLinks, type Hanging, readHanging, takeOff } from './update-queries.ts'

/** Changes of one transaction. */
const changesAtOnce = 40

type Change = Awaited<ReturnType<typeof listLastChanges>>[number]

/**
 * Takes back the last changes that an import made on a board that was there before, the latest first. @returns whether there may be more
 */
export async function takeBack(work: Work, board: BoardRow, row: Pick<ImportRow, 'id' | 'source'>): Promise<boolean> {
  const changes = await listLastChanges(work.trx, row.id, changesAtOnce)
  const source = { board_id: board.id, source: row.source }
  const added = changes.filter(({ earlier }) => earlier === null)
  for (const [kind, own] of Map.groupBy(added, (change) => change.kind)) {
    await takeBackAdded(work, board, kind, own)
    await forgetSources(
      work.trx,
      source,
      kind as SourceKind,
      own.map(({ source_id }) => source_id),
    )
  }
  for (const change of changes) if (change.earlier !== null) await takeBackChange(work, board, change)
  // What the file says is new again, next time.
  await forgetChanges(
    work.trx,
    changes.map(({ id }) => id),
  )
  return changes.length === changesAtOnce
}

async function takeBackAdded(work: Work, board: BoardRow, kind: string, changes: readonly Change[]): Promise<void> {
  const { trx } = work
  const ids = changes.map(({ local_id }) => local_id)
  if (kind === 'card') {
    const cards = (await getCardsById(trx, ids)).filter(({ board_id, deleted_at }) => board_id === board.id && deleted_at === null)
    await updateCards(
      work,
      board,
      cards.map((card) => ({ card, set: { deleted_at: instant() } })),
      { follows: true, imported: true },
    )
    return
  }
  if (kind === 'list') return deleteEmptyLists(trx, ids, instant())
  const cards = kind === 'comment' || kind === 'checklist' ? await cardsOfAdded(trx, kind, ids) : []
  await deleteAdded(trx, kind, ids)
  for (const id of cards) await touchCard(work, board, id)
}

async function takeBackChange(work: Work, board: BoardRow, { kind, local_id, earlier }: Change): Promise<void> {
  const { trx } = work
  if (kind === 'checklist') {
    const { title, items } = JSON.parse(earlier ?? '{}') as Hanging['checklists'][number]
    const [card] = await cardsOfAdded(trx, 'checklist', [local_id])
    if (card === undefined) return
    await replaceChecklist(trx, local_id, { title, items })
    return touchCard(work, board, card)
  }
  const was = JSON.parse(earlier ?? '{}') as EarlierCard
  const [card] = await getCardsById(trx, [local_id])
  if (card?.board_id !== board.id || card.deleted_at !== null) return
  const there = await stillThere(trx, board, was)
  const values = there.values.map(({ field, value }): ValueChange => ({ field, value, from: '', to: value === null ? '' : String(value) }))
  const set = inOrder(card, there.set)
  await updateCards(work, board, [{ card, set, values }], { follows: true, imported: true })
  const now = (await readHanging(trx, [card.id])).get(card.id)
  await takeOff(trx, card.id, {
    labels: (now?.labels ?? []).filter((id) => !was.labels.includes(id)),
    participants: (now?.participants ?? []).filter((id) => !was.participants.includes(id)),
  })
  await insertLabels(
    trx,
    there.labels.map((label_id) => ({ card_id: card.id, label_id })),
  )
  await insertParticipants(
    trx,
    there.participants.map((user_id) => ({ card_id: card.id, user_id, board_id: board.id })),
  )
  await deleteLinks(trx, card.id, was.links)
  await touchCard(work, board, card.id)
}

/**
 * What of a card of before there is still on its board: lists, labels and fields may have been deleted since, and people have left. What is gone
 * stays gone, and the card keeps what it has instead.
 */
async function stillThere(trx: Work['trx'], board: BoardRow, was: EarlierCard) {
  const known = new Map<number, boolean>()
  const isHere = async (userId: number): Promise<boolean> => {
    const here = known.get(userId) ?? (await isMember(trx, board.id, userId))
    known.set(userId, here)
    return here
  }
  const { list_id, rank, assignee_id, ...rest } = was.set
  const list = list_id === undefined ? undefined : (await listListsById(trx, board.id)).get(list_id)
  const keepsPerson = assignee_id === undefined || (assignee_id !== null && !(await isHere(assignee_id)))
  const set: CardUpdate = {
    ...rest,
    ...(list && !list.hidden && { list_id, rank }),
    ...(!keepsPerson && { assignee_id }),
  }
  const labels = new Set((await listLabels(trx, board.id)).map(({ id }) => id))
  const participants: number[] = []
  for (const id of was.participants) if (await isHere(id)) participants.push(id)
  const fields = new Map((await listFields(trx, board.id)).map((field) => [field.id, field]))
  const values: { field: Pick<BoardField, 'id' | 'type' | 'name'>; value: ValueChange['value'] }[] = []
  for (const [id, value] of Object.entries(was.values)) {
    const field = fields.get(Number(id))
    const isGone = field?.type === 'choice' && value !== null && !field.options.some((option) => option.id === value)
    const hasLeft = field?.type === 'person' && value !== null && !(await isHere(Number(value)))
    if (field && !isGone && !hasLeft) values.push({ field, value })
  }
  return { set, values, participants, labels: was.labels.filter((id) => labels.has(id)) }
}

/** Without its dates, where one of them was changed since so that they would end before they begin. */
function inOrder(card: CardRow, set: CardUpdate): CardUpdate {
  const { start_date = card.start_date, due_date = card.due_date, ...rest } = set
  return start_date !== null && due_date !== null && start_date > due_date ? rest : set
}
