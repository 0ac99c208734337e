import { singleKeysOn } from './single-keys.ts'

const fields = 'input:not([type="checkbox"], [type="radio"]), textarea, select'
const layers = 'dialog[open], [aria-modal="true"], [role="menu"]'

type PageKeys = {
  /** Ctrl+Z or Cmd+Z, also over a dialog where the page says so. */
  undo?: () => void
  undoOverDialogs?: boolean
  /** A key without Ctrl, Cmd or Alt, not for a dialog or a menu. Says whether it meant something, so that the browser does nothing with it. */
  key: (event: KeyboardEvent) => boolean
}

/** Hears the keys of a page, but not while somebody writes; a single letter does nothing for people who turned such keys off. Call the result to stop. */
export function listenToPageKeys({ undo, undoOverDialogs = false, key }: PageKeys): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { target } = event
    const isWriting = target instanceof HTMLElement && (target.isContentEditable || target.matches(fields))
    if (event.defaultPrevented || isWriting || event.isComposing) return
    // What this key has just closed is gone already, and the key was for it.
    const isUnderLayer = document.querySelector(layers) !== null || (target instanceof Node && !target.isConnected)
    const hasCommand = event.ctrlKey || event.metaKey
    if (hasCommand && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z' && undo && (undoOverDialogs || !isUnderLayer)) {
      event.preventDefault()
      undo()
    }
    if (hasCommand || event.altKey || isUnderLayer) return
    if (event.key.length === 1 && !singleKeysOn()) return
    if (key(event)) event.preventDefault()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}
