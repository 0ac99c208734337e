import { Button } from '@mantine/core'
import { useEffect, useInsertionEffect } from 'react'
import { t } from '../i18n/index.ts'

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

/**
 * What a first view says once the program could not be fetched. It is only in documents: what is pressed then tries again (public/theme.js), and its style
 * is in base.css, because the program does not have it.
 */
export function FirstViewFailed() {
  return (
    <div role="alert" data-without-program>
      <p>{t('errors.network')}</p>
      <Button variant="filled" data-early="again">
        {t('retry')}
      </Button>
    </div>
  )
}
