import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { CallError } from '../../../lib/call/call.ts'
import { callSprints } from '../../../lib/call/sprint-call.ts'
import type { Planning, Sprint } from '../../../lib/call/sprint-words.ts'
import { useForm } from '../../../lib/use-form.ts'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import fieldClasses from '../../../ui/fields/fields.module.css'
import { useFirstField } from '../../../ui/fields/use-first-field.ts'
import { checkSprint } from '../dialogs/sprint-form.ts'
import classes from './SprintTargets.module.css'

type Props = {
  boardId: number
  next: Planning['next']
  /** How many cards are chosen: they go into it. */
  count: number
  onMade: (sprint: Sprint) => Promise<void>
}

/** A new sprint, made where one plans: its name and dates are proposed, and what is chosen stays chosen. */
export function NewSprint({ boardId, next, count, onMade }: Props) {
  const [open, setOpen] = useState(false)
  if (open) return <Form {...{ boardId, next, count, onMade }} onClose={() => setOpen(false)} />
  return (
    <Button
      variant="subtle"
      className={classes.new}
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      onClick={() => setOpen(true)}
    >
      {t('planning:new')}
    </Button>
  )
}

function Form({ boardId, next, count, onMade, onClose }: Props & { onClose: () => void }) {
  const [fields, setFields] = useState({ ...next, description: '' })
  const send = async () => {
    try {
      const { data } = await callSprints(sprintsApi.create, { body: { ...fields, board_id: boardId } })
      await onMade(data)
      onClose()
    } catch (reason) {
      if (reason instanceof CallError && Object.keys(reason.fields).length > 0) throw reason
      throw new Error(t('planning:createProblem'))
    }
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(() => checkSprint(fields), send)
  useFirstField(form)
  const change = (name: 'name' | 'starts_on' | 'ends_on', value: string) => {
    setFields((before) => ({ ...before, [name]: value }))
    mend(name)
  }
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={classes.form} aria-label={t('planning:new')}>
      <FormProblem text={problem} />
      <Field label={t('planning:name')} problem={problems.name}>
        {(control) => (
          <input
            {...control}
            name="name"
            className={fieldClasses.input}
            value={fields.name}
            maxLength={limits.sprintName}
            autoComplete="off"
            data-autofocus
            onChange={(event) => change('name', event.currentTarget.value)}
          />
        )}
      </Field>
      <div className={fieldClasses.pair}>
        {(['starts_on', 'ends_on'] as const).map((name) => {
          const label = t(name === 'starts_on' ? 'planning:starts' : 'planning:ends')
          return (
            <Field key={name} label={label} problem={problems[name]}>
              {(control) => (
                <DateField {...control} required name={name} label={label} value={fields[name]} onChange={(day) => change(name, day)} />
              )}
            </Field>
          )
        })}
      </div>
      <div className={classes.go}>
        <Button type="submit" loading={sending}>
          {count > 0 ? t('planning:createAndPut', { count }) : t('planning:create')}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
