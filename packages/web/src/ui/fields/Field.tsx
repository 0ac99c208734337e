import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { t } from '../../i18n/index.ts'
import classes from './fields.module.css'

type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
type Props = {
  label: string
  /** A quiet word behind the label, such as 'se quiser'. */
  note?: string | undefined
  hint?: string | undefined
  /** What is wrong with it; said when it appears. */
  problem?: string | undefined
  /** What somebody else wrote into it meanwhile, and how to take that over. */
  theirs?: { text: string; onUse: () => void } | undefined
  children: (control: Control) => ReactNode
}

/** A labelled field; the control gets what ties it to its label, hint and problem. */
export function Field({ label, note, hint, problem, theirs, children }: Props) {
  const id = useId()
  const said = [problem && `${id}-problem`, theirs && `${id}-theirs`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={classes.field}>
      <label htmlFor={id}>
        {label}
        {note && <span className={classes.note}> ({note})</span>}
      </label>
      {children({ id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': said || undefined })}
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      {theirs && (
        <div id={`${id}-theirs`} role="alert" className={classes.theirs}>
          <p>
            {t('fieldClash.theirs')} <q>{theirs.text || t('fieldClash.empty')}</q>
          </p>
          <Button size="compact-sm" variant="subtle" onClick={theirs.onUse}>
            {t('fieldClash.use')}
          </Button>
        </div>
      )}
      {problem && (
        <p id={`${id}-problem`} role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
