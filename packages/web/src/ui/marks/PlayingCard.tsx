import type { Confidence } from '@rodada/contract/rooms/tasks'
import { IconCoffee } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { ConfidenceMark } from './ConfidenceMark.tsx'
import classes from './PlayingCard.module.css'

type PlayingCardProps = {
  /** What is printed on the front. Without it the card has a back only. */
  face?: string | null
  /** Whether the card has a tile-patterned back. With a face too, it is two-sided and shows its back until `turned`. */
  back?: boolean
  /** Shows the front of a two-sided card. */
  turned?: boolean
  /** 'accent' is the card that matters now: yours, or a vote worth hearing. 'spent' is your card after the round closed. */
  tone?: 'plain' | 'accent' | 'spent'
  /** What is typed to pick it, printed small on the front where there is a keyboard. */
  keys?: string
  /** How sure its owner is of it, drawn in the front's corner. */
  confidence?: Confidence | undefined
  /** Any CSS length; the height follows at 5:7. Inherits `--card-width` when absent. */
  width?: string
  className?: string
  style?: CSSProperties
}

/** Share of the card's width that one character may take, so that 'GG' and '21' are big and a word still fits. */
const fontShare = (face: string): number => Math.min(0.56, 1.2 / Math.max(1, [...face].length))

/** Three keys and more that are the whole face are not printed a second time: they would be wider than the card. */
const isAsPrinted = (keys: string, face: string): boolean => keys.length > 2 && keys === face.toLowerCase()

/** The front's print: the coffee card is drawn, everything else is text. */
export function CardFace({ face }: { face: string }) {
  return face === '☕' ? <IconCoffee className={classes.icon} stroke={1.75} aria-hidden="true" /> : face
}

/** A playing card, 5:7. Decorative by itself: what holds it (a button, a seat) says in words what it is. */
export function PlayingCard({
  face,
  back = false,
  turned = false,
  tone = 'plain',
  keys,
  confidence,
  width,
  className,
  style,
}: PlayingCardProps) {
  const printed = face !== undefined && face !== null
  const twoSided = printed && back
  const names = [classes.card, twoSided && classes.twoSided, twoSided && turned && classes.turned, className].filter(Boolean).join(' ')
  return (
    <span className={names} style={{ ...(width ? { '--card-width': width } : {}), ...style } as CSSProperties} aria-hidden="true">
      {back && <span className={classes.back} />}
      {printed && (
        <span className={classes.face} data-tone={tone} style={{ '--share': fontShare(face) } as CSSProperties}>
          <CardFace face={face} />
          {confidence && <ConfidenceMark confidence={confidence} className={classes.confidence} />}
          {/* Printed by the style sheet: as text it would be a part of the button's label that its name does not say. */}
          {keys !== undefined && !isAsPrinted(keys, face) && <span className={classes.keys} data-keys={[...keys].join('\u2009')} />}
        </span>
      )}
    </span>
  )
}
