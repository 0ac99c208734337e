import { Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { CopyButton } from '../security/CopyButton.tsx'
import classes from './programs.module.css'

/** A token that was just made. `boards` are the titles of those it is confined to; null: all of them. */
export type MadeToken = { token: string; name: string; scope: 'read' | 'write'; boards: readonly string[] | null; expiresAt: string }

/** The one time that a token is shown. */
export function TokenOnce({ made, onKept }: { made: MadeToken; onKept: () => void }) {
  const { token, name, scope, boards, expiresAt } = made
  const id = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    section.current?.focus()
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const where = boards === null ? t('programs:allBoardsWithin') : format.list(boards)
  return (
    <section ref={section} tabIndex={-1} className={classes.once} aria-labelledby={id}>
      <h2 id={id}>{t('programs:once.title')}</h2>
      <p>{t(`programs:once.${scope}`, { name, where, until: format.date(expiresAt) })}</p>
      <div className={classes.secret}>
        <code>{token}</code>
        <CopyButton text={token} label={t('programs:once.copy')} filled />
      </div>
      <Button variant="subtle" size="sm" className={classes.kept} onClick={onKept}>
        {t('programs:once.kept')}
      </Button>
    </section>
  )
}
