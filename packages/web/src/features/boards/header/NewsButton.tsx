import { use, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { NewsContext } from '../session/news-context.ts'
import classes from './NewsButton.module.css'

const NewsDialog = lazyPart(async () => (await import('./NewsDialog.tsx')).NewsDialog, { texts: ['news'] })

/** How many cards others changed since the last visit, and the way to what they changed. */
export function NewsButton() {
  const { size } = use(NewsContext)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const label = t('boards:news', { count: size })
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.news}
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <i aria-hidden="true" />
        <span className={classes.words}>{label}</span>
        <span className={classes.number}>{size}</span>
      </button>
      {open && <NewsDialog anchor={button.current} onClose={() => setOpen(false)} />}
    </>
  )
}
