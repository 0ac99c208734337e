import { type ReactNode, useId } from 'react'
import classes from './facts.module.css'

type Props = { label: string; wide?: boolean; children: ReactNode }

/** One fact with its name above it. */
export function Fact({ label, wide, children }: Props) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame and a legend that no style sheet can place
    <div role="group" className={classes.fact} aria-labelledby={id} data-wide={wide || undefined}>
      <p id={id} className={classes.label}>
        {label}
      </p>
      {children}
    </div>
  )
}
