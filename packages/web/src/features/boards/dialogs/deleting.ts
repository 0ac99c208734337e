import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import { limits } from '@rodada/contract/core/limits'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import type { BoardSession } from '../session/board-session.ts'
import { cardIdsOf } from '../session/board-state.ts'

/** Puts cards back into a list that was emptied, in their order. */
async function gather({ boardId, writes }: BoardSession, listId: number, cardIds: readonly number[]): Promise<boolean> {
  for (let from = 0; from < cardIds.length; from += limits.cardsAtOnce) {
    const body = { card_ids: cardIds.slice(from, from + limits.cardsAtOnce) }
    const send = () => call(listCardsApi.gather, { params: { boardId, listId }, body })
    if (!(await writes.send(null, send, t('boards:problems.restore')))) return false
  }
  return true
}

/** With a target its cards stay, at the end of that list. Taken back, those that were in sight come back too. */
export function deleteList(session: BoardSession, listId: number, targetId?: number): Promise<boolean> {
  const { boardId, store, actions } = session
  const now = store.get().board
  const cardIds = now && targetId !== undefined ? cardIdsOf(now, listId) : []
  const query = targetId === undefined ? {} : { target_list_id: targetId }
  return actions.takeListAway(listId, {
    send: () => call(boardsApi.removeList, { params: { boardId, listId }, query }),
    said: t('boards:announce.listDeleted', { list: actions.listName(listId) }),
    problem: t('boards:problems.deleteList'),
    back: async () => (await actions.restoreList(listId)) && (await gather(session, listId, cardIds)),
  })
}

/** Deletes a card or a list that was put aside. Taken back, it is archived again: that is where it was. */
export async function deleteArchived(
  session: BoardSession,
  { kind, id }: { kind: 'card' | 'list'; id: number },
  title: string,
): Promise<boolean> {
  const { boardId, actions, writes } = session
  const params = { boardId, listId: id }
  const card = { params: { cardId: id } }
  const [done, restore, archive] =
    kind === 'card'
      ? [
          writes.send(null, () => call(cardsApi.remove, card), t('boards:problems.deleteCard')),
          () => actions.restore(id),
          () => writes.send(null, () => call(cardsApi.archive, card), t('boards:problems.updateCard')),
        ]
      : [
          writes.send(null, () => call(boardsApi.removeList, { params, query: {} }), t('boards:problems.deleteList')),
          () => actions.restoreList(id),
          () => writes.send(null, () => call(boardsApi.archiveList, { params }), t('boards:problems.archiveList')),
        ]
  const said = kind === 'card' ? t('boards:announce.cardDeleted', { title }) : t('boards:announce.listDeleted', { list: title })
  actions.offerUndo(said, done, async () => (await restore()) && (await archive()))
  return done
}
