import type { KeyboardEvent } from 'react'
import { singleKeysOn } from '../../../lib/device/single-keys.ts'

/** Keys of the window, each for the control that carries it in `data-shortcut`: those that people know from Trello. */
const keys = new Set(['c', 'd', 'e', 'l', 'm', 'p', 'r', 't', ' ', '-'])

const isTyping = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null

/**
 * Presses the control that a key stands for; 'c' archives, which stands in a menu and is null for who may not. Space does so
 * only where it presses nothing else. Keys that are not the window's stay its own too: the board behind it must not act on them.
 */
export function handleCardKeys(event: KeyboardEvent<HTMLElement>, window: HTMLElement | null, archive: (() => void) | null): void {
  // What is pressed in a dialog over the window arrives here, too.
  if (!(event.target instanceof Node && window?.contains(event.target))) return
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
  if (event.key === ' ' && event.target instanceof Element && event.target.closest('button, a, input')) return
  const key = event.key.toLowerCase()
  if (!keys.has(key)) return
  event.stopPropagation()
  const control = window.querySelector<HTMLElement>(`[data-shortcut="${key}"]`)
  if (!singleKeysOn() || (key === 'c' ? !archive : !control)) return
  event.preventDefault()
  if (key === 'c') {
    archive?.()
    return
  }
  control?.focus()
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) control?.click()
}
