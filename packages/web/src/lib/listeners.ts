export type Listeners = ReturnType<typeof createListeners>

/**
 * Tells parts of a page that something changed, for `useSyncExternalStore`.
 * @param attend runs while somebody listens, and returns how to stop; for what other tabs or the browser change
 */
export function createListeners(attend?: (tell: () => void) => () => void) {
  const listeners = new Set<() => void>()
  let stop: (() => void) | undefined
  const tell = (): void => {
    // One that listens from now on has read the new state already.
    for (const listener of [...listeners]) listener()
  }
  const subscribe = (listener: () => void): (() => void) => {
    if (listeners.size === 0) stop = attend?.(tell)
    listeners.add(listener)
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) stop?.()
    }
  }
  return { tell, subscribe, areThere: (): boolean => listeners.size > 0 }
}

/** Of what is kept in the browser, which other tabs change too. */
export const createStorageListeners = (): Listeners =>
  createListeners((tell) => {
    addEventListener('storage', tell)
    return () => removeEventListener('storage', tell)
  })
