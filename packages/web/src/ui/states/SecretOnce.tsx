import { Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { CopyButton } from '../page/CopyButton.tsx'
import classes from './SecretOnce.module.css'

type Props = {
  /** That it is not shown again. */
  title: string
  /** What it opens, and for how long. */
  text: string
  secret: string
  copy: string
  kept: string
  onKept: () => void
}

/** The one time that a secret is shown. It takes the focus, so that nobody misses it. */
export function SecretOnce({ title, text, secret, copy, kept, onKept }: Props) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    section.current?.focus()
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={section} tabIndex={-1} className={classes.once} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      <div className={classes.secret}>
        <code>{secret}</code>
        <CopyButton text={secret} label={copy} filled />
      </div>
      <Button variant="subtle" size="sm" className={classes.kept} onClick={onKept}>
        {kept}
      </Button>
    </section>
  )
}
