import { useEffect } from 'react'
import { t } from '../../../i18n/index.ts'
import { listenToPageKeys } from '../../../lib/device/page-keys.ts'
import { readUserData } from '../../../lib/device/storage.ts'
import { isFiltering, noFilter } from '../../../ui/filters/card-filter.ts'
import { freePeople } from '../../../ui/filters/free-people.ts'
import { toast } from '../../../ui/states/feedback.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import type { BoardSession } from './board-session.ts'
import { cardIdsOf } from './board-state.ts'
import type { BoardUi } from './board-ui.ts'

/** The keys that Trello users know, for the card that has the focus or lies under the pointer. Not while writing; under a dialog only Ctrl+Z. */
export function useBoardKeys(session: BoardSession, ui: BoardUi, openCard: (cardId: number) => void): void {
  useEffect(() => {
    return listenToPageKeys({
      undo: () => {
        if (!session.undo.undo()) toast(t('boards:undo.nothing'), { kind: 'info' })
      },
      undoOverDialogs: true,
      key: (event) => runKey(event, session, ui, openCard),
    })
  }, [session, ui, openCard])
}

/** What one does with chosen cards: move, person, label, sprint, archive. */
const verbLetters = ['m', 'p', 'e', 's', 'c']

/** Whether the key meant something here. */
function runKey(event: KeyboardEvent, session: BoardSession, ui: BoardUi, openCard: (cardId: number) => void): boolean {
  const { board } = session.store.get()
  if (!board) return false
  const key = event.key.toLowerCase()
  if (ui.selection.isOn()) {
    if (key === 'escape') {
      ui.selection.clear()
      return true
    }
    // They are for all that is chosen: its bar hears them.
    if (verbLetters.includes(key)) return false
  }
  if (freePeople(event, ui)) return true
  if (key === '?') ui.open({ kind: 'shortcuts' })
  else if (key === 'f') ui.setFilterOpen(true)
  else if (key === 'x') {
    const cardId = ui.kanban.current()?.itemId ?? -1
    if (cardId >= 0 && board.frame.can.write) {
      ui.selection.toggle(cardId)
      return true
    }
    if (!isFiltering(ui.filter)) return false
    ui.setFilter(noFilter)
    announce(t('kanban:filter.cleared'))
  } else return board.frame.can.write && runWriteKey(key, event, session, ui, openCard)
  return true
}

function runWriteKey(key: string, event: KeyboardEvent, session: BoardSession, ui: BoardUi, openCard: (cardId: number) => void): boolean {
  const { board } = session.store.get()
  const spot = ui.kanban.current()
  if (!board) return false
  if (key === 'n') {
    const listId = spot?.columnId ?? board.lists[0]?.id
    // Lanes show no place to write in.
    if (listId === undefined || !ui.kanban.columns().some(({ id }) => id === listId)) return false
    ui.setAddingTo(listId)
    return true
  }
  const cardId = spot?.itemId ?? null
  const card = cardId === null ? undefined : board.cards.get(cardId)
  if (!card || card.id < 0) return false
  const { actions } = session
  const isOnControl = event.target instanceof Element && event.target.matches('button, summary, [role="button"]')
  if (key === 'e') ui.open({ kind: 'quickEdit', cardId: card.id })
  else if (key === 'd') ui.open({ kind: 'quickEdit', cardId: card.id, field: 'due' })
  else if (key === 'l') ui.open({ kind: 'cardLabels', cardId: card.id })
  else if (key === 'c') void ui.archive({ kind: 'card', id: card.id })
  else if (key === 'enter' && event.target === document.body) openCard(card.id)
  else if (key === ' ' && !isOnControl) {
    const id = readUserData()?.id
    const me = board.frame.members.find(({ user_id }) => user_id === id)?.user
    if (!me) return false
    const isMine = card.assigned_user?.id === me.id
    void actions
      .assign(card.id, isMine ? null : me)
      .then((done) => done && announce(t(isMine ? 'boards:announce.unassigned' : 'boards:announce.assigned')))
  } else if (key === ',' || key === '.') {
    const at = board.lists.findIndex(({ id }) => id === card.list_id)
    const to = board.lists[at + (key === ',' ? -1 : 1)]
    if (!to) return true
    void actions.moveCard(card.id, { listId: to.id, afterId: cardIdsOf(board, to.id).at(-1) ?? null })
    ui.kanban.follow({ columnId: to.id, itemId: card.id })
  } else return false
  return true
}
