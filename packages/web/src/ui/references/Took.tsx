import type { FinishedCards } from '@rodada/contract/cards/references'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import { Bold } from '../marks/Bold.tsx'
import { DaysDots } from './DaysDots.tsx'
import classes from './References.module.css'

/** How long the last cards of an estimate took: one sentence above its dots. Nothing while there are too few to say. */
export function Took({ finished: { estimate, days, interval } }: { finished: FinishedCards }) {
  if (!interval) return null
  const points = format.points(estimate)
  const { from, to } = interval
  const span = from === to ? t('references:spanOne', { count: to }) : t('references:span', { from, to })
  return (
    <div className={classes.took}>
      <p>
        <Bold text={t('references:took', { cards: days.length, points, span })} />
      </p>
      <DaysDots days={days} interval={interval} />
    </div>
  )
}
