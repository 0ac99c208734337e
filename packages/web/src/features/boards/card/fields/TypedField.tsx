import { limits } from '@rodada/contract/core/limits'
import { useId, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'
import classes from './CardFields.module.css'
import type { EditorProps } from './editor-props.ts'
import { readNumber, writtenNumber } from './read-number.ts'

/** A text or a number, written where it stands. A number is typed with a comma or a dot. */
export function TypedField({ field, value, onFill }: EditorProps) {
  const isNumber = field.type === 'number'
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typeof value === 'number' ? format.precise(value) : String(value ?? '')
  const read = typed === null ? value : isNumber ? readNumber(typed) : typed.trim() || null
  const wrong = read === undefined
  const save = () => {
    if (typed === null || read === undefined) return
    setTyped(null)
    onFill(read)
  }
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
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save()
          if (event.key !== 'Escape' || typed === null) return
          event.stopPropagation()
          setTyped(null)
        }}
      />
      {wrong && (
        <p id={id} className={classes.problem} role="alert">
          {t('fields:numberProblem')}
        </p>
      )}
    </>
  )
}
