import { read } from '../device/storage.ts'
import { createStorageListeners } from '../listeners.ts'

/** Whether somebody is signed in, for React: `useSyncExternalStore(subscribeSession, hasSession)`. */
export const hasSession = (): boolean => read('authToken') !== null

/** `sessionChanged` is called when this tab signs in or out; other tabs are heard of by themselves. */
export const { subscribe: subscribeSession, tell: sessionChanged } = createStorageListeners()
