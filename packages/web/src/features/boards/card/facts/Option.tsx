import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Pop.module.css'

type Props = { chosen?: boolean; onChoose: () => void; danger?: boolean; disabled?: boolean; children: ReactNode }

/** One line of a popover: a choice with a tick, or an action when `chosen` is not given. */
export function Option({ chosen, onChoose, danger = false, disabled, children }: Props) {
  return (
    <button
      type="button"
      data-option
      className={[classes.option, danger && classes.danger].filter(Boolean).join(' ')}
      aria-pressed={chosen}
      disabled={disabled}
      onClick={onChoose}
    >
      {children}
      {chosen && <IconCheck size={18} stroke={2} aria-hidden="true" className={classes.check} />}
    </button>
  )
}
