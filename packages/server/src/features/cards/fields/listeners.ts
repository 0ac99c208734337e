import type { Events, Work } from '../../../platform/work.ts'
import { fieldChanged, memberRemoved } from '../../boards/events.ts'
import type { BoardRow } from '../../boards/queries.ts'
import { cardsChanging, type ValueChange } from '../events.ts'
import { getCardsById } from '../queries.ts'
import { showFields, updateCards } from '../write.ts'
import { deleteValues, listCardIdsWith, listValuesOfPerson } from './queries.ts'

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
  const values = Map.groupBy(await listValuesOfPerson(work.trx, board.id, userId), ({ card_id }) => card_id)
  const cards = await getCardsById(work.trx, [...values.keys()])
  const emptied = (cardId: number): ValueChange[] =>
    (values.get(cardId) ?? []).map(({ field_id: id, name, type }) => ({ field: { id, name, type }, value: null, from: '', to: '' }))
  await updateCards(
    work,
    board,
    cards.map((card) => ({ card, set: {}, values: emptied(card.id) })),
    { follows: true },
  )
}
