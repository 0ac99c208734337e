import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { t } from '../../i18n/index.ts'
import { CallError, call } from '../../lib/call/call.ts'

/** Why a card could not be completed, in words to be shown. */
class CannotComplete extends Error {}

type Completed = { list: string; undo: () => Promise<{ list: string }> }

/**
 * Moves a card to the first list of its board for what is done, as one would by hand: status follows the list.
 * @throws CannotComplete when the person only reads the board, or it has no such list.
 */
export async function completeCard(cardId: number): Promise<Completed> {
  const card = await call(cardsApi.get, { params: { cardId } })
  if (!card.can.write) throw new CannotComplete(t('work:complete.readOnly'))
  const lists = await call(boardsApi.lists, { params: { boardId: card.board_id }, query: { cards: 'none' } })
  const done = lists.find(({ status }) => status === 'concluida')
  const before = lists.find(({ id }) => id === card.list_id)
  if (!done || !before) throw new CannotComplete(t('work:complete.noDoneList'))
  await call(cardsApi.move, { params: { cardId }, body: { list_id: done.id, position: 0 } })
  const undo = async () => {
    await call(cardsApi.move, { params: { cardId }, body: { list_id: before.id, position: card.position } })
    return { list: before.title }
  }
  return { list: done.title, undo }
}

/** What to say about a failed move: our own words as they are, otherwise the catalogue's with the reason. */
export const whyNotMoved = (reason: unknown): string =>
  reason instanceof CannotComplete
    ? reason.message
    : reason instanceof CallError
      ? `${t('work:complete.moveFailed')}: ${reason.message}`
      : t('work:complete.moveFailed')
