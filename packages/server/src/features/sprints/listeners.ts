import { texts } from '@rodada/contract/texts/texts'
import type { Events, Work } from '../../platform/work.ts'
import { type CardState, type CardsChanged, cardsChanged, changesWith } from '../cards/events.ts'
import { updateCards } from '../cards/write.ts'
import { listColumns } from './columns/queries.ts'
import { moveToColumn } from './move-commands.ts'
import { findEnded, requireRoomForTasks } from './place-queries.ts'
import { overStatuses } from './queries.ts'

/** What happens to cards, carried through to the sprints they are planned into. */
export function listenToCards(events: Events): void {
  events.on(cardsChanged, followStatus)

  // Archived tasks count as tasks of their sprint; deleted ones have left it.
  events.on(cardsChanged, async ({ trx }, event) => {
    for (const { before, after } of changesWith(event, 'restored'))
      if (after.sprint_id !== null && before?.deleted_at != null)
        await requireRoomForTasks(trx, after.sprint_id, 0, texts.tooManyTasksToRestore)
  })
}

/**
 * A card whose status is another, because its list is, goes to the end of the first column with that status. A card of an ended
 * sprint that is taken up again goes to the backlog, where it can be planned.
 */
async function followStatus(work: Work, { board, changes }: CardsChanged): Promise<void> {
  const planned = changes.flatMap(({ before, after }) =>
    before !== null &&
    before.status !== after.status &&
    before.sprint_id === after.sprint_id &&
    before.column_id === after.column_id &&
    after.sprint_id !== null
      ? [{ ...after, sprint_id: after.sprint_id }]
      : [],
  )
  if (planned.length === 0) return
  const sprintIds = [...new Set(planned.map(({ sprint_id }) => sprint_id))]
  const ended = await findEnded(work.trx, sprintIds)
  await takeUpAgain(
    work,
    board,
    planned.filter(({ sprint_id, status }) => ended.has(sprint_id) && !overStatuses.includes(status)),
  )
  for (const sprintId of sprintIds.filter((id) => !ended.has(id))) {
    const columns = await listColumns(work.trx, sprintId)
    const order = new Map(columns.map(({ id }, index) => [id, index]))
    const place = ({ column_id }: CardState) => order.get(column_id ?? 0) ?? columns.length
    const cards = planned
      .filter(({ sprint_id }) => sprint_id === sprintId)
      .sort((a, b) => place(a) - place(b) || compare(a.column_rank ?? '', b.column_rank ?? ''))
    for (const column of columns.filter(({ status }, index) => columns.findIndex((other) => other.status === status) === index)) {
      const late = cards.filter(
        (card) => card.status === column.status && columns.find(({ id }) => id === card.column_id)?.status !== card.status,
      )
      if (late.length > 0) await moveToColumn(work, board, late, column, { follows: true })
    }
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

async function takeUpAgain(work: Work, board: CardsChanged['board'], cards: readonly (CardState & { sprint_id: number })[]): Promise<void> {
  const writes = cards.map((card) => ({
    card,
    set: { sprint_id: null, column_id: null, column_rank: null, from_sprint_id: card.sprint_id },
  }))
  await updateCards(work, board, writes, { follows: true })
}
