import { type FieldCondition as Condition, conditionSize } from '@rodada/contract/boards/field-conditions'
import type { BoardField } from '@rodada/contract/boards/fields'
import { dayFilters } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import { useId, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { readNumber, writtenNumber } from '../cards/read-number.ts'
import { DateField } from '../fields/DateField.tsx'
import { Chip, toggled } from './FilterChips.tsx'
import own from './FilterPanel.module.css'
import { TypedFilter } from './TypedFilter.tsx'

type Props = { field: BoardField; condition: Condition; onChange: (condition: Condition) => void }

/** What a text, a number or a date must be: days as chips, and what is typed behind a chip that opens it. */
export function FieldCondition({ field, condition, onChange }: Props) {
  const { when = [], ...typed } = condition
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || conditionSize(typed) > 0
  const kind = field.type === 'number' || field.type === 'date' ? field.type : 'text'
  const toggle = () => {
    setOpen(!isShown)
    if (isShown && conditionSize(typed) > 0) onChange({ when })
  }
  const change = (more: Condition) => {
    // What was emptied is still open.
    setOpen(true)
    onChange({ ...condition, ...more })
  }
  return (
    <>
      {kind === 'date' &&
        dayFilters.map((way) => (
          <Chip key={way} checked={when.includes(way)} onToggle={() => onChange({ ...condition, when: toggled(when, way) })}>
            {t(`filters:days.${way}`)}
          </Chip>
        ))}
      <Chip checked={isShown} onToggle={toggle}>
        {t(`filters:range.${kind}`)}
      </Chip>
      {isShown && (
        <div className={own.typed} data-kind={kind}>
          {kind === 'text' && (
            <TypedFilter
              label={t('filters:range.contains')}
              value={condition.has ?? ''}
              read={(text) => text.trim()}
              maxLength={limits.search}
              autoFocus={isOpen}
              onChange={(text) => change({ has: text || undefined })}
            />
          )}
          {kind === 'number' && <NumberRange condition={condition} autoFocus={isOpen} onChange={change} />}
          {kind === 'date' && <DateRange condition={condition} onChange={change} />}
        </div>
      )}
    </>
  )
}

type RangeProps = { condition: Condition; onChange: (more: Condition) => void }

function NumberRange({ condition: { min, max }, autoFocus, onChange }: RangeProps & { autoFocus: boolean }) {
  const id = useId()
  const end = (name: 'min' | 'max', value: number | undefined) => ({
    id: `${id}-${name}`,
    label: t(`filters:range.${name}`),
    value: value === undefined ? '' : writtenNumber(value),
    read: readWritten,
    problem: t('filters:range.numberProblem'),
    maxLength: 24,
    inputMode: 'decimal' as const,
    onChange: (text: string) => onChange({ [name]: readNumber(text) ?? undefined }),
  })
  return (
    <>
      <label htmlFor={`${id}-min`}>{t('filters:range.min')}</label>
      <TypedFilter {...end('min', min)} autoFocus={autoFocus} />
      <label htmlFor={`${id}-max`}>{t('filters:range.max')}</label>
      <TypedFilter {...end('max', max)} />
      {min !== undefined && max !== undefined && min > max && <Reversed />}
    </>
  )
}

function readWritten(text: string): string | undefined {
  const number = readNumber(text)
  return number === undefined ? undefined : number === null ? '' : writtenNumber(number)
}

function DateRange({ condition: { from, to }, onChange }: RangeProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={`${id}-from`}>{t('filters:range.min')}</label>
      <DateField
        id={`${id}-from`}
        label={t('filters:range.min')}
        value={from ?? null}
        onChange={(day) => onChange({ from: day || undefined })}
      />
      <label htmlFor={`${id}-to`}>{t('filters:range.max')}</label>
      <DateField id={`${id}-to`} label={t('filters:range.max')} value={to ?? null} onChange={(day) => onChange({ to: day || undefined })} />
      {from !== undefined && to !== undefined && from > to && <Reversed />}
    </>
  )
}

const Reversed = () => (
  <p className={own.reversed} role="status">
    {t('filters:range.reversed')}
  </p>
)
