import { useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'
import { read, remove, write } from './storage.ts'

const { subscribe, tell } = createListeners()

/** Whether one key without Ctrl or Alt may do something. People who dictate, or whose hand slips, turn that off. */
export const singleKeysOn = (): boolean => read('rodada.singleKeys') !== 'off'

export function setSingleKeys(on: boolean): void {
  if (on) remove('rodada.singleKeys')
  else write('rodada.singleKeys', 'off')
  tell()
}

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeysOn)
