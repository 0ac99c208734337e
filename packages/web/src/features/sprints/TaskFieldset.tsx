import { limits } from '@rodada/contract/limits'
import { hoursStep } from '@rodada/contract/sprint-settings'
import type { SprintColumn } from '@rodada/contract/sprint-tasks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { DateField } from '../../ui/DateField.tsx'
import { Field } from '../../ui/Field.tsx'
import classes from '../../ui/fields.module.css'
import { boardFrameQuery } from './api.ts'
import own from './TaskModal.module.css'
import type { TaskFields } from './task-form.ts'

type Props = {
  boardId: number
  fields: TaskFields
  problems: Record<string, string>
  /** What somebody else made of fields that this person changed too. */
  clashes?: Partial<TaskFields>
  priorities: readonly { value: string; label: string }[]
  /** Offered as a choice when given. */
  columns?: readonly SprintColumn[] | undefined
  /** The last day of the task's sprint. */
  sprintEnd?: string | undefined
  disabled?: boolean
  /** What few people fill in stays folded away. */
  folded?: boolean
  onChange: (part: Partial<TaskFields>) => void
}

/** The fields of a task. */
export function TaskFieldset({
  fields,
  problems,
  clashes = {},
  priorities,
  columns,
  sprintEnd,
  disabled = false,
  folded = false,
  boardId,
  onChange,
}: Props) {
  const { data: board } = useQuery(boardFrameQuery(boardId))
  const people = board?.members.map(({ user }) => user) ?? []
  const theirs = (name: 'titulo' | 'descricao' | 'observacoes') => {
    const text = clashes[name]
    return text === undefined ? undefined : { text, onUse: () => onChange({ [name]: text }) }
  }
  const number = (name: 'estimativa_horas' | 'estimativa_pontos', label: string, step: number | 'any') => (
    <Field label={label} problem={problems[name]}>
      {(control) => (
        <input
          {...control}
          type="number"
          name={name}
          className={classes.input}
          min={0}
          max={limits.estimate}
          step={step}
          inputMode="decimal"
          value={fields[name]}
          disabled={disabled}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  )
  const area = (name: 'descricao' | 'observacoes', label: string, max: number) => (
    <Field label={label} problem={problems[name]} theirs={theirs(name)}>
      {(control) => (
        <textarea
          {...control}
          name={name}
          className={classes.area}
          rows={2}
          value={fields[name]}
          maxLength={max}
          disabled={disabled}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  )
  const choice = (name: 'prioridade' | 'assigned_to' | 'column_id', label: string, options: ReactNode) => (
    <Field label={label} problem={problems[name]}>
      {(control) => (
        <select
          {...control}
          name={name}
          className={classes.select}
          value={fields[name]}
          disabled={disabled}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        >
          {options}
        </select>
      )}
    </Field>
  )
  const rest = (
    <div className={classes.form}>
      <div className={classes.pair}>
        <Field label={t('sprints:task.due')} problem={problems.data_limite}>
          {(control) => (
            <DateField
              {...control}
              name="data_limite"
              label={t('sprints:task.due')}
              value={fields.data_limite}
              sprintEnd={sprintEnd}
              disabled={disabled}
              onChange={(day) => onChange({ data_limite: day })}
            />
          )}
        </Field>
        {choice(
          'assigned_to',
          t('sprints:task.assignee'),
          <>
            <option value="">{t('sprints:task.nobody')}</option>
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </>,
        )}
      </div>
      {area('observacoes', t('sprints:task.notes'), limits.cardNotes)}
    </div>
  )
  return (
    <>
      <Field label={t('sprints:task.title')} problem={problems.titulo} theirs={theirs('titulo')}>
        {(control) => (
          <input
            {...control}
            name="titulo"
            className={classes.input}
            placeholder={t('sprints:task.titleExample')}
            value={fields.titulo}
            maxLength={limits.cardTitle}
            autoComplete="off"
            required
            disabled={disabled}
            data-autofocus
            onChange={(event) => onChange({ titulo: event.currentTarget.value })}
          />
        )}
      </Field>
      {area('descricao', t('sprints:task.description'), limits.taskDescription)}
      <div className={own.trio}>
        {choice(
          'prioridade',
          t('sprints:task.priority'),
          priorities.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          )),
        )}
        {number('estimativa_horas', t('sprints:task.hours'), hoursStep)}
        {number('estimativa_pontos', t('sprints:task.points'), 'any')}
      </div>
      {columns &&
        choice(
          'column_id',
          t('sprints:task.column'),
          columns.map(({ id, nome }) => (
            <option key={id} value={id}>
              {nome}
            </option>
          )),
        )}
      {folded ? (
        <details className={own.fold}>
          <summary>{t('sprints:task.more')}</summary>
          <div>{rest}</div>
        </details>
      ) : (
        rest
      )}
    </>
  )
}
