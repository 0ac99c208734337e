import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { List } from '@rodada/contract/boards/boards'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { CardChange } from '@rodada/contract/cards/cards'
import { watchingApi } from '@rodada/contract/cards/watching'
import { limits } from '@rodada/contract/core/limits'
import { createContext, use } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { takeEarly } from '../../../lib/call/early-answer.ts'
import { createBoardActions } from '../../../ui/cards/board-actions.ts'
import { createLiveStore, type LiveSnapshot, type LiveStore, useStore } from '../../../ui/cards/live-store.ts'
import { type LiveSync, startLiveSync } from '../../../ui/cards/live-sync.ts'
import { createUndoStack, type UndoStack } from '../../../ui/cards/undo-stack.ts'
import { createWrites, type Writes } from '../../../ui/cards/writes.ts'
import { toast } from '../../../ui/states/feedback.tsx'
import { type BoardState, boardModel, cardIdsOf, draftOf, fromBoard, fromChanges, summaryOf } from './board-state.ts'

type ListAway = { send: () => Promise<unknown>; said: string; problem: string; back?: () => Promise<boolean> }
export type BoardActions = ReturnType<typeof createActions>
/** One board on screen: what is known of it, what one can do to it, and the ways back. */
export type BoardSession = {
  boardId: number
  store: LiveStore<BoardState>
  sync: LiveSync
  writes: Writes<CardChange>
  actions: BoardActions
  undo: UndoStack
}

/** Opens a board and keeps it current until `sync.close()`. */
export function openBoardSession(boardId: number): BoardSession {
  const store = createLiveStore<BoardState>()
  const undo = createUndoStack()
  const sync = startLiveSync(store, {
    model: boardModel,
    boardIdOf: () => boardId,
    askWhole: (isFirst) => {
      const early = isFirst ? takeEarly(boardsApi.get, { boardId }) : null
      const { askedAt, answer } = early ?? { askedAt: Date.now(), answer: call(boardsApi.get, { params: { boardId } }) }
      return { askedAt, answer: answer.then(fromBoard) }
    },
    askChanges: async (since) => fromChanges(await call(boardsApi.changes, { params: { boardId }, query: { since } })),
  })
  const place = boardModel.placeOf(store)
  const writes = createWrites<CardChange>({ place, refresh: sync.refresh, undo, offline: () => t('boards:offline.refused') })
  return { boardId, store, sync, undo, writes, actions: createActions(boardId, store, writes) }
}

