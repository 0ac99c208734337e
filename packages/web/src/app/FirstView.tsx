import { useEffect, useInsertionEffect } from 'react'

/** Stands behind all else, so that all else is there. The document of the landing page shows its first view until this is drawn. What was pressed there meanwhile, is pressed now: public/theme.js. */
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
