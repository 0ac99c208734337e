import { IconCalendar, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { type Day, today } from '../../lib/dates/days.ts'
import { format } from '../../lib/dates/format.ts'
import { firstDay, lastDay, parseDay } from '../../lib/dates/parse-day.ts'
import { lazyPart } from '../lazy-part.tsx'
import { announce } from '../states/LiveRegion.tsx'
import classes from './DateField.module.css'

const DatePicker = lazyPart(async () => (await import('./DatePicker.tsx')).DatePicker)

type Props = {
  /** Of the field, when it has a visible label of its own. */
  id?: string | undefined
  /** Said of the calendar, and of the field when it has no `id`. */
  label: string
  /** For the form: the problem of that name is this field's. */
  name?: string
  /** 'YYYY-MM-DD'; empty or null for none. */
  value: Day | null
  /** Told when a date is meant: Enter, leaving the field, or a choice in the calendar. '' when it is taken away. */
  onChange: (day: Day | '') => void
  /** What the calendar offers. What is typed is the form's to judge. */
  min?: Day | undefined
  max?: Day | undefined
  /** The last day of the sprint, where one is known. */
  sprintEnd?: Day | null | undefined
  disabled?: boolean
  /** There is always a date: it is changed, and no button takes it away. */
  required?: boolean
  /** A quiet field among facts, without a frame. */
  plain?: boolean
  className?: string | undefined
  ref?: React.Ref<HTMLInputElement>
  'data-shortcut'?: string
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
}

/** The one field for a date: typed as the language writes it, by words such as 'amanhã', or chosen in a calendar. */
export function DateField(props: Props) {
  const {
    id,
    label,
    name,
    value,
    onChange,
    min = firstDay,
    max = lastDay,
    sprintEnd,
    disabled,
    required,
    plain,
    className,
    ref,
    ...rest
  } = props
  const fallback = useId()
  const problemId = `${id ?? fallback}-date`
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  // null: the field shows its value. Otherwise what was typed and is not a date yet, or never will be.
  const [typed, setTyped] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const [open, setOpen] = useState(false)
  const problem = refused ? t('date.notUnderstood', { example: format.numericDay(today()) }) : null
  // A form asks its fields before it sends: this one has a text that is no date.
  useEffect(() => input.current?.setCustomValidity(problem ?? ''), [problem])

  const take = (day: Day | '') => {
    setTyped(null)
    setRefused(false)
    if (day !== (value ?? '')) onChange(day)
  }
  const settle = () => {
    if (typed === null) return
    const day = typed.trim() === '' ? '' : parseDay(typed, today(), sprintEnd)
    if (day === null) return setRefused(true)
    take(day)
    if (day !== '' && day !== value) announce(t('date.picked', { date: format.fullDay(day) }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') settle()
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    settle()
    setOpen(true)
  }
  const shown = typed ?? (value ? format.numericDay(value) : '')
  const described = [problem && problemId, rest['aria-describedby']].filter(Boolean).join(' ')
  return (
    <div className={[classes.field, plain && classes.plain, className].filter(Boolean).join(' ')}>
      <div ref={box} className={classes.box} data-invalid={problem !== null || rest['aria-invalid'] || undefined}>
        <input
          ref={input}
          type="text"
          id={id}
          name={name}
          data-date={value ?? ''}
          data-shortcut={rest['data-shortcut']}
          data-none={shown === '' || undefined}
          aria-label={id ? undefined : label}
          aria-invalid={problem !== null || rest['aria-invalid']}
          aria-describedby={described || undefined}
          autoComplete="off"
          enterKeyHint="done"
          maxLength={40}
          placeholder={t('date.placeholder')}
          disabled={disabled}
          value={shown}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setRefused(false)
          }}
          onBlur={settle}
          onKeyDown={onKeyDown}
        />
        {!disabled && !required && shown !== '' && (
          <button
            type="button"
            aria-label={t('date.clear')}
            title={t('date.clear')}
            onClick={() => {
              take('')
              input.current?.focus()
            }}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </button>
        )}
        {!disabled && (
          <button
            type="button"
            aria-label={value ? t('date.calendarAt', { label, date: format.numericDay(value) }) : t('date.calendar', { label })}
            title={t('date.calendar', { label })}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(true)}
          >
            <IconCalendar size={18} stroke={1.75} aria-hidden />
          </button>
        )}
      </div>
      {problem && (
        <p id={problemId} role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {open && (
        <DatePicker
          label={label}
          anchor={box.current}
          value={value || null}
          min={min}
          max={max}
          sprintEnd={sprintEnd ?? null}
          onPick={(day) => {
            setOpen(false)
            take(day)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
