import type { BoardField } from '@rodada/contract/boards/fields'
import { limits } from '@rodada/contract/core/limits'
import { t } from '../../../i18n/index.ts'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { useBoard } from '../session/use-board.ts'
import own from './Templates.module.css'
import type { TemplateDraft } from './template-draft.ts'

type Props = { draft: TemplateDraft; wrong: readonly string[]; onChange: (part: Partial<TemplateDraft>) => void }

/** What the cards of a template have in the fields of their board. */
export function FieldInputs({ draft, wrong, onChange }: Props) {
  const { fields } = useBoard()
  return fields.map((field) => (
    <FieldInput
      key={field.id}
      field={field}
      value={draft.fields[field.id] ?? ''}
      problem={wrong.includes(`field-${field.id}`) ? t('fields:numberProblem') : undefined}
      onChange={(value) => onChange({ fields: { ...draft.fields, [field.id]: value } })}
    />
  ))
}

type InputProps = {
  field: BoardField
  value: string | boolean
  problem: string | undefined
  onChange: (value: string | boolean) => void
}

function FieldInput({ field: { id, name, type, options }, value, problem, onChange }: InputProps) {
  const { members } = useBoard()
  if (type === 'checkbox')
    return (
      <label className={own.tick}>
        <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
        {name}
      </label>
    )
  const text = typeof value === 'string' ? value : ''
  const choices = type === 'choice' ? options : members.map(({ user }) => user)
  return (
    <Field label={name} problem={problem}>
      {(control) =>
        type === 'date' ? (
          <DateField id={control.id} label={name} value={text || null} onChange={(day) => onChange(day ?? '')} />
        ) : type === 'choice' || type === 'person' ? (
          <select {...control} className={classes.select} value={text} onChange={(event) => onChange(event.currentTarget.value)}>
            <option value="">{t('fields:empty')}</option>
            {choices.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.name}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...control}
            name={`field-${id}`}
            className={classes.input}
            inputMode={type === 'number' ? 'decimal' : undefined}
            value={text}
            maxLength={type === 'number' ? 24 : limits.fieldText}
            autoComplete="off"
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )
      }
    </Field>
  )
}
