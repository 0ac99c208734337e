import { read } from './storage.ts'

/** Whether somebody is signed in, for React: `useSyncExternalStore(subscribeSession, hasSession)`. */
export const hasSession = (): boolean => read('authToken') !== null

const listeners = new Set<() => void>()

/** Told after this tab signs in or out; other tabs are heard through the storage event. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export function sessionChanged(): void {
  for (const listener of listeners) listener()
}
