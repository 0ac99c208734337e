import { t } from '../../i18n/index.ts'
import { CallError } from '../../lib/call.ts'
import { type Clash, TextClash } from '../../lib/late-text.ts'
import { toast, undoToast } from '../../ui/feedback.tsx'
import { addPending, type Change, confirmPending, dropPending } from './board-state.ts'
import type { BoardStore } from './board-store.ts'
import type { UndoStack } from '../../ui/kanban/live/undo-stack.ts'

/** What became of a text: saved, refused (which the person has been told), or written by somebody else meanwhile. */
export type SavedText = 'saved' | 'refused' | Clash
export type BoardWrites = ReturnType<typeof createBoardWrites>

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
 * How a change of a board is made: drawn at once, sent in its turn, and taken back, with the catalogue's text, when the server
 * refuses it.
 */
export function createBoardWrites(store: BoardStore, refresh: () => Promise<void>, undo: UndoStack) {
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
      // The refusal says that the board is not what is shown.
      void refresh()
      // Only the person can say which text stays.
      if (reason instanceof TextClash) throw reason
      tellProblem(problem, reason)
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

  /** As `perform`, for a text that is sent with the version it was made on. */
  const performText = async (change: Change, send: () => Promise<unknown>, problem: string): Promise<SavedText> => {
    try {
      return (await perform(change, send, problem)) === null ? 'refused' : 'saved'
    } catch (reason) {
      if (reason instanceof TextClash) return reason.clash
      throw reason
    }
  }

  return { mayWrite, perform, performText, offerUndo }
}
