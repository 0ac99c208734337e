import type { BoardMember } from '@rodada/contract/boards/boards'
import type { BoardField } from '@rodada/contract/boards/fields'
import type { FieldValues } from '@rodada/contract/cards/field-values'
import { IconCheck } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { fieldText, valueIn } from '../cards/field-text.ts'
import classes from './FieldMarks.module.css'

type Props = {
  fields: readonly BoardField[]
  values: FieldValues
  members: readonly BoardMember[] /** In the one line of facts: values alone. */
  dense?: boolean
}

/** What a card has in the fields that the board's cards show, in short: what a value is of stands in its title. */
export function FieldMarks({ fields, values, members, dense = false }: Props) {
  const marks = fields.flatMap((field) => {
    if (!field.on_card) return []
    const value = valueIn(values, field)
    const text = fieldText(field, value, members)
    return text === null ? [] : [{ field, value, text }]
  })
  if (marks.length === 0) return null
  return (
    <div className={classes.marks} data-dense={dense || undefined}>
      {marks.map(({ field: { id, name, type, options }, value, text }) => {
        const color = options.find((option) => option.id === value)?.color
        return (
          <span
            key={id}
            className={classes.mark}
            data-type={type}
            title={type === 'checkbox' ? name : `${name}: ${text}`}
            style={color ? ({ '--c': color } as CSSProperties) : undefined}
          >
            {type === 'checkbox' && <IconCheck size={13} stroke={2.25} aria-hidden />}
            {type !== 'checkbox' && (type === 'choice' || dense ? <span className="sr-only">{name}: </span> : <b>{name}</b>)}
            <span>{text}</span>
          </span>
        )
      })}
    </div>
  )
}
