import type { CSSProperties } from 'react'
import { t } from '../../i18n/index.ts'
import classes from './Skeleton.module.css'

/** A grey shape in the place of content. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height = '0.875rem', radius }: { width?: string; height?: string; radius?: string }) {
  return <span className={classes.bone} style={{ width, height, borderRadius: radius } as CSSProperties} aria-hidden="true" />
}

/** Wraps the bones of a screen: shown only after 200 ms, and said once to those who listen. */
export function SkeletonGroup({ children }: { children: React.ReactNode }) {
  return (
    <div className={classes.group} role="status">
      <span className="sr-only">{t('loading')}</span>
      {children}
    </div>
  )
}
