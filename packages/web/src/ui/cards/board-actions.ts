import type { WorkStatus } from '@rodada/contract/core/fields'
import { t } from '../../i18n/index.ts'
import { type Edit, sendText } from '../../lib/text/stale-text.ts'
import type { NewItem } from '../kanban/new-item.ts'
import { createCardActions, type Words } from './card-actions.ts'
import type { Change } from './changes.ts'
import { cardIdsOf, type LiveColumn, type LiveItem, type LiveState } from './live-state.ts'
import type { LiveStore } from './live-store.ts'
import { cardRank, listRank } from './ranks.ts'
import type { SavedText, Writes } from './writes.ts'

/** Where a card goes: behind `afterId` in that list, or to its top when null. */
export type CardPlace = { listId: number; afterId: number | null }
/** What is known of a card that is being made. */
export type Draft = { id: number; listId: number; rank: string; status: WorkStatus }
type NamedColumn = LiveColumn & { status: WorkStatus; version: number }
type TitledItem = LiveItem & { title: string; status: WorkStatus }

/** What boards and sprints call differently. */
type Host<Column, Item> = {
  words: Words
  nameOf: (list: Column) => string
  /** A card that the server does not know yet. */
  draft: (item: NewItem, place: Draft) => Item
  /** What to say of a list that a card just came to, when it holds more than it is to. */
  passedLimit?: (list: Column | undefined, count: number) => string | null
  calls: {
    create: (listId: number, item: NewItem) => Promise<Item>
    move: (cardId: number, to: CardPlace) => Promise<unknown>
    remove: (cardId: number) => Promise<unknown>
    addList: (name: string) => Promise<unknown>
    updateList: (listId: number, change: { status: WorkStatus } | { name: string; version: number }) => Promise<Column>
    moveList: (listId: number, position: number) => Promise<unknown>
  }
}

/** Temporary ids of cards that the server has not numbered yet; real ones are positive. */
let lastTemporary = 0

