import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { dueState } from '../../../../lib/dates/due.ts'
import { format } from '../../../../lib/dates/format.ts'
import { DateField } from '../../../../ui/fields/DateField.tsx'
import { useCardFacts } from '../../session/use-card-facts.ts'
import { useCard } from '../card-context.ts'
import { runningEnd } from '../card-query.ts'
import { Fact } from './Fact.tsx'
import classes from './facts.module.css'

/** Until when: a date, and how it stands to today; from when, where somebody planned that. */
export function DueFact() {
  const { card, canWrite } = useCard()
  const [starting, setStarting] = useState(false)
  const due = card.due_date
  return (
    <>
      {(starting || card.start_date !== null) && <StartFact isNew={starting} />}
      <Fact label={t('card:due.label')} wide>
        <div className={classes.due}>
          {canWrite ? (
            <DueField />
          ) : (
            <p className={classes.fixed}>{due ? format.numericDay(due) : <span className={classes.none}>{t('card:due.none')}</span>}</p>
          )}
          {due && <DueChip due={due} />}
          {canWrite && card.start_date === null && !starting && (
            <button type="button" className={`${classes.value} ${classes.minor}`} onClick={() => setStarting(true)}>
              {t('card:start.add')}
            </button>
          )}
        </div>
      </Fact>
    </>
  )
}

/** From when: a day, for work that is planned ahead. */
function StartFact({ isNew }: { isNew: boolean }) {
  const { card, canWrite } = useCard()
  const { update } = useCardFacts()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) field.current?.focus()
  }, [isNew])
  return (
    <Fact label={t('card:start.label')} wide>
      {canWrite ? (
        <DateField
          plain
          label={t('card:start.label')}
          value={card.start_date}
          max={card.due_date ?? undefined}
          ref={field}
          onChange={(day) => void update(card.id, { start_date: day || null })}
        />
      ) : (
        <p className={classes.fixed}>{format.numericDay(card.start_date ?? '')}</p>
      )}
    </Fact>
  )
}

function DueField() {
  const { card } = useCard()
  const { update } = useCardFacts()
  return (
    <DateField
      plain
      label={t('card:due.label')}
      data-shortcut="d"
      value={card.due_date}
      min={card.start_date ?? undefined}
      sprintEnd={runningEnd(card.sprint)}
      onChange={(day) => void update(card.id, { due_date: day || null })}
    />
  )
}

function DueChip({ due }: { due: string }) {
  const { card } = useCard()
  const { state, days } = dueState(due, card.status)
  if (state === 'later') return null
  const text = {
    done: t(card.status === 'cancelada' ? 'card:due.cancelled' : 'card:due.done'),
    late: t('card:due.late', { count: -days }),
    today: t('card:due.today'),
    soon: days === 1 ? t('card:due.tomorrow') : t('card:due.soon', { count: days }),
  }[state]
  const Sign = state === 'done' ? IconCircleCheck : IconClock
  return (
    <span className={classes.chip} data-state={state}>
      <Sign size={14} stroke={1.75} aria-hidden="true" />
      {text}
    </span>
  )
}
