import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** What walks with the arrows itself. */
const walks = '[role="menu"], [role="radiogroup"], [role="tablist"], [role="listbox"], [role="group"]'

/** Whether a key, pressed where nothing else listens to it, leads to the cards. Up and down scroll. */
export const leadsToHand = ({ key, target }: globalThis.KeyboardEvent): boolean =>
  (key === 'ArrowLeft' || key === 'ArrowRight') &&
  target instanceof Element &&
  !target.closest(`${walks}, [data-hand]`) &&
  (target === document.body || target.closest('button, a') !== null)

const cards = () => [...document.querySelectorAll<HTMLElement>('[data-hand] ol button')]

/** From anywhere on the page to the hand: to the card that is picked, or to the first. @returns false without a hand */
export function enterHand(): boolean {
  const all = cards()
  const target = all.find((card) => card.getAttribute('aria-pressed') === 'true') ?? all[0]
  target?.focus()
  return target !== undefined
}

/** Moves the focus along the cards, and around at either end. */
export function moveByArrow(event: KeyboardEvent): void {
  const all = cards()
  const at = all.findIndex((card) => card === document.activeElement)
  const step = steps[event.key]
  const next = event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : step === undefined ? undefined : at + step
  if (at < 0 || next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  all[(next + all.length) % all.length]?.focus()
}
