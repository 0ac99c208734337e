import { useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/format.ts'
import { VoteButton } from '../../../ui/VoteButton.tsx'
import { useCard } from './card-context.ts'
import { readEstimate } from './estimate.ts'
import { Fact } from './Fact.tsx'
import classes from './facts.module.css'
import { useUpdate } from './use-update.ts'

/** How many points, as a small card of the table. Typed with a comma or a dot. */
export function EstimateFact() {
  const { card, canWrite } = useCard()
  const update = useUpdate()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = card.estimate === null ? '' : format.number(card.estimate).replaceAll('.', '')
  // Nothing and none are spoken of in the plural.
  const unit = t('card:estimate.points', { count: card.estimate || 2 })
  if (!canWrite)
    return (
      <Fact label={t('card:estimate.label')}>
        <p className={classes.fixed}>
          {card.estimate === null ? (
            <span className={classes.none}>{t('card:estimate.none')}</span>
          ) : (
            <>
              <span className={classes.points}>{shown}</span>
              {unit}
            </>
          )}
        </p>
      </Fact>
    )
  const value = typed === null ? card.estimate : readEstimate(typed)
  const save = () => {
    if (typed === null || value === undefined) return
    setTyped(null)
    if (value !== card.estimate) update({ estimate: value })
  }
  return (
    <Fact label={t('card:estimate.label')}>
      <label className={classes.line}>
        <input
          className={classes.pointsField}
          inputMode="decimal"
          autoComplete="off"
          placeholder="–"
          aria-label={t('card:estimate.field')}
          aria-invalid={value === undefined || undefined}
          aria-describedby={value === undefined ? id : undefined}
          value={typed ?? shown}
          maxLength={7}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save()
            if (event.key !== 'Escape' || typed === null) return
            event.stopPropagation()
            setTyped(null)
          }}
        />
        <span className={classes.unit}>{unit}</span>
      </label>
      <VoteButton
        size="compact-sm"
        variant="subtle"
        cardIds={[card.id]}
        roomName={card.title}
        label={t(card.estimate === null ? 'card:estimate.vote' : 'card:estimate.voteAgain')}
      />
      {value === undefined && (
        <p id={id} className={classes.problem}>
          {t('card:estimate.problem')}
        </p>
      )}
    </Fact>
  )
}