/** What people do on a board: with its cards, also where they stand, and with its columns. As `createCardActions`. */
export function createBoardActions<Frame extends { revision: number }, Column extends NamedColumn, Item extends TitledItem>(
  store: LiveStore<LiveState<Frame, Column, Item>>,
  writes: Writes<Item>,
  { words, nameOf, draft, passedLimit, calls }: Host<Column, Item>,
) {
  const { mayWrite, perform, send, performText, offerUndo } = writes
  const board = () => store.get().board
  const listOf = (id: number) => board()?.lists.find((list) => list.id === id)
  const listName = (id: number): string => {
    const list = listOf(id)
    return list ? nameOf(list) : ''
  }
  const titleOf = (cardId: number): string => board()?.cards.get(cardId)?.title ?? ''
  const actions = createCardActions({ writes, words, titleOf, remove: calls.remove })

  /** Where a card stands, as a place to put it back. */
  const placeOf = (cardId: number): CardPlace | null => {
    for (const [listId, ids] of board()?.order ?? []) {
      const at = ids.indexOf(cardId)
      if (at >= 0) return { listId, afterId: ids[at - 1] ?? null }
    }
    return null
  }

  const sendMove = async (cardId: number, { listId, afterId }: CardPlace): Promise<boolean> => {
    const now = board()
    const card = now?.cards.get(cardId)
    if (!now || !card) return false
    const status = listOf(listId)?.status ?? card.status
    const change: Change<Item> = { kind: 'moveCard', cardId, listId, rank: cardRank(now, cardId, listId, afterId), status }
    // Behind a card that has no number yet: behind the one before it.
    const above = afterId !== null && afterId < 0 ? (cardIdsOf(now, listId).findLast((id) => id > 0 && id !== cardId) ?? null) : afterId
    return send(change, () => calls.move(cardId, { listId, afterId: above }), t(`${words}:problems.moveCard`))
  }
  /** Sends a move; `isThere` tells afterwards whether the card still stands where it led, so that an undo leaves what others moved since. */
  const beginMove = (cardId: number, to: CardPlace): { done: Promise<boolean>; isThere: () => Promise<boolean> } => {
    const done = sendMove(cardId, to)
    const drawn = placeOf(cardId)
    const isDrawn = (stands: CardPlace | null) => stands?.listId === drawn?.listId && stands?.afterId === drawn?.afterId
    // The server ranks a card among those that nobody sees here, too. Another move may be drawn by then.
    const rank = done.then(() => (isDrawn(placeOf(cardId)) ? board()?.cards.get(cardId)?.rank : undefined))
    /** Sorting the list and undoing that leaves the card behind the same one with another rank; moves of its neighbours leave it its rank. */
    const isThere = async (): Promise<boolean> => {
      const [was, stands] = [await rank, placeOf(cardId)]
      return isDrawn(stands) || (was !== undefined && stands?.listId === drawn?.listId && board()?.cards.get(cardId)?.rank === was)
    }
    return { done, isThere }
  }
  const moveCard = async (cardId: number, to: CardPlace): Promise<boolean> => {
    const from = placeOf(cardId)
    if (!from || cardId < 0 || !mayWrite()) return false
    if (from.listId === to.listId && from.afterId === to.afterId) return true
    const { done, isThere } = beginMove(cardId, to)
    const now = board()
    const ids = now ? cardIdsOf(now, to.listId) : []
    if (!ids.includes(cardId)) return done
    const place = { list: listName(to.listId), position: ids.indexOf(cardId) + 1, count: ids.length }
    const said = t(`${words}:announce.cardMoved`, place)
    const passed = from.listId === to.listId ? null : (passedLimit?.(listOf(to.listId), ids.length) ?? null)
    offerUndo(passed ? `${said}. ${passed}` : said, done, () => sendMove(cardId, from), isThere)
    return done
  }

  /** Adds a card at the end of a list. False: it was refused, and the text belongs back into its field. */
  const addCard = async (listId: number, item: NewItem): Promise<boolean> => {
    const now = board()
    const list = listOf(listId)
    if (!now || !list) return false
    lastTemporary -= 1
    const id = lastTemporary
    const rank = cardRank(now, id, listId, cardIdsOf(now, listId).at(-1) ?? null)
    const reply = await perform(
      { kind: 'addCard', listId, card: draft(item, { id, listId, rank, status: list.status }) },
      () => calls.create(listId, item),
      t(`${words}:problems.createCard`),
      (card) => ({ kind: 'addCard', listId, card }),
    )
    return reply !== null
  }

  const addList = (name: string): Promise<boolean> => send(null, () => calls.addList(name), t(`${words}:problems.createList`))

  const setListStatus = (listId: number, status: WorkStatus): Promise<boolean> =>
    send({ kind: 'patchList', listId, fields: { status } }, () => calls.updateList(listId, { status }), t(`${words}:problems.updateList`))

  /** Writes the name on the version that it was read on: what somebody else made of it is not replaced. */
  const renameList = (listId: number, edit: Edit): Promise<SavedText> =>
    performText(
      { kind: 'patchList', listId, fields: { name: edit.text } },
      () => sendText(edit, (version) => calls.updateList(listId, { name: edit.text, version }), nameOf),
      t(`${words}:problems.updateList`),
    )

  const sendListMove = async (listId: number, position: number): Promise<boolean> => {
    const now = board()
    if (!now) return false
    const change: Change<Item> = { kind: 'moveList', listId, rank: listRank(now, listId, position) }
    return send(change, () => calls.moveList(listId, position), t(`${words}:problems.moveList`))
  }
  const moveList = async (listId: number, position: number): Promise<boolean> => {
    const lists = board()?.lists ?? []
    const from = lists.findIndex(({ id }) => id === listId)
    if (from < 0 || from === position || position < 0 || position >= lists.length) return true
    if (!mayWrite()) return false
    const done = sendListMove(listId, position)
    if (board()?.lists[position]?.id !== listId) return done
    const place = { list: listName(listId), position: position + 1, count: lists.length }
    offerUndo(t(`${words}:announce.listMoved`, place), done, () => sendListMove(listId, from))
    return done
  }

  /** The last card of a list; null when it is empty. */
  const lastOf = (listId: number): number | null => {
    const now = board()
    return now ? (cardIdsOf(now, listId).at(-1) ?? null) : null
  }

  return {
    ...actions,
    listName,
    titleOf,
    placeOf,
    lastOf,
    sendMove,
    beginMove,
    moveCard,
    addCard,
    addList,
    setListStatus,
    renameList,
    moveList,
  }
}
