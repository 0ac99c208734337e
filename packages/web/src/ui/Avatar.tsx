import { avatars } from '@rodada/contract/avatars'
import type { CSSProperties } from 'react'
import classes from './Avatar.module.css'
import { fallbackTile } from './avatar-tile.ts'

type Size = 'xs' | 'sm' | 'md' | 'lg' | 'xl'
const pixels: Record<Size, number> = { xs: 22, sm: 28, md: 36, lg: 46, xl: 64 }

type Props = {
  /** Whose tile; also decides the generated tile. */
  name: string
  /** One of the eight drawn avatars; anything else shows the tile generated from the name. */
  avatar?: string | null
  size?: Size | number
  /** Away people are greyed. */
  off?: boolean
  /** Set only where no name stands beside it; otherwise the picture is decoration. */
  label?: string
  className?: string
}

/** A person's tile: never fetched from anywhere, never a circle. */
export function Avatar({ name, avatar, size = 'md', off = false, label, className }: Props) {
  const drawn = avatars.find((known) => known === avatar)
  const edge = typeof size === 'number' ? size : pixels[size]
  return (
    <span
      className={[classes.av, off && classes.off, className].filter(Boolean).join(' ')}
      data-avatar={drawn}
      style={{ '--sz': `${edge}px` } as CSSProperties}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {!drawn && <FallbackTile name={name} />}
    </span>
  )
}

function FallbackTile({ name }: { name: string }) {
  const tile = fallbackTile(name)
  return (
    <svg viewBox="0 0 40 40" className={classes.tile} aria-hidden="true" focusable="false">
      <rect width="40" height="40" fill={tile.ground} />
      {tile.quarters.map(({ x, y, turn, fill }) => (
        <path key={`${x}${y}`} fill={fill} transform={`translate(${x} ${y}) rotate(${turn} 10 10)`} d="M0 0h20A20 20 0 0 1 0 20z" />
      ))}
    </svg>
  )
}
