import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'
import { useCard } from '../card-context.ts'
import { AssigneeFact } from './AssigneeFact.tsx'
import { DueFact } from './DueFact.tsx'
import { EstimateFact } from './EstimateFact.tsx'
import classes from './facts.module.css'
import { HoursFact } from './HoursFact.tsx'
import { LabelsFact } from './LabelsFact.tsx'
import { ParticipantsFact } from './ParticipantsFact.tsx'
import { PlaceFact } from './PlaceFact.tsx'
import { PriorityFact } from './PriorityFact.tsx'
import { RepeatFact } from './RepeatFact.tsx'
import { SprintFact } from './SprintFact.tsx'

/** What is known of a card besides its texts, each fact changed where it stands. */
export function Facts() {
  return (
    <aside className={classes.grid} aria-label={t('card:facts.label')}>
      <AssigneeFact />
      <ParticipantsFact />
      <DueFact />
      <PriorityFact />
      <EstimateFact />
      <HoursFact />
      <PlaceFact />
      <SprintFact />
      <RepeatFact />
      <LabelsFact />
    </aside>
  )
}

/** Since when the card is there, and since when it is done. */
export function FactsEnd() {
  const { card } = useCard()
  return (
    <p className={classes.dates}>
      {t('card:dates.created', { date: format.date(card.created_at) })}
      {card.completed_at && (
        <>
          <br />
          {t('card:dates.completed', { date: format.date(card.completed_at) })}
        </>
      )}
    </p>
  )
}
