import { deletedKeptMs } from '@rodada/contract/boards/settings'
import { CallError } from '../../lib/call/call.ts'
import { listenLive } from '../../lib/live/listen-live.ts'
import { type LiveSocket, retryLive } from '../../lib/live/live-socket.ts'
import type { LiveAnswer, LiveColumn, LiveItem, LiveModel, LiveState } from './live-state.ts'
import { type LiveStore, nobody } from './live-store.ts'

/** How long the server may take to confirm that it tells us about the board. */
const watchTimeout = 10_000
/** Refusals that pass (too many at once, a server that starts) are followed by another try. */
const retryDelay = 2_500
/** Where questions go on failing, the pause between two of them doubles up to this one. */
const longestRetryDelay = 60_000
/** A page that slept longer loads the whole board: what was deleted meanwhile may be purged, and is in no list of changes. */
const wholeAfter = deletedKeptMs / 2

type Source<Frame extends { revision: number }, Column extends LiveColumn, Item extends LiveItem> = {
  model: LiveModel<Frame, Column, Item>
  /** The board whose news are heard; null while nothing says which one it is. */
  boardIdOf: (state: LiveState<Frame, Column, Item> | null) => number | null
  askWhole: (isFirst: boolean) => { askedAt: number; answer: Promise<LiveAnswer<Frame, Column, Item>> }
  /** Asks for what changed since a revision. */
  askChanges: (since: number) => Promise<LiveAnswer<Frame, Column, Item>>
}

export type LiveSync = {
  /** Asks for what changed since what is shown. Resolves when an answer asked for after this call is in, or none came. */
  refresh: () => Promise<void>
  /** Loads the whole board again. */
  reload: () => Promise<void>
  /**
   * Runs what ends this person's access to the board. A person who wants that is not told that they lost it: accepted, the board is
   * closed before anybody asks for it again.
   */
  leave: (send: () => Promise<unknown>) => Promise<void>
  close: () => void
}

/**
 * Keeps the store what the server has: loads the board once, then asks for changes whenever it hears of a newer
 * revision, one question at a time, so that an older answer never lands on a newer one.
 */
