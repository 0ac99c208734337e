import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { t } from '../../i18n/index.ts'
import classes from './Composer.module.css'

/** More lines than this are hardly meant to be cards. */
const mostLines = 200

/** The lines of a pasted text that may be meant as one card each, or null. */
export function readLines(text: string): string[] | null {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim().slice(0, limits.cardTitle))
    .filter(Boolean)
  return lines.length < 2 || lines.length > mostLines ? null : lines
}

/** Asks whether pasted lines are many cards or one. */
export function ManyLines({ lines, onMany, onSingle }: { lines: string[]; onMany: () => void; onSingle: () => void }) {
  return (
    <div className={classes.many} role="status">
      <p>{t('kanban:composer.manyAsk', { count: lines.length })}</p>
      <Button size="sm" variant="filled" onClick={onMany}>
        {t('kanban:composer.many', { count: lines.length })}
      </Button>
      <Button size="sm" onClick={onSingle}>
        {t('kanban:composer.single')}
      </Button>
    </div>
  )
}
