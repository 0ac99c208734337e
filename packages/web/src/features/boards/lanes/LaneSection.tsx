import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type CSSProperties, memo } from 'react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import classes from './LaneBoard.module.css'
import { LaneCell } from './LaneCell.tsx'
import { type Band, rowsInView, type View } from './lane-layout.ts'
import type { FilledLane } from './lanes.ts'

type Props = {
  lane: FilledLane
  band: Band
  /** null: out of view, so that only its room is kept. */
  view: View | null
  rem: number
  /** The card of this lane that has the focus. */
  focused: number | null
  isFolded: boolean
  onFold: () => void
}

/** A lane: its name with what it holds, and a cell for each list. */
export const LaneSection = memo(function LaneSection({ lane, band, view, rem, focused, isFolded, onFold }: Props) {
  const style = { height: `${band.height}px` }
  if (!view) return <div style={style} />
  const [from, to] = rowsInView(band, view, rem)
  const Chevron = isFolded ? IconChevronRight : IconChevronDown
  return (
    <section className={classes.lane} style={style} aria-label={lane.name}>
      <h3 className={classes.name}>
        <button type="button" aria-expanded={!isFolded} onClick={onFold}>
          <Chevron size={16} stroke={1.75} aria-hidden />
          {lane.person && <Avatar name={lane.person.name} avatar={lane.person.avatar_url} size="xs" />}
          {lane.color && <span className={classes.dot} style={{ '--c': lane.color } as CSSProperties} />}
          {lane.name}
          <span className={classes.sum}>
            {t('looks:sum', {
              cards: t('kanban:count', { count: lane.count }),
              points: format.points(lane.points),
            })}
          </span>
        </button>
      </h3>
      {!isFolded && (
        <div className={classes.cells}>
          {lane.cells.map((cell) => (
            <LaneCell key={cell.id} cell={cell} from={from} to={to} rem={rem} focused={focused} />
          ))}
        </div>
      )}
    </section>
  )
})
