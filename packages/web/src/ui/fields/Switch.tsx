import { useId } from 'react'
import classes from './Switch.module.css'

type Props = { label: string; hint: string; checked: boolean; disabled?: boolean; onChange: (on: boolean) => void }

/** Something that is on or off, with a line that says what follows from it. */
export function Switch({ label, hint, checked, disabled = false, onChange }: Props) {
  const id = useId()
  return (
    <div className={classes.switch}>
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-describedby={`${id}-hint`}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  )
}
