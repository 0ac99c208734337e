import type { ReactNode } from 'react'
import { Skeleton, SkeletonGroup } from '../states/Skeleton.tsx'
import classes from './Figures.module.css'

export type Figure = { key: string; label: string; value: ReactNode; unit?: string | undefined; tone?: 'danger' | undefined }

/** Numbers of a page as one strip. Without figures yet, their shape. */
export function Figures({ label, figures }: { label?: string; figures: readonly Figure[] | undefined }) {
  if (!figures)
    return (
      <div className={classes.panel}>
        <SkeletonGroup>
          <Skeleton height="3.75rem" />
        </SkeletonGroup>
      </div>
    )
  return (
    <dl className={classes.figures} aria-label={label} data-many={figures.length > 4 || undefined}>
      {figures.map(({ key, label: name, value, unit, tone }) => (
        <div key={key} data-tone={tone}>
          <dt>{name}</dt>
          <dd>
            {value}
            {unit && <small> {unit}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