/** What people do on a board. As `createBoardActions`. */
export function createActions(boardId: number, store: LiveStore<BoardState>, writes: Writes<CardChange>) {
  const actions = createBoardActions(store, writes, {
    words: 'boards',
    nameOf: ({ title }: List) => title,
    draft: draftOf,
    passedLimit: (list, count) =>
      list && list.wip_limit !== null && !list.wip_hard && count > list.wip_limit
        ? t('boards:announce.overLimit', { list: list.title })
        : null,
    calls: {
      create: async (listId, body) => summaryOf(await call(listCardsApi.create, { params: { boardId, listId }, body })),
      move: (cardId, { listId, afterId }) => call(cardsApi.move, { params: { cardId }, body: { list_id: listId, after_id: afterId } }),
      remove: (cardId) => call(cardsApi.remove, { params: { cardId } }),
      addList: (title) => call(boardsApi.addList, { params: { boardId }, body: { title } }),
      updateList: (listId, change) => {
        const body = 'name' in change ? { title: change.name, version: change.version } : change
        return call(boardsApi.updateList, { params: { boardId, listId }, body })
      },
      moveList: (listId, position) => call(boardsApi.moveList, { params: { boardId, listId }, body: { position } }),
    },
  })
  const archiveCard = (cardId: number): Promise<boolean> =>
    actions.takeAway(
      cardId,
      () => call(cardsApi.archive, { params: { cardId } }),
      t('boards:announce.cardArchived', { title: actions.titleOf(cardId) }),
      t('boards:problems.updateCard'),
    )
  /** Takes a list off the board, and offers to bring it back. */
  const takeListAway = async (listId: number, { send, said, problem, back = () => restoreList(listId) }: ListAway): Promise<boolean> => {
    if (!writes.mayWrite()) return false
    const done = writes.send({ kind: 'removeList', listId }, send, problem)
    actions.offerUndo(said, done, back)
    return done
  }
  const restoreList = (listId: number): Promise<boolean> =>
    writes.send(null, () => call(boardsApi.restoreList, { params: { boardId, listId } }), t('boards:problems.restore'))
  const archiveList = (listId: number): Promise<boolean> =>
    takeListAway(listId, {
      send: () => call(boardsApi.archiveList, { params: { boardId, listId } }),
      said: t('boards:announce.listArchived', { list: actions.listName(listId) }),
      problem: t('boards:problems.archiveList'),
    })
  /** Copies a card, to stand behind it. @returns the key of the copy, null when it was refused */
  const copyCard = async (cardId: number): Promise<string | null> => {
    let key: string | null = null
    const send = async () => {
      key = (await call(cardsApi.copy, { params: { cardId }, body: {} })).key
    }
    return (await writes.send(null, send, t('boards:problems.createCard'))) ? key : null
  }
  /** Copies a list with its cards, right of it, and offers to take the copy away. */
  const copyList = async (listId: number): Promise<void> => {
    if (!writes.mayWrite()) return
    const list = actions.listName(listId)
    const title = t('boards:list.copyTitle', { list: list.slice(0, limits.listTitle - 20) })
    let copyId = 0
    const send = async () => {
      copyId = (await call(boardsApi.copyList, { params: { boardId, listId }, body: { title } })).id
    }
    const remove = () => call(boardsApi.removeList, { params: { boardId, listId: copyId }, query: {} })
    actions.offerUndo(t('boards:announce.listCopied', { list }), writes.send(null, send, t('boards:problems.copyList')), () =>
      writes.send({ kind: 'removeList', listId: copyId }, remove, t('boards:problems.deleteList')),
    )
  }
  /** Whether the person is told of what others do on this board. */
  const watchBoard = async (on: boolean): Promise<void> => {
    const send = () => call(on ? watchingApi.watchBoard : watchingApi.leaveBoard, { params: { boardId } })
    if (await writes.send(null, send, t('boards:problems.watch'))) toast(t(on ? 'boards:announce.watching' : 'boards:announce.unwatched'))
  }
  /** Takes a card to a list of another board, and offers to bring it back. */
  const takeToBoard = async (cardId: number, to: { listId: number; boardTitle: string }): Promise<boolean> => {
    if (!writes.mayWrite()) return false
    const board = store.get().board
    const listId = board?.cards.get(cardId)?.list_id
    const ids = board && listId !== undefined ? cardIdsOf(board, listId) : []
    const after_id = ids[ids.indexOf(cardId) - 1] ?? null
    const move = (body: { list_id: number; after_id?: number | null }) => () => call(cardsApi.move, { params: { cardId }, body })
    const said = t('boards:announce.cardToBoard', { title: actions.titleOf(cardId), board: to.boardTitle })
    const done = writes.send({ kind: 'removeCards', cardIds: [cardId] }, move({ list_id: to.listId }), t('boards:problems.moveCard'))
    if (listId !== undefined)
      actions.offerUndo(said, done, () => writes.send(null, move({ list_id: listId, after_id }), t('boards:problems.moveCard')))
    return done
  }
  /** Lets others make boards from this one, or no more. */
  const setTemplate = async (is_template: boolean): Promise<void> => {
    const send = () => call(boardsApi.update, { params: { boardId }, body: { is_template } })
    const done = await writes.send(null, send, t('boards:problems.template'))
    if (done) toast(t(is_template ? 'boards:announce.template' : 'boards:announce.noTemplate'))
  }
  return { ...actions, archiveCard, copyCard, copyList, takeToBoard, watchBoard, setTemplate, takeListAway, restoreList, archiveList }
}

export const BoardSessionContext = createContext<BoardSession | null>(null)

/** The session of the board that is on screen. @throws outside of BoardScreen. */
export function useSession(): BoardSession {
  const session = use(BoardSessionContext)
  if (!session) throw new Error('used outside of a board')
  return session
}

/** A part of what is known of the board; see `useStore`. */
export const useSnapshot = <Part>(select: (snapshot: LiveSnapshot<BoardState>) => Part): Part => useStore(useSession().store, select)

/** A part of a loaded board. `fallback` stands in while the board is leaving the screen. */
export const useBoardPart = <Part>(select: (board: BoardState) => Part, fallback: Part): Part =>
  useSnapshot(({ board }) => (board ? select(board) : fallback))
