import type { ClosedSprint, CloseSprint, ReopenedSprint } from '@rodada/contract/sprints/closing'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import { conflict } from '../../../platform/http/errors.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'
import { ranksAtEnd } from '../../../platform/order/queries.ts'
import type { Work } from '../../../platform/work.ts'
import { stayInSprint } from '../../activities/queries.ts'
import type { Actor } from '../../auth/queries.ts'
import { happened } from '../../boards/events.ts'
import type { BoardRow } from '../../boards/queries.ts'
import type { Change } from '../../boards/write.ts'
import { placesByStatus } from '../../cards/place-queries.ts'
import { type CardRow, cardsOfColumn, getCardsById } from '../../cards/queries.ts'
import { updateCards } from '../../cards/write.ts'
import { columnFor } from '../columns/policy.ts'
import { listColumns } from '../columns/queries.ts'
import { makeNextSprint, makeSprint } from '../commands.ts'
import { endSprint } from '../end-commands.ts'
import { requireRoomForTasks } from '../place-queries.ts'
import { changeSprint, overStatuses } from '../queries.ts'
import { loadSprint } from '../sprint-queries.ts'
import { reopensUntil } from '../view.ts'
import { type Closing, findClosing, findKept, openSprint } from './queries.ts'

/**
 * Ends a sprint, and takes what is not done where it is to go.
 * @throws AppError 404 or 403, 400 for a sprint of elsewhere or wrong dates, 409 when a sprint ended or is full, or the board has too many
 */
export async function closeWithLeftovers(
  work: Work,
  viewer: Actor & Pick<Viewer, 'language'>,
  sprintId: number,
  { leftovers_to, others, new_sprint }: z.output<typeof CloseSprint>,
): Promise<Change<ClosedSprint>> {
  const { trx } = work
  const { sprint, board } = await changeSprint(trx, viewer, sprintId)
  const made = new_sprint ? await makeSprint(work, viewer, board, new_sprint) : null
  const chosen = new Map(others.map(({ task_id, to }) => [task_id, to]))
  const leftovers = await endSprint(work, viewer, board, sprint, ({ id }) => {
    const to = chosen.get(id) ?? leftovers_to
    return to === 'backlog' ? null : to === 'new' ? made : to
  })
  const next = made ?? (await makeNextSprint(work, viewer, board, sprintId))
  const result = {
    sprint: await loadSprint(trx, viewer, sprintId),
    new_sprint: next === null ? null : await loadSprint(trx, viewer, next),
    leftovers,
  }
  return { boardId: board.id, revision: board.revision, result }
}

/**
 * Opens a sprint again that ended within the last day. What left it at its end comes back, unless it is done or somebody took it elsewhere
 * since. Its report goes on as if it had not ended.
 * @throws AppError 404 or 403, 409 when it lasts, or ended too long ago
 */
export async function reopenSprint(work: Work, viewer: Actor, sprintId: number): Promise<Change<z.output<typeof ReopenedSprint>>> {
  const { trx } = work
  const { sprint, board } = await changeSprint(trx, viewer, sprintId, { ended: true })
  if (sprint.ended_at === null) throw conflict(texts.sprintStillOpen)
  const until = reopensUntil(sprint)
  const known = await findClosing(trx, sprintId)
  if (!known || until === null || until <= new Date().toISOString()) throw conflict(texts.reopenTooLate)
  const { closing, journalEnd } = known
  await openSprint(trx, sprintId, closing.status)
  const back = await stillThere(work, board, sprintId, closing)
  await stayInSprint(
    trx,
    sprintId,
    back.map(({ card }) => card.id),
    journalEnd,
  )
  await putBack(work, board, sprintId, back)
  await work.emit(happened, { board_id: board.id, kind: 'sprint.reopened', subject: sprint.name })
  const result = { sprint: await loadSprint(trx, viewer, sprintId), restored: back.length, left: closing.cards.length - back.length }
  return { boardId: board.id, revision: board.revision, result }
}

type Back = { card: CardRow; was: Closing['cards'][number] }

/** The cards that are still where the end of the sprint put them, in the order that they had. */
async function stillThere({ trx }: Work, board: BoardRow, sprintId: number, { cards }: Closing): Promise<Back[]> {
  const now = new Map(
    (
      await getCardsById(
        trx,
        cards.map(({ id }) => id),
      )
    ).map((card) => [card.id, card]),
  )
  return cards.flatMap((was) => {
    const card = now.get(was.id)
    const isThere =
      card?.board_id === board.id &&
      card.deleted_at === null &&
      card.sprint_id === was.to &&
      card.from_sprint_id === sprintId &&
      !overStatuses.includes(card.status)
    return isThere ? [{ card, was }] : []
  })
}

/** Each card goes to the column in which it stood, if that still says what the card is, else as one that is planned. */
async function putBack(work: Work, board: BoardRow, sprintId: number, back: readonly Back[]): Promise<void> {
  const { trx } = work
  await requireRoomForTasks(trx, sprintId, back.length)
  const columns = await listColumns(trx, sprintId)
  // The sprint that left a card before may have been deleted since.
  const kept = await findKept(
    trx,
    back.map(({ was }) => was.from_sprint_id),
  )
  const groups = Map.groupBy(
    back,
    ({ card, was }) => columns.find(({ id, status }) => id === was.column_id && status === card.status) ?? columnFor(columns, card),
  )
  for (const [column, group] of groups) {
    const ranks = await ranksAtEnd(trx, cardsOfColumn(column.id), group.length)
    const places = await placesByStatus(
      trx,
      board.id,
      group.map(({ card }) => card),
      column.status,
    )
    const writes = group.map(({ card, was }, index) => ({
      card,
      set: {
        sprint_id: sprintId,
        column_id: column.id,
        column_rank: ranks[index] ?? '',
        from_sprint_id: kept.has(was.from_sprint_id) ? was.from_sprint_id : null,
        ...places[index],
      },
    }))
    await updateCards(work, board, writes, { follows: true })
  }
}
