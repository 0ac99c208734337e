import { useSyncExternalStore } from 'react'
import { read, remove, write } from './storage.ts'

const listeners = new Set<() => void>()

/** Whether one key without Ctrl or Alt may do something. Who dictates, or whose hand slips, turns that off. */
export const singleKeysOn = (): boolean => read('rodada.singleKeys') !== 'off'

export function setSingleKeys(on: boolean): void {
  if (on) remove('rodada.singleKeys')
  else write('rodada.singleKeys', 'off')
  for (const listener of [...listeners]) listener()
}

export const useSingleKeys = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, singleKeysOn)
