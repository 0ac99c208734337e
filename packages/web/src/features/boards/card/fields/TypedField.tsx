import { limits } from '@rodada/contract/core/limits'
import { useId } from 'react'
import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'
import { readNumber, writtenNumber } from '../../../../ui/cards/read-number.ts'
import { useWritten } from '../use-written.ts'
import classes from './CardFields.module.css'
import type { EditorProps } from './editor-props.ts'

/** A text or a number, written where it stands. A number is typed with a comma or a dot. */
export function TypedField({ field, value, onFill }: EditorProps) {
  const isNumber = field.type === 'number'
  const id = useId()
  const read = isNumber ? readNumber : (typed: string) => typed.trim() || null
  const { typed, setTyped, wrong, handlers } = useWritten({ value, read, onSave: onFill })
  const shown = typeof value === 'number' ? format.precise(value) : String(value ?? '')
  return (
    <>
      <input
        className={classes.typed}
        aria-label={field.name}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? id : undefined}
        inputMode={isNumber ? 'decimal' : undefined}
        autoComplete="off"
        placeholder={t('fields:empty')}
        value={typed ?? shown}
        maxLength={isNumber ? 24 : limits.fieldText}
        // What is typed has no dots between thousands.
        onFocus={() => typeof value === 'number' && setTyped(writtenNumber(value))}
        {...handlers}
      />
      {wrong && (
        <p id={id} className={classes.problem} role="alert">
          {t('fields:numberProblem')}
        </p>
      )}
    </>
  )
}
