import { IconCircleCheck, IconClock, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { dayOf, dueState, isPlausible } from '../../../lib/due.ts'
import { format } from '../../../lib/format.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useCard } from './card-context.ts'
import { Fact } from './Fact.tsx'
import classes from './facts.module.css'
import { useUpdate } from './use-update.ts'

/** Whoever types a date changes it part by part; this long after the last change it is meant. */
const settleMs = 900

/** Until when: a date, and how it stands to today. */
export function DueFact() {
  const { card, canWrite } = useCard()
  const due = card.due_date
  return (
    <Fact label={t('card:due.label')} wide>
      <div className={classes.due}>
        {canWrite ? (
          <DueField />
        ) : (
          <p className={classes.fixed}>{due ? format.date(dayOf(due)) : <span className={classes.none}>{t('card:due.none')}</span>}</p>
        )}
        {due && <DueChip due={due} />}
      </div>
    </Fact>
  )
}

function DueField() {
  const { card } = useCard()
  const update = useUpdate()
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const save = (value: string) => {
    clearTimeout(timer.current)
    if (!isPlausible(value)) return
    setTyped(null)
    if (value !== (card.due_date ?? '')) update({ due_date: value || null })
  }
  const value = typed ?? card.due_date ?? ''
  return (
    <div className={classes.line}>
      <input
        type="date"
        className={classes.date}
        data-none={value === '' || undefined}
        aria-label={t('card:due.label')}
        data-shortcut="d"
        value={value}
        min="1900-01-01"
        max="9999-12-31"
        onChange={({ currentTarget }) => {
          const next = currentTarget.value
          // An incomplete date reads as empty; only the button takes a date away.
          if (next === '' && currentTarget.validity.badInput) return
          setTyped(next)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => save(next), settleMs)
        }}
        onBlur={() => (typed === null || isPlausible(typed) ? typed !== null && save(typed) : setTyped(null))}
        onKeyDown={(event) => event.key === 'Enter' && typed !== null && save(typed)}
      />
      {card.due_date && (
        <IconButton label={t('card:due.clear')} onClick={() => save('')}>
          <IconX size={16} stroke={1.75} />
        </IconButton>
      )}
    </div>
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
