import { boardsApi } from '@rodada/contract/boards'
import { type Card, type CardChange, cardsApi, listCardsApi } from '@rodada/contract/cards'
import type { Priority, WorkStatus } from '@rodada/contract/fields'
import { t } from '../../i18n/index.ts'
import { CallError, call } from '../../lib/call.ts'
import { toast, undoToast } from '../../ui/feedback.tsx'
import type { CardPlace } from './board-context.ts'
import { cardRank, listRank } from './board-ranks.ts'
import { addPending, type Change, cardIdsOf, confirmPending, dropPending, summaryOf } from './board-state.ts'
import type { BoardStore } from './board-store.ts'
import type { UndoStack } from './undo-stack.ts'

export type CardEdit = { title?: string; priority?: Priority; due_date?: string | null }
export type BoardActions = ReturnType<typeof createBoardActions>

/** Temporary ids of cards that the server has not numbered yet; real ones are positive. */
let lastTemporary = 0
let lastPending = 0

/** The catalogue's text, and under it what the server said about the reason. */
export function tellProblem(text: string, reason: unknown): void {
  const detail = reason instanceof CallError ? reason.message : undefined
  toast(text, { kind: 'problem', detail: detail === text ? undefined : detail })
}

/** Whose writes keep their order: those on one card, on one list, and the cards that are added to one list. */
function subject(change: Change | null): string | null {
  if (change?.kind === 'addCard') return `cards of ${change.card.list_id}`
  if (change && 'cardId' in change) return `card ${change.cardId}`
  return change && 'listId' in change ? `list ${change.listId}` : null
}

/**
 * What people do on a board. Each change is drawn at once and taken back, with the catalogue's text, when the server
 * refuses it. All resolve to whether it was accepted.
 */
export function createBoardActions(boardId: number, store: BoardStore, refresh: () => Promise<void>, undo: UndoStack) {
  /** Writes wait for nobody: without a network they are refused before anything is drawn. */
  const mayWrite = (): boolean => {
    if (navigator.onLine) return true
    toast(t('boards:offline.refused'), { kind: 'problem' })
    return false
  }

  /** The last write on each card and list: two quick moves of one card must reach the server in their order. */
  const queues = new Map<string, Promise<unknown>>()
  const inTurn = <Reply>(key: string | null, send: () => Promise<Reply>): Promise<Reply> => {
    const before = key === null ? undefined : queues.get(key)
    if (key === null) return send()
    const sent = before ? before.then(send, send) : send()
    queues.set(key, sent)
    const done = () => queues.get(key) === sent && queues.delete(key)
    sent.then(done, done)
    return sent
  }

  const perform = async <Reply>(
    change: Change | null,
    send: () => Promise<Reply>,
    problem: string,
    settle?: (reply: Reply) => Change | undefined,
  ): Promise<Reply | null> => {
    if (!mayWrite()) return null
    lastPending += 1
    const id = lastPending
    if (change) store.update((board) => addPending(board, { id, change, confirmed: false }))
    try {
      const reply = await inTurn(subject(change), send)
      store.update((board) => confirmPending(board, id, settle?.(reply)))
      void refresh()
      return reply
    } catch (reason) {
      store.update((board) => dropPending(board, id))
      tellProblem(problem, reason)
      // The refusal says that the board is not what is shown.
      void refresh()
      return null
    }
  }

  /** Offers to take back what was just done, by toast and by Ctrl+Z. The way back waits until the way there has arrived. */
  const offerUndo = (text: string, done: Promise<boolean>, back: () => Promise<boolean>) => {
    const entry = undo.push(async () => {
      if (await done) await back()
    })
    undoToast(text, entry)
    void done.then((accepted) => !accepted && undo.forget(entry))
  }

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

  /** Adds a card at the end of a list. False: it was refused, and the text belongs back into its field. */
  const addCard = async (listId: number, title: string): Promise<boolean> => {
    const now = board()
    const list = now?.lists.find(({ id }) => id === listId)
    if (!now || !list) return false
    lastTemporary -= 1
    const card: CardChange = {
      id: lastTemporary,
      list_id: listId,
      title,
      priority: 'medium',
      due_date: null,
      rank: cardRank(now, lastTemporary, listId, cardIdsOf(now, listId).at(-1) ?? null),
      status: list.status,
      estimate: null,
      label_ids: [],
      assigned_user: null,
      has_description: false,
      comment_count: 0,
      checklist_total: 0,
      checklist_done: 0,
    }
    const reply = await perform(
      { kind: 'addCard', card },
      () => call(listCardsApi.create, { params: { boardId, listId }, body: { title } }),
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

  // ---- lists -------------------------------------------------------------------------------------------------------

  const addList = async (title: string): Promise<boolean> =>
    (await perform(null, () => call(boardsApi.addList, { params: { boardId }, body: { title } }), t('boards:problems.createList'))) !== null

  const editList = async (listId: number, edit: { title?: string; status?: WorkStatus }): Promise<boolean> =>
    (await perform(
      { kind: 'patchList', listId, patch: edit },
      () => call(boardsApi.updateList, { params: { boardId, listId }, body: edit }),
      t('boards:problems.updateList'),
    )) !== null

  const sendListMove = async (listId: number, position: number): Promise<boolean> => {
    const now = board()
    if (!now) return false
    const change: Change = { kind: 'moveList', listId, rank: listRank(now, listId, position) }
    const send = () => call(boardsApi.moveList, { params: { boardId, listId }, body: { position } })
    return (await perform(change, send, t('boards:problems.moveList'))) !== null
  }

  const moveList = async (listId: number, position: number): Promise<boolean> => {
    const from = board()?.lists.findIndex(({ id }) => id === listId) ?? -1
    const count = board()?.lists.length ?? 0
    if (from < 0 || from === position || position < 0 || position >= count) return true
    if (!mayWrite()) return false
    const done = sendListMove(listId, position)
    if (board()?.lists[position]?.id !== listId) return done
    const text = t('boards:announce.listMoved', { list: listTitle(listId), position: position + 1, count })
    offerUndo(text, done, () => sendListMove(listId, from))
    return done
  }

  const restoreList = async (listId: number): Promise<boolean> =>
    (await perform(null, () => call(boardsApi.restoreList, { params: { boardId, listId } }), t('boards:problems.restore'))) !== null

  const takeListAway = async (listId: number, send: () => Promise<unknown>, text: string, problem: string): Promise<boolean> => {
    if (!mayWrite()) return false
    const done = perform({ kind: 'removeList', listId }, send, problem).then((reply) => reply !== null)
    offerUndo(text, done, () => restoreList(listId))
    return done
  }
  const archiveList = (listId: number): Promise<boolean> =>
    takeListAway(
      listId,
      () => call(boardsApi.archiveList, { params: { boardId, listId } }),
      t('boards:announce.listArchived', { list: listTitle(listId) }),
      t('boards:problems.archiveList'),
    )
  const deleteList = (listId: number): Promise<boolean> =>
    takeListAway(
      listId,
      () => call(boardsApi.removeList, { params: { boardId, listId } }),
      t('boards:announce.listDeleted', { list: listTitle(listId) }),
      t('boards:problems.deleteList'),
    )

  return {
    moveCard,
    archiveCard,
    deleteCard,
    restoreCard,
    addCard,
    editCard,
    assignCard,
    labelCard,
    addList,
    editList,
    moveList,
    archiveList,
    deleteList,
    restoreList,
    /** For everything that is not drawn before its answer: settings, labels, members. */
    write: async <Reply>(send: () => Promise<Reply>, problem: string): Promise<Reply | null> => perform(null, send, problem),
  }
}
