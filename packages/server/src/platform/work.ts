import type { Db } from './database.ts'
import type { Person } from './limits/person-limit.ts'

/** Names one kind of domain event. The feature that emits it declares it, with what is said about it. */
export type Topic<Event> = { readonly name: string; readonly example?: Event }

export const topic = <Event>(name: string): Topic<Event> => ({ name })

/**
 * A transaction that changes something, with what it causes. Listeners of its events run in the same transaction, so that an error of one
 * of them undoes everything.
 */
export type Work = {
  readonly trx: Db
  /** Who does it; null when the program does. */
  readonly actorId: number | null
  /** The same with the network of the call, for limits, and the token of a program. */
  readonly actor: Person | null
  /** Calls the listeners of a topic one after another, in the order in which they were registered. */
  readonly emit: <Event>(topic: Topic<Event>, event: Event) => Promise<void>
  /** People whose open pages hear of new notifications after the commit. */
  readonly notified: Set<number>
}

export type Listener<Event> = (work: Work, event: Event) => Promise<void>

/** The domain events of an installation. Features register their listeners when they are composed. */
export type Events = {
  /** Listens in the transaction that emits. */
  on: <Event>(topic: Topic<Event>, listener: Listener<Event>) => void
  /** Listens to announcements made after a commit. */
  onAnnounced: <Event>(topic: Topic<Event>, listener: (event: Event) => Promise<void> | void) => void
  announce: <Event>(topic: Topic<Event>, event: Event) => Promise<void>
  /** The unit of work of a transaction that the caller began. The caller tells `notified` after the commit. */
  begin: (trx: Db, actor: Person | null) => Work
}

export function createEvents(): Events {
  const listeners = new Map<object, Listener<never>[]>()
  const announced = new Map<object, ((event: never) => Promise<void> | void)[]>()
  return {
    on: (topic, listener) => {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    onAnnounced: (topic, listener) => {
      announced.set(topic, [...(announced.get(topic) ?? []), listener])
    },
    announce: async <Event>(topic: Topic<Event>, event: Event) => {
      // As in `emit`.
      for (const listener of (announced.get(topic) ?? []) as ((event: Event) => Promise<void> | void)[]) await listener(event)
    },
    begin: (trx, actor) => {
      const work: Work = {
        trx,
        actorId: actor?.userId ?? null,
        actor,
        notified: new Set(),
        emit: async <Event>(topic: Topic<Event>, event: Event) => {
          // Only `on` fills the map, with listeners of the topic's own event.
          for (const listener of (listeners.get(topic) ?? []) as Listener<Event>[]) await listener(work, event)
        },
      }
      return work
    },
  }
}
