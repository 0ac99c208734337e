import type { KeyboardEvent } from 'react'
import { singleKeysOn } from '../../../lib/device/single-keys.ts'

/** Keys of the window, each for the control that carries it in `data-shortcut`: those that people know from Trello. */
const keys = new Set(['c', 'd', 'e', 'l', 'm', 'p', 't', ' ', '-'])

const isTyping = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null

/**
 * Presses the control that a key stands for. Space does so only where it presses nothing else. Keys that are not the
 * window's stay its own too: the board behind it must not act on them.
 */
export function handleCardKeys(event: KeyboardEvent<HTMLElement>, window: HTMLElement | null): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
  if (event.key === ' ' && event.target instanceof Element && event.target.closest('button, a, input')) return
  const key = event.key.toLowerCase()
  if (!keys.has(key)) return
  event.stopPropagation()
  const control = window?.querySelector<HTMLElement>(`[data-shortcut="${key}"]`)
  if (!control || !singleKeysOn()) return
  event.preventDefault()
  control.focus()
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) control.click()
}
