import { boardsApi, type List } from '@rodada/contract/boards'
import { type CardChange, listCardsApi } from '@rodada/contract/cards'
import type { WorkStatus } from '@rodada/contract/fields'
import { limits } from '@rodada/contract/limits'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call.ts'
import { type Edit, sendText } from '../../lib/late-text.ts'
import type { LiveStore } from '../../ui/kanban/live/live-store.ts'
import type { createLiveWrites, SavedText } from '../../ui/kanban/live/live-writes.ts'
import { listRank } from '../../ui/kanban/live/ranks.ts'
import { type BoardState, type Change, cardIdsOf } from './board-state.ts'

type Writes = ReturnType<typeof createLiveWrites<List, CardChange, BoardState>>

/** What people do with the lists of a board. All but a new name resolve to whether it was accepted. */
export function createListActions(boardId: number, store: LiveStore<BoardState>, { mayWrite, perform, performText, offerUndo }: Writes) {
  const board = () => store.get().board
  const listTitle = (listId: number): string => board()?.lists.find(({ id }) => id === listId)?.title ?? ''

  const addList = async (title: string): Promise<boolean> =>
    (await perform(null, () => call(boardsApi.addList, { params: { boardId }, body: { title } }), t('boards:problems.createList'))) !== null

  const setListStatus = async (listId: number, status: WorkStatus): Promise<boolean> =>
    (await perform(
      { kind: 'patchList', listId, patch: { status } },
      () => call(boardsApi.updateList, { params: { boardId, listId }, body: { status } }),
      t('boards:problems.updateList'),
    )) !== null

  /** Writes the name on the version that it was read on: what somebody else made of it is not replaced. */
  const renameList = (listId: number, edit: Edit): Promise<SavedText> =>
    performText(
      { kind: 'patchList', listId, patch: { title: edit.text } },
      () =>
        sendText(
          edit,
          (version) => call(boardsApi.updateList, { params: { boardId, listId }, body: { title: edit.text, version } }),
          (now) => now.title,
        ),
      t('boards:problems.updateList'),
    )

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

  type Away = { send: () => Promise<unknown>; text: string; problem: string; undo?: () => Promise<boolean> }
  const takeListAway = async (listId: number, { send, text, problem, undo = () => restoreList(listId) }: Away): Promise<boolean> => {
    if (!mayWrite()) return false
    const done = perform({ kind: 'removeList', listId }, send, problem).then((reply) => reply !== null)
    offerUndo(text, done, undo)
    return done
  }
  const archiveList = (listId: number): Promise<boolean> =>
    takeListAway(listId, {
      send: () => call(boardsApi.archiveList, { params: { boardId, listId } }),
      text: t('boards:announce.listArchived', { list: listTitle(listId) }),
      problem: t('boards:problems.archiveList'),
    })

  /** Puts cards back into a list that was emptied, in their order. */
  const gather = async (listId: number, cardIds: readonly number[]): Promise<boolean> => {
    for (let from = 0; from < cardIds.length; from += limits.cardsAtOnce) {
      const body = { card_ids: cardIds.slice(from, from + limits.cardsAtOnce) }
      const reply = await perform(
        null,
        () => call(listCardsApi.gather, { params: { boardId, listId }, body }),
        t('boards:problems.restore'),
      )
      if (reply === null) return false
    }
    return true
  }
  /** With a target its cards stay, at the end of that list. Taken back, those that were in sight come back too. */
  const deleteList = (listId: number, targetId?: number): Promise<boolean> => {
    const now = board()
    const cardIds = now && targetId !== undefined ? cardIdsOf(now, listId) : []
    const query = targetId === undefined ? {} : { target_list_id: targetId }
    return takeListAway(listId, {
      send: () => call(boardsApi.removeList, { params: { boardId, listId }, query }),
      text: t('boards:announce.listDeleted', { list: listTitle(listId) }),
      problem: t('boards:problems.deleteList'),
      undo: async () => (await restoreList(listId)) && (await gather(listId, cardIds)),
    })
  }

  /** Taken back, it is archived again: that is where it was. */
  const deleteArchivedList = async (listId: number, title: string): Promise<boolean> => {
    const params = { boardId, listId }
    const done = perform(null, () => call(boardsApi.removeList, { params, query: {} }), t('boards:problems.deleteList')).then(
      (reply) => reply !== null,
    )
    offerUndo(t('boards:announce.listDeleted', { list: title }), done, async () => {
      if (!(await restoreList(listId))) return false
      return (await perform(null, () => call(boardsApi.archiveList, { params }), t('boards:problems.archiveList'))) !== null
    })
    return done
  }

  return { addList, setListStatus, renameList, moveList, archiveList, deleteList, deleteArchivedList, restoreList }
}
