import { useSyncExternalStore } from 'react'

/** Whether keys that are pressed here are text, or choose in a list. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="radio"], [type="checkbox"]), textarea, select'))

function subscribe(listener: () => void): () => void {
  document.addEventListener('focusin', listener)
  document.addEventListener('focusout', listener)
  return () => {
    document.removeEventListener('focusin', listener)
    document.removeEventListener('focusout', listener)
  }
}

/** Whether the focus is in a field at the moment. It stays there while another window is in front. */
export const useIsWriting = (): boolean => useSyncExternalStore(subscribe, () => isField(document.activeElement))
