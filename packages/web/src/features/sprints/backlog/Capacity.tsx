import { t } from '../../../i18n/index.ts'
import type { Planning } from '../../../lib/call/sprint-words.ts'
import { format } from '../../../lib/dates/format.ts'
import { Bold } from '../../../ui/marks/Bold.tsx'
import classes from './Capacity.module.css'

type Props = {
  velocity: Planning['velocity']
  /** The points that a sprint has, and those of what is chosen, with how many cards that is. */
  held: number
  adding: number
  count: number
}

export const round = (value: number): number => Math.round(value * 100) / 100

/** How much a sprint has of what it can hold, and what it would have with what is chosen. Going over is allowed, and said. */
export function Capacity({ velocity, held, adding, count }: Props) {
  const capacity = Math.round(velocity.average.points)
  const sum = round(held + adding)
  const room = round(capacity - sum)
  const points = format.points(capacity)
  const more = count > 0 && <b className={classes.more}> +{format.number(adding)}</b>
  if (velocity.average_of === 0 || capacity === 0)
    return (
      <>
        <p className={classes.figure}>
          <b>{format.number(held)}</b>
          {more} {t('planning:points', { count: sum })}
        </p>
        {velocity.average_of === 0 && <p className={classes.note}>{t('planning:notKnown')}</p>}
      </>
    )
  // The mark stays inside of the bar, and so does what goes over it.
  const whole = Math.max(capacity * 1.25, sum)
  const share = (value: number) => `${(value / whole) * 100}%`
  const label =
    count > 0
      ? t('planning:barWith', { held: format.number(held), more: format.number(adding), points })
      : t('planning:bar', { held: format.number(held), points })
  const last = velocity.sprints.slice(-velocity.average_of).map(({ completed }) => format.number(completed.points))
  return (
    <>
      <p className={classes.figure}>
        <b>{format.number(held)}</b>
        {more} {t('planning:capacity', { points })}
      </p>
      <div className={classes.bar} role="img" aria-label={label}>
        <span className={classes.held} style={{ width: share(Math.min(held, capacity)) }} />
        {held > capacity && <span className={classes.over} style={{ left: share(capacity), width: share(held - capacity) }} />}
        {adding > 0 && <span className={classes.add} style={{ width: share(adding), marginLeft: share(Math.max(0, held - capacity)) }} />}
        <span className={classes.mark} style={{ left: share(capacity) }} />
      </div>
      <p className={classes.note}>
        {count > 0 && (
          <>
            <Bold text={t('planning:with', { count, points: format.number(sum) })} />
            {'. '}
          </>
        )}
        {sum > capacity ? (
          <Bold text={t('planning:over', { points: format.number(round(sum - capacity)) })} />
        ) : sum === capacity ? (
          t('planning:full')
        ) : (
          t('planning:room', { count: room, points: format.number(room) })
        )}
        , {t('planning:basedOn', { count: velocity.average_of, list: format.list(last) })}
      </p>
    </>
  )
}
