import type { CSSProperties } from 'react'
import { CardFace } from '../marks/PlayingCard.tsx'
import classes from './MiniCard.module.css'

type Props = { face?: string | undefined; tone?: 'plain' | 'accent' }

/** A card as small as a line of text; without a face an empty place. What it says stands in words beside it. */
export function MiniCard({ face, tone = 'plain' }: Props) {
  return (
    <span
      className={classes.mini}
      data-tone={face === undefined ? 'none' : tone}
      style={{ '--characters': [...(face ?? '')].length } as CSSProperties}
      aria-hidden="true"
    >
      {face !== undefined && <CardFace face={face} />}
    </span>
  )
}
