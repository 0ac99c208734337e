import { type Card, type CardChange, cardsApi, listCardsApi } from '@rodada/contract/cards'
import type { Priority } from '@rodada/contract/fields'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call.ts'
import { type Edit, sendText } from '../../lib/late-text.ts'
import type { LiveStore } from '../../ui/kanban/live/live-store.ts'
import { createLiveWrites, type SavedText } from '../../ui/kanban/live/live-writes.ts'
import { cardRank } from '../../ui/kanban/live/ranks.ts'
import type { UndoStack } from '../../ui/kanban/live/undo-stack.ts'
import type { NewItem } from '../../ui/kanban/new-item.ts'
import type { CardPlace } from './board-context.ts'
import { type BoardState, boardModel, type Change, cardIdsOf, summaryOf } from './board-state.ts'
import { createListActions } from './list-actions.ts'

export type CardEdit = { priority?: Priority; due_date?: string | null }
export type BoardActions = ReturnType<typeof createBoardActions>

/** Temporary ids of cards that the server has not numbered yet; real ones are positive. */
let lastTemporary = 0

/**
 * What people do on a board. Each change is drawn at once and taken back, with the catalogue's text, when the server
 * refuses it. All resolve to whether it was accepted.
 */
export function createBoardActions(boardId: number, store: LiveStore<BoardState>, refresh: () => Promise<void>, undo: UndoStack) {
  const writes = createLiveWrites({
    store,
    model: boardModel,
    columnOf: (card: CardChange) => card.list_id,
    refresh,
    undo,
    offline: () => t('boards:offline.refused'),
  })
  const { mayWrite, perform, performText, offerUndo } = writes
  const board = () => store.get().board
  const listTitle = (listId: number): string => board()?.lists.find(({ id }) => id === listId)?.title ?? ''

  const sendMove = async (cardId: number, { listId, afterId }: CardPlace): Promise<boolean> => {
    const now = board()
    const card = now?.cards.get(cardId)
    if (!now || !card) return false
    const status = now.lists.find(({ id }) => id === listId)?.status ?? card.status
    const change: Change = { kind: 'moveCard', cardId, listId, rank: cardRank(now, cardId, listId, afterId), status }
    // Behind a card that has no number yet: behind the one before it.
    const above = afterId !== null && afterId < 0 ? (cardIdsOf(now, listId).findLast((id) => id > 0 && id !== cardId) ?? null) : afterId
    const body = { list_id: listId, after_id: above }
    return (await perform(change, () => call(cardsApi.move, { params: { cardId }, body }), t('boards:problems.moveCard'))) !== null
  }

  /** Where a card stands, as a place to put it back. */
  const placeOf = (cardId: number): CardPlace | null => {
    const now = board()
    const listId = now?.cards.get(cardId)?.list_id
    if (!now || listId === undefined) return null
    const ids = cardIdsOf(now, listId)
    return { listId, afterId: ids[ids.indexOf(cardId) - 1] ?? null }
  }

  const moveCard = async (cardId: number, to: CardPlace): Promise<boolean> => {
    const from = placeOf(cardId)
    // A card whose creation is still under way has no id that the server knows.
    if (!from || cardId < 0 || !mayWrite()) return false
    if (from.listId === to.listId && from.afterId === to.afterId) return true
    const done = sendMove(cardId, to)
    const now = board()
    if (!now || now.cards.get(cardId)?.list_id !== to.listId) return done
    const ids = cardIdsOf(now, to.listId)
    const text = t('boards:announce.cardMoved', { list: listTitle(to.listId), position: ids.indexOf(cardId) + 1, count: ids.length })
    offerUndo(text, done, () => sendMove(cardId, from))
    return done
  }

  const restoreCard = async (cardId: number): Promise<boolean> =>
    (await perform(null, () => call(cardsApi.restore, { params: { cardId } }), t('boards:problems.restore'))) !== null

  const takeCardAway = async (cardId: number, send: () => Promise<unknown>, text: string, problem: string): Promise<boolean> => {
    if (cardId < 0 || !mayWrite()) return false
    const done = perform({ kind: 'removeCard', cardId }, send, problem).then((reply) => reply !== null)
    offerUndo(text, done, () => restoreCard(cardId))
    return done
  }

  const titleOf = (cardId: number): string => board()?.cards.get(cardId)?.title ?? ''
  const archiveCard = (cardId: number): Promise<boolean> =>
    takeCardAway(
      cardId,
      () => call(cardsApi.archive, { params: { cardId } }),
      t('boards:announce.cardArchived', { title: titleOf(cardId) }),
      t('boards:problems.updateCard'),
    )
  const deleteCard = (cardId: number): Promise<boolean> =>
    takeCardAway(
      cardId,
      () => call(cardsApi.remove, { params: { cardId } }),
      t('boards:announce.cardDeleted', { title: titleOf(cardId) }),
      t('boards:problems.deleteCard'),
    )

  /** Taken back, it is archived again: that is where it was. */
  const deleteArchivedCard = async (cardId: number, title: string): Promise<boolean> => {
    const params = { cardId }
    const done = perform(null, () => call(cardsApi.remove, { params }), t('boards:problems.deleteCard')).then((reply) => reply !== null)
    offerUndo(t('boards:announce.cardDeleted', { title }), done, async () => {
      if (!(await restoreCard(cardId))) return false
      return (await perform(null, () => call(cardsApi.archive, { params }), t('boards:problems.updateCard'))) !== null
    })
    return done
  }

  /** Adds a card at the end of a list. False: it was refused, and the text belongs back into its field. */
  const addCard = async (listId: number, item: NewItem): Promise<boolean> => {
    const now = board()
    const list = now?.lists.find(({ id }) => id === listId)
    if (!now || !list) return false
    lastTemporary -= 1
    const card: CardChange = {
      id: lastTemporary,
      list_id: listId,
      title: item.title,
      priority: item.priority,
      due_date: item.due_date,
      rank: cardRank(now, lastTemporary, listId, cardIdsOf(now, listId).at(-1) ?? null),
      status: list.status,
      estimate: null,
      label_ids: [],
      assigned_user: null,
      has_description: item.description.trim() !== '',
      comment_count: 0,
      checklist_total: 0,
      checklist_done: 0,
      attachment_count: 0,
      github_state: null,
    }
    const reply = await perform(
      { kind: 'addCard', card },
      () => call(listCardsApi.create, { params: { boardId, listId }, body: item }),
      t('boards:problems.createCard'),
      (made: Card): Change => ({ kind: 'addCard', card: summaryOf(made) }),
    )
    return reply !== null
  }

  const editCard = async (cardId: number, edit: CardEdit): Promise<boolean> =>
    (await perform(
      { kind: 'patchCard', cardId, patch: edit },
      () => call(cardsApi.update, { params: { cardId }, body: edit }),
      t('boards:problems.updateCard'),
    )) !== null

  /** Writes the title on the version that it was read on: what somebody else made of it is not replaced. */
  const renameCard = (cardId: number, edit: Edit): Promise<SavedText> =>
    performText(
      { kind: 'patchCard', cardId, patch: { title: edit.text } },
      () =>
        sendText(
          edit,
          (version) => call(cardsApi.update, { params: { cardId }, body: { title: edit.text, version } }),
          (now) => now.title,
        ),
      t('boards:problems.updateCard'),
    )

  const assignCard = async (cardId: number, userId: number | null): Promise<boolean> => {
    const user = board()?.frame.members.find(({ user_id }) => user_id === userId)?.user ?? null
    return (
      (await perform(
        { kind: 'patchCard', cardId, patch: { assigned_user: user } },
        () => call(cardsApi.assign, { params: { cardId }, body: { user_id: userId } }),
        t('boards:problems.updateCard'),
      )) !== null
    )
  }

  const labelCard = async (cardId: number, labelId: number, on: boolean): Promise<boolean> => {
    const ids = board()?.cards.get(cardId)?.label_ids ?? []
    const label_ids = on ? [...ids.filter((id) => id !== labelId), labelId] : ids.filter((id) => id !== labelId)
    return (
      (await perform(
        { kind: 'patchCard', cardId, patch: { label_ids } },
        () =>
          on
            ? call(cardsApi.addLabel, { params: { cardId }, body: { label_id: labelId } })
            : call(cardsApi.removeLabel, { params: { cardId, labelId } }),
        t('boards:problems.updateCard'),
      )) !== null
    )
  }

  return {
    moveCard,
    archiveCard,
    deleteCard,
    deleteArchivedCard,
    restoreCard,
    addCard,
    editCard,
    assignCard,
    labelCard,
    renameCard,
    offerUndo,
    ...createListActions(boardId, store, writes),
    /** For everything that is not drawn before its answer: settings, labels, members. */
    write: async <Reply>(send: () => Promise<Reply>, problem: string): Promise<Reply | null> => perform(null, send, problem),
  }
}
