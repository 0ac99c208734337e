import type { FinishedCards } from '@rodada/contract/cards/references'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import { MiniCard } from '../estimate/MiniCard.tsx'
import classes from './References.module.css'

type Props = { estimate: number; card: FinishedCards['cards'][number] }

/** A finished card: what it was estimated at, what it was, and how long it took. */
export function ReferenceRow({ estimate, card }: Props) {
  return (
    <li className={classes.row}>
      <MiniCard face={format.number(estimate)} />
      <span className="sr-only">{format.points(estimate)}: </span>
      <span className={classes.title} title={card.title}>
        {card.title}
      </span>
      <span className={classes.days}>{t('references:days', { count: card.days })}</span>
    </li>
  )
}
