import { t } from '../../i18n/index.ts'
import { type Clash, TextClash } from '../../lib/text/stale-text.ts'
import { toast, undoToast } from '../states/feedback.tsx'
import { tellProblem } from '../states/tell-problem.ts'
import { type Change, type Pending, subjects } from './changes.ts'
import type { UndoStack } from './undo-stack.ts'

/** What became of a text: saved, refused (which the person has been told), or written by somebody else meanwhile. */
export type SavedText = 'saved' | 'refused' | Clash
/** What became of a change. */
export type Attempt<Reply> = { ok: true; reply: Reply } | { ok: false; reason: unknown }

/** Where cards are shown: a board, a backlog, a card's window. It draws changes over what the server told it last. */
export type Place<Item> = {
  add: (pending: Pending<Item>) => void
  /** The server accepted it: with `change`, what it turned out to be. */
  confirm: (id: number, change?: Change<Item>) => void | Promise<void>
  /** The server refused it: nothing of it is left. */
  drop: (id: number, reason: unknown) => void
}

type Parts<Item> = {
  place: Place<Item>
  /** Asks the server for what changed. */
  refresh: () => Promise<unknown>
  undo: UndoStack
  /** What to say when there is no network. */
  offline: () => string
  /** Says what went wrong; a toast, unless the screen has a better place. */
  complain?: (text: string, reason?: unknown) => void
}

export type Writes<Item> = ReturnType<typeof createWrites<Item & { id: number }>>

let lastPending = 0

/**
 * How a change is made, wherever cards are shown: drawn at once, sent in its turn, and taken back, with the catalogue's text, when the
 * server refuses it.
 */
export function createWrites<Item extends { id: number }>({ place, refresh, undo, offline, complain = tellProblem }: Parts<Item>) {
  type OwnChange = Change<Item>
  const places = new Set([place])
  /** Shows changes in one more place. Call the result to leave; what is under way is still settled there. */
  const join = (other: Place<Item>) => {
    places.add(other)
    return () => void places.delete(other)
  }

  /** Writes wait for nobody: without a network they are refused before anything is drawn. */
  const mayWrite = (): boolean => {
    if (navigator.onLine) return true
    complain(offline())
    return false
  }

  /** The last write on each card and list: two quick moves of one card must reach the server in their order. */
  const queues = new Map<string, Promise<unknown>>()
  const inTurn = <Reply>(keys: readonly string[], send: () => Promise<Reply>): Promise<Reply> => {
    const before = keys.flatMap((key) => queues.get(key) ?? [])
    const sent = before.length > 0 ? Promise.allSettled(before).then(send) : send()
    const done = () => {
      for (const key of keys) if (queues.get(key) === sent) queues.delete(key)
    }
    for (const key of keys) queues.set(key, sent)
    sent.then(done, done)
    return sent
  }

  /** Draws a change and sends it; refused, it is gone again. Says nothing. */
  const attempt = async <Reply>(
    change: OwnChange | null,
    send: () => Promise<Reply>,
    settle?: (reply: Reply) => OwnChange | undefined,
  ): Promise<Attempt<Reply>> => {
    lastPending += 1
    const id = lastPending
    // A person who leaves meanwhile keeps what was loaded, which must be the state with this change.
    const drawn = change ? [...places] : []
    if (change) for (const each of drawn) each.add({ id, change, confirmed: false })
    try {
      const reply = await inTurn(subjects(change), send)
      const settled = settle?.(reply)
      await Promise.all(drawn.map((each) => each.confirm(id, settled)))
      return { ok: true, reply }
    } catch (reason) {
      for (const each of drawn) each.drop(id, reason)
      return { ok: false, reason }
    } finally {
      // Also a refusal says that what is shown is not what the server has.
      void refresh()
    }
  }

  /** As `attempt`, and says what went wrong. Null: it was refused. @throws TextClash: only the person can say which text stays. */
  const perform = async <Reply>(
    change: OwnChange | null,
    send: () => Promise<Reply>,
    problem: string,
    settle?: (reply: Reply) => OwnChange | undefined,
  ): Promise<Reply | null> => {
    if (!mayWrite()) return null
    const done = await attempt(change, send, settle)
    if (done.ok) return done.reply
    if (done.reason instanceof TextClash) throw done.reason
    complain(problem, done.reason)
    return null
  }

  /** As `perform`; resolves to whether it was accepted. */
  const send = async (change: OwnChange | null, call: () => Promise<unknown>, problem: string): Promise<boolean> =>
    (await perform(change, call, problem)) !== null

  /** As `perform`, for a text that is sent with the version it was made on. */
  const performText = async (change: OwnChange, send: () => Promise<unknown>, problem: string): Promise<SavedText> => {
    try {
      return (await perform(change, send, problem)) === null ? 'refused' : 'saved'
    } catch (reason) {
      if (reason instanceof TextClash) return reason.clash
      throw reason
    }
  }

  /**
   * Offers to take back what was just done, by toast and by Ctrl+Z. The way back waits until the way there has arrived. A card that is no longer as
   * it was left stays as somebody made it since: `isAsLeft` tells that.
   */
  const offerUndo = (text: string, done: Promise<boolean>, back: () => Promise<boolean>, isAsLeft?: () => boolean | Promise<boolean>) => {
    const entry = undo.push(async () => {
      // After Ctrl+Z there is nothing left to offer.
      close()
      if (!(await done)) return
      if (isAsLeft && !(await isAsLeft())) return toast(t('undoLeft', { count: 1 }), { kind: 'info' })
      await back()
    })
    const close = undoToast(text, entry)
    void done.then((accepted) => {
      if (accepted) return
      undo.forget(entry)
      // A screen that says refusals elsewhere would go on saying that it was done.
      close()
    })
  }

  return { join, mayWrite, attempt, perform, send, performText, offerUndo }
}
