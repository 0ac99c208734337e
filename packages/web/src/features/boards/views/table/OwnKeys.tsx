import type { ReactNode } from 'react'
import classes from './Table.module.css'

/** Keys that are pressed in what it holds do not reach the grid around it. */
export const OwnKeys = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps keys from going further
  <div className={classes.keys} onKeyDown={(event) => event.stopPropagation()}>
    {children}
  </div>
)
