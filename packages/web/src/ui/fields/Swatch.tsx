import type { CSSProperties } from 'react'
import classes from './Swatch.module.css'

/** The tile of a board: two quarter circles on its colour. Decoration, since its title stands beside it. Sizes in pixels, at the browser's usual text size. */
export function Swatch({ color, size = 26 }: { color: string; size?: number }) {
  return <span className={classes.swatch} style={{ '--c': color, '--sz': `${size / 16}rem` } as CSSProperties} aria-hidden="true" />
}
