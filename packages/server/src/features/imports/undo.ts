import type { FieldType } from '@rodada/contract/boards/fields'
import { instant } from '../../platform/deps.ts'
import type { Work } from '../../platform/work.ts'
import { listFields } from '../boards/fields/queries.ts'
import type { BoardRow } from '../boards/queries.ts'
import type { ValueChange } from '../cards/events.ts'
import { insertLabels, insertParticipants, replaceChecklist } from '../cards/import-queries.ts'
import { getCardsById } from '../cards/queries.ts'
import { touchCard, updateCards } from '../cards/write.ts'
import type { ImportRow } from './queries.ts'
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
  const types = new Map(
    (await listFields(trx, board.id)).map(({ id, type, name }): [number, { type: FieldType; name: string }] => [id, { type, name }]),
  )
  const values = Object.entries(was.values).flatMap(([id, value]): ValueChange[] => {
    const field = types.get(Number(id))
    return field ? [{ field: { id: Number(id), ...field }, value, from: '', to: value === null ? '' : String(value) }] : []
  })
  await updateCards(work, board, [{ card, set: was.set, values }], { follows: true, imported: true })
  const now = (await readHanging(trx, [card.id])).get(card.id)
  await takeOff(trx, card.id, {
    labels: (now?.labels ?? []).filter((id) => !was.labels.includes(id)),
    participants: (now?.participants ?? []).filter((id) => !was.participants.includes(id)),
  })
  await insertLabels(
    trx,
    was.labels.map((label_id) => ({ card_id: card.id, label_id })),
  )
  await insertParticipants(
    trx,
    was.participants.map((user_id) => ({ card_id: card.id, user_id, board_id: board.id })),
  )
  await deleteLinks(trx, card.id, was.links)
  await touchCard(work, board, card.id)
}
