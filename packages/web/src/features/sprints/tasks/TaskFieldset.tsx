import { limits } from '@rodada/contract/core/limits'
import { hoursStep } from '@rodada/contract/sprints/settings'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../../i18n/index.ts'
import { boardFrameQuery } from '../../../lib/call/board-queries.ts'
import type { SprintColumn } from '../../../lib/call/sprint-words.ts'
import { readUserData } from '../../../lib/device/storage.ts'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { MentionPicker } from '../../../ui/mentions/MentionPicker.tsx'
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
  /** The description is longer than what is known of it here: it is read, and changed on the card. */
  descriptionCut?: boolean
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
  descriptionCut = false,
  folded = false,
  boardId,
  onChange,
}: Props) {
  const { data: board } = useQuery(boardFrameQuery(boardId))
  const people = board?.members.map(({ user }) => user) ?? []
  const viewerId = readUserData()?.id
  const theirs = (name: 'title' | 'description' | 'notes') => {
    const text = clashes[name]
    return text === undefined ? undefined : { text, onUse: () => onChange({ [name]: text }) }
  }
  const number = (name: 'estimated_hours' | 'estimate', label: string, step: number | 'any') => (
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
  const area = (name: 'description' | 'notes', label: string, max: number) => (
    <Field label={label} problem={problems[name]} theirs={theirs(name)}>
      {(control) => (
        <MentionPicker people={people.filter(({ id }) => id !== viewerId)} isTaking={(id) => String(id) === fields.assigned_to}>
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
        </MentionPicker>
      )}
    </Field>
  )
  const choice = (name: 'priority' | 'assigned_to' | 'column_id', label: string, options: ReactNode) => (
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
        <Field label={t('sprints:task.due')} problem={problems.due_date}>
          {(control) => (
            <DateField
              {...control}
              name="due_date"
              label={t('sprints:task.due')}
              value={fields.due_date}
              sprintEnd={sprintEnd}
              disabled={disabled}
              onChange={(day) => onChange({ due_date: day })}
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
      {area('notes', t('sprints:task.notes'), limits.cardNotes)}
    </div>
  )
  return (
    <>
      <Field label={t('sprints:task.title')} problem={problems.title} theirs={theirs('title')}>
        {(control) => (
          <input
            {...control}
            name="title"
            className={classes.input}
            placeholder={t('sprints:task.titleExample')}
            value={fields.title}
            maxLength={limits.cardTitle}
            autoComplete="off"
            required
            disabled={disabled}
            data-autofocus
            onChange={(event) => onChange({ title: event.currentTarget.value })}
          />
        )}
      </Field>
      {descriptionCut ? (
        <Field label={t('sprints:task.description')} hint={t('texts:taskDescriptionLonger')}>
          {(control) => <textarea {...control} className={classes.area} rows={3} value={fields.description} readOnly />}
        </Field>
      ) : (
        area('description', t('sprints:task.description'), limits.taskDescription)
      )}
      <div className={own.trio}>
        {choice(
          'priority',
          t('sprints:task.priority'),
          priorities.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          )),
        )}
        {number('estimated_hours', t('sprints:task.hours'), hoursStep)}
        {number('estimate', t('sprints:task.points'), 'any')}
      </div>
      {columns &&
        choice(
          'column_id',
          t('sprints:task.column'),
          columns.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
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
