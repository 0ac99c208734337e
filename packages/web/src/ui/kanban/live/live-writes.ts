import { type Clash, TextClash } from '../../../lib/late-text.ts'
import { undoToast } from '../../feedback.tsx'
import { tellProblem } from '../../tell-problem.ts'
import type { Change, LiveColumn, LiveItem, Pending } from './live-state.ts'
import type { LiveStore } from './live-store.ts'
import type { UndoStack } from './undo-stack.ts'

/** What became of a text: saved, refused (which the person has been told), or written by somebody else meanwhile. */
export type SavedText = 'saved' | 'refused' | Clash

type Parts<Column extends LiveColumn, Item extends LiveItem, State> = {
  store: LiveStore<State>
  model: {
    addPending: (state: State, pending: Pending<Column, Item>) => State
    confirmPending: (state: State, id: number, change?: Change<Column, Item>) => State
    dropPending: (state: State, id: number) => State
  }
  columnOf: (item: Item) => number
  refresh: () => Promise<void>
  undo: UndoStack
  /** What to say when there is no network. */
  offline: () => string
  /** Says what went wrong; a toast, unless the board has a better place. */
  complain?: (text: string, reason?: unknown) => void
}

let lastPending = 0

/**
 * How a change of a board is made: drawn at once, sent in its turn, and taken back, with the catalogue's text, when the server
 * refuses it.
 */
export function createLiveWrites<Column extends LiveColumn, Item extends LiveItem, State>({
  store,
  model,
  columnOf,
  refresh,
  undo,
  offline,
  complain = tellProblem,
}: Parts<Column, Item, State>) {
  type OwnChange = Change<Column, Item>
  /** Writes wait for nobody: without a network they are refused before anything is drawn. */
  const mayWrite = (): boolean => {
    if (navigator.onLine) return true
    complain(offline())
    return false
  }

  /** Whose writes keep their order: those on one item, on one column, and the items that are added to one column. */
  const subject = (change: OwnChange | null): string | null => {
    if (change?.kind === 'addCard') return `cards of ${columnOf(change.card)}`
    if (change && 'cardId' in change) return `card ${change.cardId}`
    return change && 'listId' in change ? `list ${change.listId}` : null
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
    change: OwnChange | null,
    send: () => Promise<Reply>,
    problem: string,
    settle?: (reply: Reply) => OwnChange | undefined,
  ): Promise<Reply | null> => {
    if (!mayWrite()) return null
    lastPending += 1
    const id = lastPending
    if (change) store.update((board) => model.addPending(board, { id, change, confirmed: false }))
    try {
      const reply = await inTurn(subject(change), send)
      store.update((board) => model.confirmPending(board, id, settle?.(reply)))
      void refresh()
      return reply
    } catch (reason) {
      store.update((board) => model.dropPending(board, id))
      // The refusal says that the board is not what is shown.
      void refresh()
      // Only the person can say which text stays.
      if (reason instanceof TextClash) throw reason
      complain(problem, reason)
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
  const performText = async (change: OwnChange, send: () => Promise<unknown>, problem: string): Promise<SavedText> => {
    try {
      return (await perform(change, send, problem)) === null ? 'refused' : 'saved'
    } catch (reason) {
      if (reason instanceof TextClash) return reason.clash
      throw reason
    }
  }

  return { mayWrite, perform, performText, offerUndo }
}
