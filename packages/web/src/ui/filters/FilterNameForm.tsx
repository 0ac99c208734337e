import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { useForm } from '../../lib/use-form.ts'
import { Field } from '../fields/Field.tsx'
import { FormProblem } from '../fields/FormProblem.tsx'
import fields from '../fields/fields.module.css'
import { Switch } from '../fields/Switch.tsx'
import classes from './SavedFilters.module.css'

type Given = { name: string; shared: boolean }
type Props = {
  name: string
  /** Whether the filter may be for the whole board. */
  sharing?: boolean
  onSend: (given: Given) => Promise<unknown>
  onDone: () => unknown
  onCancel: () => void
}

/** What a filter is called, and of a new one whether it is for the board. */
export function FilterNameForm({ name: before, sharing = false, onSend, onDone, onCancel }: Props) {
  const [name, setName] = useState(before)
  const [shared, setShared] = useState(false)
  const check = (): Record<string, string> => (name.trim() === '' ? { name: t('texts:filterNameRequired') } : {})
  const send = async () => {
    await onSend({ name: name.trim(), shared })
    await onDone()
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, send)
  return (
    <form ref={form} className={`${fields.form} ${classes.form}`} onSubmit={onSubmit} noValidate>
      <FormProblem text={problem} />
      <Field label={t('filters:saved.name')} problem={problems.name}>
        {(control) => (
          <input
            {...control}
            // biome-ignore lint/a11y/noAutofocus: it was opened to be written in
            autoFocus
            name="name"
            className={fields.input}
            value={name}
            maxLength={limits.filterName}
            autoComplete="off"
            onChange={(event) => {
              setName(event.currentTarget.value)
              mend('name')
            }}
          />
        )}
      </Field>
      {sharing && (
        <Switch label={t('filters:saved.forBoard')} hint={t('filters:saved.forBoardHint')} checked={shared} onChange={setShared} />
      )}
      <div className={classes.actions}>
        <Button variant="subtle" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button variant="filled" type="submit" loading={sending}>
          {t('filters:saved.submit')}
        </Button>
      </div>
    </form>
  )
}
