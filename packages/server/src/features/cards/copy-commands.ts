import type { Card, CopyCard } from '@rodada/contract/cards/cards'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import { invalid } from '../../platform/http/errors.ts'
import { findRank } from '../../platform/order/queries.ts'
import type { Work } from '../../platform/work.ts'
import type { Actor } from '../auth/queries.ts'
import { findList } from '../boards/lists/queries.ts'
import type { Change } from '../boards/write.ts'
import { loadCard } from './commands.ts'
import { copyParts, measureParts } from './copy-queries.ts'
import { cardsChanging, participantsAdded } from './events.ts'
import { copyValues } from './fields/queries.ts'
import { requireRoomForFile } from './files/queries.ts'
import { listParticipantIds } from './participants/queries.ts'
import { type CardPath, cardsOfList, changeCard, priorityOf } from './queries.ts'
import { addCard, showFields, touchCard, updateCard } from './write.ts'

/** What a changed card may write, in letters. A copy counts as all the cards that its rows and letters would be, or a few calls fill a disk. */
const lettersOfCard = 500

/**
 * A card like another one, behind it or at the end of another list. What happened to that one stays with it: comments, sprint, votes, pull
 * requests and ticks.
 * @throws AppError 400 when the list is not on the card's board, 409 when list, board or its files are full
 */
export async function copyCard(
  work: Work,
  viewer: Actor,
  path: CardPath,
  { list_id, title }: z.output<typeof CopyCard>,
  boardMaxBytes: number,
): Promise<Change<Card>> {
  const { trx } = work
  const { card, board } = await changeCard(trx, viewer, path)
  const list = await findList(trx, board.id, list_id ?? card.list_id)
  if (!list) throw invalid({ list_id: texts.listElsewhere })
  const parts = await measureParts(trx, card.id)
  if (parts.files > 0) await requireRoomForFile(trx, { ...card, file_count: 0 }, parts.bytes, boardMaxBytes)
  const place = list.id === card.list_id && card.archived_at === null ? { after_id: card.id } : {}
  const { description, notes, due_date, estimate, estimated_hours, assignee_id, start_date } = card
  const copy = await addCard(work, board, list.id, {
    ...{ title: title ?? card.title, description, notes, due_date, priority: priorityOf(card), estimate, estimated_hours, assignee_id },
    rank: await findRank(trx, cardsOfList(list.id), place),
    status: list.status,
    created_by: viewer.userId,
  })
  if (start_date !== null) await updateCard(work, board, copy, { start_date }, { follows: true })
  await work.emit(cardsChanging, { count: parts.rows + Math.ceil(parts.letters / lettersOfCard) })
  await copyParts(trx, card.id, copy, viewer.userId)
  const userIds = await listParticipantIds(trx, copy.id)
  if (userIds.length > 0) await work.emit(participantsAdded, { card: copy, userIds })
  if (await copyValues(trx, card.id, copy.id)) await showFields(work, board, [copy.id])
  await touchCard(work, board, copy.id)
  return { boardId: board.id, revision: board.revision, result: await loadCard(trx, viewer, { cardId: copy.id }) }
}
