import { avatars } from '@rodada/contract/auth/avatars'
import type { CSSProperties } from 'react'
import { useAppearance } from '../../lib/device/appearance.ts'
import classes from './Avatar.module.css'
import { fallbackTile, initialsOf } from './avatar-tile.ts'

type Size = 'xs' | 'sm' | 'md' | 'lg' | 'xl'
/** At the browser's usual text size; they grow with it. */
const pixels: Record<Size, number> = { xs: 22, sm: 28, md: 36, lg: 46, xl: 64 }

type Props = {
  /** Whose tile; also decides the generated tile. */
  name: string
  /** One of the eight drawn avatars or a picture that the server keeps; anything else shows the tile generated from the name. */
  avatar?: string | null
  size?: Size | number
  /** Away people are greyed. */
  off?: boolean
  /** Set only where no name stands beside it; otherwise the picture is decoration. */
  label?: string
  /** Shown also when pictures are turned off, where people choose their own. */
  always?: boolean
  className?: string
}

/** Pictures come from our own server or not at all. */
const isUploaded = (avatar: string | null | undefined): avatar is string => avatar?.startsWith('/api/avatars/') === true

/** A person's tile: never fetched from elsewhere, never a circle. Their initials when pictures are turned off. */
export function Avatar({ name, avatar, size = 'md', off = false, label, always = false, className }: Props) {
  const isShown = useAppearance().show_avatars || always
  const drawn = isShown ? avatars.find((known) => known === avatar) : undefined
  const edge = typeof size === 'number' ? size : pixels[size]
  return (
    <span
      className={[classes.av, off && classes.off, className].filter(Boolean).join(' ')}
      data-avatar={drawn}
      style={{ '--sz': `${edge / 16}rem` } as CSSProperties}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {!drawn && <Picture name={name} avatar={avatar} isShown={isShown} />}
    </span>
  )
}

function Picture({ name, avatar, isShown }: { name: string; avatar: string | null | undefined; isShown: boolean }) {
  if (!isShown) return <span className={classes.initials}>{initialsOf(name)}</span>
  if (isUploaded(avatar)) return <img src={avatar} alt="" className={classes.tile} loading="lazy" decoding="async" draggable={false} />
  return <FallbackTile name={name} />
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
