import { useEffect, useInsertionEffect } from 'react'

/**
 * Ends the first view that a document shows, and presses what was pressed there meanwhile: public/theme.js. It is drawn last, because the buttons
 * only work once everything else is there.
 */
export function FirstViewOver() {
  // Before a field takes the focus: it cannot while it is hidden.
  useInsertionEffect(() => {
    delete document.documentElement.dataset.firstView
  }, [])
  useEffect(() => {
    const page = document.documentElement
    const { pressed } = page.dataset
    delete page.dataset.pressed
    if (pressed) document.querySelector<HTMLElement>(`[data-early="${pressed}"]`)?.click()
  }, [])
  return null
}
