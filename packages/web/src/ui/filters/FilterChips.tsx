import type { CSSProperties, ReactNode } from 'react'
import classes from '../fields/fields.module.css'
import own from './FilterPanel.module.css'

/** Filters of one kind; any of them that is on lets a card through. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.field}>
      <legend className={own.legend}>{title}</legend>
      <div className={classes.chips}>{children}</div>
    </fieldset>
  )
}

type ChipProps = { checked: boolean; onToggle: () => void; style?: CSSProperties | undefined; children: ReactNode }

/** One filter, on or off. */
export function Chip({ checked, onToggle, style, children }: ChipProps) {
  return (
    <label className={classes.chip} style={style}>
      <input type="checkbox" checked={checked} onChange={onToggle} />
      {children}
    </label>
  )
}

/** The values with one put in or taken out. */
export const toggled = <Value,>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
