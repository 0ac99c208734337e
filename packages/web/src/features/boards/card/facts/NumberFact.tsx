import { type ReactNode, useId } from 'react'
import { writtenNumber } from '../../../../ui/cards/read-number.ts'
import { useCard } from '../card-context.ts'
import { useWritten } from '../use-written.ts'
import { readEstimate } from './estimate.ts'
import { Fact } from './Fact.tsx'
import classes from './facts.module.css'

type Props = {
  label: string
  /** What stands for no number at all. */
  none: string
  /** What the field is called. */
  field: string
  unit: string
  problem: string
  value: number | null
  /** Of what numbers it must be a multiple. */
  step?: number
  onSave: (value: number | null) => void
  children?: ReactNode
}

/** A number of the card, as a small card of the table. Typed with a comma or a dot. */
export function NumberFact({ label, none, field, unit, problem, value, step, onSave, children }: Props) {
  const { canWrite } = useCard()
  const id = useId()
  const read = (text: string) => {
    const number = readEstimate(text)
    return typeof number === 'number' && step !== undefined && !Number.isInteger(number / step) ? undefined : number
  }
  const { typed, wrong, handlers } = useWritten({ value, read, onSave })
  const shown = value === null ? '' : writtenNumber(value)
  if (!canWrite)
    return (
      <Fact label={label}>
        <p className={classes.fixed}>
          {value === null ? (
            <span className={classes.none}>{none}</span>
          ) : (
            <>
              <span className={classes.points}>{shown}</span>
              {unit}
            </>
          )}
        </p>
      </Fact>
    )
  return (
    <Fact label={label}>
      <label className={classes.line}>
        <input
          className={classes.pointsField}
          inputMode="decimal"
          autoComplete="off"
          placeholder="–"
          aria-label={field}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? id : undefined}
          value={typed ?? shown}
          maxLength={7}
          onFocus={(event) => event.currentTarget.select()}
          {...handlers}
        />
        <span className={classes.unit}>{unit}</span>
      </label>
      {children}
      {wrong && (
        <p id={id} className={classes.problem}>
          {problem}
        </p>
      )}
    </Fact>
  )
}
