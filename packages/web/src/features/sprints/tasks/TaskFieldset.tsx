import { limits } from '@rodada/contract/core/limits'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { boardFrameQuery } from '../../../lib/call/board-queries.ts'
import type { SprintColumn } from '../../../lib/call/sprint-words.ts'
import { format } from '../../../lib/dates/format.ts'
import { readUserData } from '../../../lib/device/storage.ts'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { MentionPicker } from '../../../ui/mentions/MentionPicker.tsx'
import own from './TaskModal.module.css'
import type { TaskFields } from './task-form.ts'

type Choice = { value: string; label: string }

const labelOf = (options: readonly Choice[], chosen: string): string => options.find(({ value }) => value === chosen)?.label ?? ''

type Props = {
  boardId: number
  fields: TaskFields
  problems: Record<string, string>
  /** What somebody else made of fields that this person changed too. */
  clashes?: Partial<TaskFields>
  priorities: readonly Choice[]
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
  const theirs = (name: keyof TaskFields, shown: (value: string) => string = (value) => value) => {
    const value = clashes[name]
    return value === undefined ? undefined : { text: shown(value), onUse: () => onChange({ [name]: value }) }
  }
  const number = (name: 'estimated_hours' | 'estimate', label: string) => (
    <Field label={label} problem={problems[name]} theirs={theirs(name)}>
      {(control) => (
        <input
          {...control}
          name={name}
          className={classes.input}
          inputMode="decimal"
          autoComplete="off"
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
  const choice = (name: 'priority' | 'assigned_to' | 'column_id', label: string, options: readonly Choice[]) => (
    <Field label={label} problem={problems[name]} theirs={theirs(name, (chosen) => labelOf(options, chosen))}>
      {(control) => (
        <select
          {...control}
          name={name}
          className={classes.select}
          value={fields[name]}
          disabled={disabled}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        >
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
  const rest = (
    <div className={classes.form}>
      <div className={classes.pair}>
        <Field
          label={t('sprints:task.due')}
          problem={problems.due_date}
          theirs={theirs('due_date', (day) => (day === '' ? '' : format.numericDay(day)))}
        >
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
        {choice('assigned_to', t('sprints:task.assignee'), [
          { value: '', label: t('sprints:task.nobody') },
          ...people.map(({ id, name }) => ({ value: String(id), label: name })),
        ])}
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
        {choice('priority', t('sprints:task.priority'), priorities)}
        {number('estimated_hours', t('sprints:task.hours'))}
        {number('estimate', t('sprints:task.points'))}
      </div>
      {columns &&
        choice(
          'column_id',
          t('sprints:task.column'),
          columns.map(({ id, name }) => ({ value: String(id), label: name })),
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
