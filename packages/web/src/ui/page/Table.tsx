import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './Table.module.css'
import { layoutTable, type TableShape } from './table-layout.ts'

export type TablePlace = {
  key: string | number
  /** What lies on the table in front of the person. */
  card?: ReactNode
  /** Turns the card to face you instead of its owner. */
  upright?: boolean
  /** The person's tile, or how to draw it with the edge that the layout allows, in pixels. */
  seat?: ReactNode | ((edge: number) => ReactNode)
  /** Shown under or over the tile. */
  name?: ReactNode
  /** For what card and tile inherit: delays of a wave, for instance. */
  style?: CSSProperties
}

type TableProps = {
  shape?: TableShape
  /** Clockwise, the first at the bottom. */
  places: readonly TablePlace[]
  /** How far from the rim the tiles stand, in pixels; 0 puts them on it. */
  seatDistance?: number
  /** The middle of the table. */
  children?: ReactNode
  /** Drawn over the disc, under the cards: a ring, for instance. */
  overlay?: ReactNode
}

/** The petrol surface alone, filling its parent: a circle, or a square with soft corners. */
function TableDisc({ shape = 'round', style }: { shape?: TableShape; style?: CSSProperties }) {
  return <div className={classes.disc} data-shape={shape} style={style} aria-hidden="true" />
}

/**
 * A table with people around it, laid out for the space its parent gives (the parent must have a size of its own).
 * Knows nothing of rooms: what lies on it and who sits there are passed in.
 */
export function Table({ shape = 'round', places, seatDistance, children, overlay }: TableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [space, setSpace] = useState<{ width: number; height: number } | null>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setSpace({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const layout = space && layoutTable({ ...space, shape, seats: places.length, seatDistance })
  return (
    <div ref={frame} className={classes.frame}>
      {layout && (
        <div
          className={classes.table}
          style={
            {
              '--table-width': `${layout.width}px`,
              '--table-height': `${layout.height}px`,
              '--card-width': `${layout.card}px`,
              '--seat': `${layout.avatar}px`,
            } as CSSProperties
          }
        >
          <TableDisc shape={shape} style={{ position: 'absolute', inset: 0 }} />
          {overlay}
          {places.map(({ key, card, upright, seat, name, style }, index) => {
            const place = layout.places[index]
            if (!place) return null
            return (
              <div key={key} className={classes.place} style={style}>
                {card && (
                  <div
                    className={classes.lay}
                    style={
                      { '--x': `${place.card.x}px`, '--y': `${place.card.y}px`, '--turn': `${place.card.rotation}deg` } as CSSProperties
                    }
                  >
                    <div className={classes.turn} data-upright={upright}>
                      {card}
                    </div>
                  </div>
                )}
                {(seat || name) && (
                  <div className={classes.seat} style={{ '--x': `${place.seat.x}px`, '--y': `${place.seat.y}px` } as CSSProperties}>
                    <div className={classes.tile}>{typeof seat === 'function' ? seat(layout.avatar) : seat}</div>
                    <div
                      className={classes.name}
                      data-place={place.name}
                      style={{ '--name-width': `${place.nameWidth}px` } as CSSProperties}
                    >
                      {name}
                    </div>
                  </div>
                )}
              </div>
            )
          })}
          {children && <div className={classes.heart}>{children}</div>}
        </div>
      )}
    </div>
  )
}

/** A table at which nobody sits, as large as `Table` draws a round one. Its style sheet alone lays it out, so that it is there before the program. */
export function EmptyTable({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame} data-empty>
      <div className={classes.table}>
        <TableDisc style={{ position: 'absolute', inset: 0 }} />
        <div className={classes.heart}>{children}</div>
      </div>
    </div>
  )
}
