import type { Events, Work } from '../../../platform/work.ts'
import { fieldChanged, memberRemoved } from '../../boards/events.ts'
import type { BoardRow } from '../../boards/queries.ts'
import { cardsChanging } from '../events.ts'
import { showFields, touchCards } from '../write.ts'
import { deleteValues, deleteValuesOfPerson, listCardIdsWith } from './queries.ts'

/** Changes of what cards have in their fields that follow from changes of boards. */
export function listenToFields(events: Events): void {
  events.on(fieldChanged, async (work, { board, fieldId, gone }) => {
    const options = typeof gone === 'string' ? undefined : gone
    const ids = await listCardIdsWith(work.trx, fieldId, options)
    await work.emit(cardsChanging, { count: ids.length })
    if (gone !== 'nothing') await deleteValues(work.trx, fieldId, options)
    await showFields(work, board, ids)
  })

  events.on(memberRemoved, (work, { board, userId }) => takeOut(work, board, userId))
}

/** Empties the fields in which a person is who leaves the board. */
async function takeOut(work: Work, board: BoardRow, userId: number): Promise<void> {
  const cardIds = await deleteValuesOfPerson(work.trx, board.id, userId)
  await work.emit(cardsChanging, { count: cardIds.length })
  await touchCards(work, board, { cardIds, only: 'all' })
  await showFields(work, board, cardIds)
}