export function startLiveSync<Frame extends { revision: number }, Column extends LiveColumn, Item extends LiveItem>(
  store: LiveStore<LiveState<Frame, Column, Item>>,
  { model, boardIdOf, askWhole, askChanges }: Source<Frame, Column, Item>,
): LiveSync {
  let closed = false
  let leaving = false
  let watchTimer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let retryPause = retryDelay
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let whole = true
  let syncedAt = Date.now()

  const fail = (reason: unknown) => {
    // Two questions may have been under way: the second refusal adds nothing to the first.
    if (leaving || isOver()) return
    if (reason instanceof CallError && (reason.status === 404 || reason.status === 403)) {
      const wasShown = store.get().board !== null
      store.set({ phase: wasShown ? 'gone' : 'missing', board: null, here: nobody })
    } else if (store.get().board === null) store.set({ phase: 'error' })
    else {
      // A board that is on screen stays there. It is asked for again, because nobody tells of the same news twice.
      retryTimer = setTimeout(() => void refresh(), retryPause)
      retryPause = Math.min(retryPause * 2, longestRetryDelay)
    }
  }

  const ask = async (): Promise<void> => {
    const before = store.get().board
    // What the server had confirmed before it is asked is in its answer.
    const settled = new Set(before?.pending.filter(({ confirmed }) => confirmed).map(({ id }) => id))
    try {
      if (whole || !before || Date.now() - syncedAt > wholeAfter) {
        const { askedAt, answer } = askWhole(before === null)
        const loaded = await answer
        if (closed) return
        retryPause = retryDelay
        whole = false
        syncedAt = askedAt
        const pending = store.get().board?.pending.filter(({ id }) => !settled.has(id))
        store.set({ phase: 'ready', board: model.load(loaded, pending) })
        follow()
        return
      }
      const askedAt = Date.now()
      const changes = await askChanges(before.frame.revision)
      if (closed) return
      retryPause = retryDelay
      syncedAt = askedAt
      store.update((board) => model.merge(board, changes, settled))
    } catch (reason) {
      fail(reason)
    }
  }

  const run = (): Promise<void> => {
    clearTimeout(retryTimer)
    const asking = ask().finally(() => {
      if (running === asking) running = null
    })
    running = asking
    return asking
  }

  const isOver = (): boolean => closed || ['missing', 'gone'].includes(store.get().phase)
  const refresh = (): Promise<void> => (isOver() ? Promise.resolve() : askAnew())
  const askAnew = (): Promise<void> => {
    if (!running) return run()
    // The answer under way may be too old for this call; all calls meanwhile share the following one.
    next ??= running.then(() => {
      next = null
      return run()
    })
    return next
  }

  const revision = (): number => store.get().board?.frame.revision ?? -1

  const boardId = (): number | null => boardIdOf(store.get().board)
  /** The board that the server was asked to tell about. */
  let watched: number | null = null

  const watch = async (socket: LiveSocket): Promise<void> => {
    clearTimeout(watchTimer)
    const id = boardId()
    // Once the board is loaded, `follow` asks.
    if (id === null) return
    watched = id
    const reply = await socket
      .timeout(watchTimeout)
      .emitWithAck('watchBoard', { boardId: id })
      .catch(() => null)
    if (closed) return
    if (!reply) {
      // It looks connected and does not answer.
      if (socket.connected) retryLive()
    } else if ('error' in reply) {
      // Whether the board is gone or the server only busy, the REST answer says.
      await refresh()
      if (!closed && store.get().phase === 'ready') watchTimer = setTimeout(() => void watch(socket), retryDelay)
    } else {
      store.set({ here: { people: reply.people, count: reply.count } })
      if (reply.revision > revision() && store.get().board) await refresh()
    }
  }

  let heard = 0
  const { socket, leave: leaveLive } = listenLive({
    events: {
      boardChanged: (change) => {
        if (change.boardId !== boardId()) return
        heard = Math.max(heard, change.revision)
        // The answer under way may already hold it.
        void Promise.resolve(running).then(() => {
          if (heard > revision()) void refresh()
        })
      },
      boardPeople: ({ boardId: id, ...here }) => {
        if (id === boardId()) store.set({ here })
      },
      boardAccessChanged: (change) => {
        if (change.boardId !== (boardId() ?? watched)) return
        // Also once it was gone: a person who gets back onto the board hears of it.
        void askAnew()
        const connected = socket()
        if (connected) void watch(connected)
      },
    },
    onConnect: (connected) => void watch(connected),
    onStatus: (live) => store.set({ live }),
  })

  /** A board that is known only since it was loaded is watched from now on. */
  const follow = () => {
    const connected = socket()
    if (connected && watched !== boardId()) void watch(connected)
  }

  const stopLive = () => {
    clearTimeout(watchTimer)
    if (socket()?.connected && watched !== null) socket()?.emit('unwatchBoard', { boardId: watched })
    leaveLive()
  }

  // Without sockets (a proxy that lets none through) coming back to the page is still a reason to ask.
  const onVisible = () => {
    if (document.visibilityState === 'visible' && store.get().live !== 'connected') void refresh()
  }
  document.addEventListener('visibilitychange', onVisible)

  const close = () => {
    closed = true
    clearTimeout(retryTimer)
    document.removeEventListener('visibilitychange', onVisible)
    stopLive()
  }

  void refresh()
  return {
    refresh,
    leave: async (send) => {
      leaving = true
      try {
        await send()
        close()
      } catch (reason) {
        leaving = false
        void refresh()
        throw reason
      }
    },
    reload: () => {
      whole = true
      if (store.get().board === null) store.set({ phase: 'loading' })
      return refresh()
    },
    close,
  }
}
