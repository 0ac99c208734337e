import type { CSSProperties } from 'react'
import { format } from '../../lib/dates/format.ts'
import classes from './ProgressBar.module.css'

/** The specification's colours of progress. */
const colorOf = (percent: number): string => {
  if (percent >= 80) return 'var(--p80)'
  if (percent >= 60) return 'var(--p60)'
  return percent >= 40 ? 'var(--p40)' : 'var(--p0)'
}

/** Progress in percent with one decimal, as a bar in one of four colours and as the number beside it. */
export function ProgressBar({ label, percent, quiet = false }: { label: string; percent: number; quiet?: boolean }) {
  const text = format.average(percent)
  return (
    <div className={classes.progress} data-quiet={quiet || undefined}>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${text}%`}
        data-color={colorOf(percent)}
        style={{ '--v': `${Math.min(100, percent)}%`, '--c': colorOf(percent) } as CSSProperties}
      >
        <i />
      </div>
      <b aria-hidden="true">
        {text}
        <small>%</small>
      </b>
    </div>
  )
}
