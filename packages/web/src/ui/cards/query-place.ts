import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { createListeners } from '../../lib/listeners.ts'
import { TextClash } from '../../lib/text/stale-text.ts'
import type { Change, Pending } from './changes.ts'
import type { Place } from './writes.ts'

/** What became of the last change: 'idle' before the first, and when the person is asked about it. */
export type Outcome = 'idle' | 'saved' | 'failed'
type Shown<Item> = { pending: readonly Pending<Item>[]; outcome: Outcome }

type Parts<Data, Item> = {
  client: QueryClient
  queryKey: QueryKey
  /** What the data is with a change, however often it is drawn. */
  draw: (data: Data, change: Change<Item>) => Data
  /** Whether a change shows here; all do unless told otherwise. */
  concerns?: (change: Change<Item>) => boolean
}

/**
 * A place for what React Query holds. What the server said last stays in the query, and the pending changes are drawn over it: an
 * answer that comes meanwhile takes none of them away. Accepted, a change becomes part of the query, and a question that was under way
 * is asked again, since its answer may not know of the change.
 */
export function createQueryPlace<Data, Item>({ client, queryKey, draw, concerns = () => true }: Parts<Data, Item>) {
  let shown: Shown<Item> = { pending: [], outcome: 'idle' }
  const { subscribe, tell } = createListeners()
  const leave = (id: number, outcome: Outcome) => {
    shown = { pending: shown.pending.filter((entry) => entry.id !== id), outcome }
    tell()
  }
  const place: Place<Item> = {
    add: (pending) => {
      if (!concerns(pending.change)) return
      shown = { ...shown, pending: [...shown.pending, pending] }
      tell()
    },
    confirm: async (id, change) => {
      const accepted = shown.pending.find((entry) => entry.id === id)
      if (!accepted) return
      const wasAsking = client.isFetching({ queryKey, exact: true }) > 0
      await client.cancelQueries({ queryKey, exact: true })
      client.setQueryData<Data>(queryKey, (data) => (data === undefined ? data : draw(data, change ?? accepted.change)))
      leave(id, 'saved')
      if (wasAsking) void client.invalidateQueries({ queryKey, exact: true })
    },
    drop: (id, reason) => {
      if (!shown.pending.some((entry) => entry.id === id)) return
      leave(id, reason instanceof TextClash ? 'idle' : 'failed')
      // The refusal says that the data is not what is shown.
      void client.invalidateQueries({ queryKey })
    },
  }
  return {
    ...place,
    draw,
    get: () => shown,
    subscribe,
  }
}
export type QueryPlace<Data, Item> = ReturnType<typeof createQueryPlace<Data, Item>>

/** The data of a query with the pending changes over it, and what became of the last one. */
export function useDrawn<Data, Item>({ draw, get, subscribe }: QueryPlace<Data, Item>, data: Data | undefined) {
  const { pending, outcome } = useSyncExternalStore(subscribe, get)
  const drawn = useMemo(
    () => (data === undefined ? data : pending.reduce<Data>((shown, { change }) => draw(shown, change), data)),
    [draw, data, pending],
  )
  return { drawn, idle: pending.length === 0, outcome }
}
