import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { writableBoardsQuery } from '../../../lib/call/board-queries.ts'
import { CallError } from '../../../lib/call/call.ts'
import { callSprints } from '../../../lib/call/sprint-call.ts'
import type { Sprint } from '../../../lib/call/sprint-words.ts'
import { addDays } from '../../../lib/dates/days.ts'
import { format } from '../../../lib/dates/format.ts'
import { useDraft } from '../../../lib/device/use-draft.ts'
import { changedFields, mergeFields } from '../../../lib/text/merge-fields.ts'
import { isStale } from '../../../lib/text/stale-text.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { BoardField } from '../../../ui/fields/BoardField.tsx'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { useFirstField } from '../../../ui/fields/use-first-field.ts'
import { LinkButton } from '../../../ui/page/LinkButton.tsx'
import { refreshSprints } from '../api.ts'
import { dataOf, detailOf } from '../problems.ts'
import { checkSprint, fieldsOf, newSprint, type SprintFields } from './sprint-form.ts'

type Props = {
  /** The one to edit; a new one when absent. */
  sprint?: Sprint
  /** The board a new one is for, when that is known already. */
  boardId?: number | undefined
  onDone: (text: string) => void
  onClose: () => void
}

/** Creates or edits a sprint. */
export function SprintModal({ sprint, boardId, onDone, onClose }: Props) {
  return (
    <Dialog title={t(sprint ? 'sprints:form.edit' : 'sprints:form.create')} onClose={onClose}>
      {sprint ? (
        <Form sprint={sprint} onDone={onDone} onClose={onClose} />
      ) : (
        <NewSprint boardId={boardId} onDone={onDone} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** A sprint belongs to a board: without one, the first step is to make it. */
function NewSprint({ boardId, onDone, onClose }: Omit<Props, 'sprint'>) {
  const { data: boards, error } = useQuery(writableBoardsQuery)
  if (error && !boards) return <FormProblem text={t('sprints:problems.boards', { detail: detailOf(error) })} />
  if (!boards) return <p role="status">{t('sprints:form.loadingBoards')}</p>
  if (boards.length === 0)
    return (
      <>
        <p className={classes.lead}>{t('sprints:form.noBoard')}</p>
        <DialogActions onCancel={onClose}>
          <LinkButton to="/dashboard" search={{ ver: 'quadros', criar: 'sim' }} variant="filled">
            {t('sprints:form.createBoard')}
          </LinkButton>
        </DialogActions>
      </>
    )
  const first = boards.find(({ id }) => id === boardId) ?? boards[0]
  return <Form boards={boards} firstBoard={first?.id} onDone={onDone} onClose={onClose} />
}

type FormProps = Omit<Props, 'boardId'> & { boards?: { id: number; title: string }[]; firstBoard?: number | undefined }

function Form({ sprint, boards, firstBoard, onDone, onClose }: FormProps) {
  const client = useQueryClient()
  const [opened] = useState(sprint)
  const [initial] = useState(() => (opened ? fieldsOf(opened) : newSprint()))
  const [fields, change, forget] = useDraft(opened ? `sprint.${opened.id}.${opened.version}` : 'sprint.new', initial)
  const [board, setBoard] = useState(firstBoard)
  // The sprint that this person's changes are compared with: a later one when somebody else changed it meanwhile.
  const [base, setBase] = useState(opened)
  const [clashes, setClashes] = useState<Partial<SprintFields>>({})

  const send = async () => {
    try {
      const reply = base
        ? await callSprints(sprintsApi.update, {
            params: { sprintId: base.id },
            body: { ...changedFields(fields, fieldsOf(base)), version: base.version },
          })
        : await callSprints(sprintsApi.create, { body: { ...fields, board_id: board ?? 0 } })
      const data = dataOf(reply, t(base ? 'sprints:dataMissing.updated' : 'sprints:dataMissing.created'))
      forget()
      void refreshSprints(client)
      onDone(base ? t('sprints:done.updated', { sprint: data.name }) : created(data))
      onClose()
    } catch (reason) {
      if (reason instanceof CallError && Object.keys(reason.fields).length > 0) throw reason
      if (base && isStale(reason)) {
        const current = reason.current as Sprint
        const { met, clashes: both } = mergeFields(fields, fieldsOf(base), fieldsOf(current))
        change(met)
        setBase(current)
        setClashes(both)
        throw new Error(t('sprints:form.conflict'))
      }
      throw new Error(t(sprint ? 'sprints:problems.update' : 'sprints:problems.create', { detail: detailOf(reason) }))
    }
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(() => checkSprint(fields), send)
  useFirstField(form)
  const input = (name: keyof typeof fields, value: string) => {
    change({ [name]: value })
    mend(name)
    setClashes(({ [name]: _, ...rest }) => rest)
    if (name === 'starts_on') mend('ends_on')
  }
  /** What somebody else made of a field that this person changed too. */
  const theirs = (name: keyof SprintFields, shown: (value: string) => string = (value) => value) => {
    const value = clashes[name]
    return value === undefined ? undefined : { text: shown(value), onUse: () => input(name, value) }
  }
  const date = (name: 'starts_on' | 'ends_on', label: string) => (
    <Field label={label} problem={problems[name]} theirs={theirs(name, (day) => format.numericDay(day))}>
      {(control) => (
        <DateField
          {...control}
          key={`${base?.version} ${clashes[name] ?? ''}`}
          name={name}
          label={label}
          value={fields[name]}
          min={name === 'ends_on' && fields.starts_on !== '' ? addDays(fields.starts_on, 1) : undefined}
          onChange={(day) => input(name, day)}
        />
      )}
    </Field>
  )
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
      <FormProblem text={problem} />
      <Field label={t('sprints:form.name')} problem={problems.name} theirs={theirs('name')}>
        {(control) => (
          <input
            {...control}
            name="name"
            className={classes.input}
            placeholder={t('sprints:form.nameExample')}
            value={fields.name}
            maxLength={limits.sprintName}
            autoComplete="off"
            required
            data-autofocus
            onChange={(event) => input('name', event.currentTarget.value)}
          />
        )}
      </Field>
      <Field
        label={t('sprints:form.description')}
        note={t('sprints:form.optional')}
        problem={problems.description}
        theirs={theirs('description')}
      >
        {(control) => (
          <textarea
            {...control}
            name="description"
            className={classes.area}
            placeholder={t('sprints:form.descriptionExample')}
            value={fields.description}
            maxLength={limits.sprintDescription}
            onChange={(event) => input('description', event.currentTarget.value)}
          />
        )}
      </Field>
      {boards && (
        <BoardField label={t('sprints:form.board')} boards={boards} chosen={board} problem={problems.board_id} onChoose={setBoard} />
      )}
      <div className={classes.pair}>
        {date('starts_on', t('sprints:form.starts'))}
        {date('ends_on', t('sprints:form.ends'))}
      </div>
      <DialogActions onCancel={onClose}>
        <Button type="submit" variant="filled" loading={sending}>
          {t(sprint ? 'sprints:form.save' : 'sprints:form.submit')}
        </Button>
      </DialogActions>
    </form>
  )
}

const created = ({ name, starts_on, status }: Sprint): string =>
  status === 'planned'
    ? t('sprints:done.created', { sprint: name, day: format.longDay(starts_on) })
    : t('sprints:done.createdNow', { sprint: name })
