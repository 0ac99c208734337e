import { Button } from '@mantine/core'
import { priorities } from '@rodada/contract/boards/settings'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { CallError } from '../../../lib/call/call.ts'
import { callSprints } from '../../../lib/call/sprint-call.ts'
import type { Sprint, SprintColumn, SprintTask } from '../../../lib/call/sprint-words.ts'
import { useDraft } from '../../../lib/device/use-draft.ts'
import { mergeFields } from '../../../lib/text/merge-fields.ts'
import { isStale } from '../../../lib/text/stale-text.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { refreshSprints } from '../api.ts'
import { dataOf, detailOf } from '../problems.ts'
import { TaskFieldset } from './TaskFieldset.tsx'
import own from './TaskModal.module.css'
import { bodyOf, changesOf, checkTask, emptyTask, fieldsOf } from './task-form.ts'

type NewProps = { sprint: Sprint; columnId?: number | null; onDone: (text: string) => void; onClose: () => void }

/** The four of the specification; that a task has none is chosen on its card, and shown here. */
const offered = (now: string) => priorities.filter((value) => value !== 'none' || now === 'none')

/** A new task in a sprint: a card of its board, in the first list. */
export function NewTaskModal({ sprint, columnId = null, onDone, onClose }: NewProps) {
  const client = useQueryClient()
  const [fields, change, forget] = useDraft(`sprint.${sprint.id}.task`, emptyTask(columnId))
  const send = async () => {
    try {
      const reply = await callSprints(sprintTasksApi.create, { body: { ...bodyOf(fields), sprint_id: sprint.id } })
      const data = dataOf(reply, t('sprints:dataMissing.task'))
      forget()
      void refreshSprints(client)
      onDone(t('sprints:done.task', { title: data.title }))
      onClose()
    } catch (reason) {
      throw worded(reason, t('sprints:problems.createCard'))
    }
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(() => checkTask(fields), send)
  return (
    <Dialog title={t('sprints:task.new')} size={520} onClose={onClose}>
      <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
        <FormProblem text={problem} />
        <TaskFieldset
          boardId={sprint.board_id}
          sprintEnd={sprint.ends_on}
          fields={fields}
          problems={problems}
          priorities={offered(fields.priority).map((value) => ({ value, label: t(`sprints:task.priorities.${value}`) }))}
          folded
          onChange={(part) => {
            change(part)
            for (const name of Object.keys(part)) mend(name)
          }}
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="filled" loading={sending}>
            {t('sprints:task.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type EditProps = {
  sprint: Sprint
  task: SprintTask
  /** Those of its sprint. */
  columns: readonly SprintColumn[]
  canWrite: boolean
  onDelete: (task: SprintTask) => void
  onDone: (text: string) => void
  onClose: () => void
}

/** Everything that the sprint knows of a task; the rest of the card is one link away, on its board. */
export function EditTaskModal({ sprint, task, columns, canWrite, onDelete, onDone, onClose }: EditProps) {
  const client = useQueryClient()
  const [opened] = useState(() => fieldsOf(task))
  // What this person's changes are compared with: a later task when somebody else changed it meanwhile.
  const [before, setBefore] = useState(opened)
  const [written, change, forget, found] = useDraft(`task.${task.id}`, opened)
  const [clashes, setClashes] = useState(found)
  const version = useRef(task.version)
  const [cut] = useState(task.description_cut)
  // A description that is only read here is not sent, whatever was written when it was shorter.
  const fields = cut ? { ...written, description: before.description } : written
  const send = async () => {
    try {
      const body = changesOf(before, fields)
      if (Object.keys(body).length > 0) {
        const { data } = await callSprints(sprintTasksApi.update, {
          params: { taskId: task.id },
          body: { ...body, version: version.current },
        })
        void refreshSprints(client)
        onDone(t('sprints:done.taskSaved', { title: data.title }))
      }
      forget()
      onClose()
    } catch (reason) {
      if (isStale(reason)) {
        const current = reason.current as SprintTask
        const theirs = fieldsOf(current)
        const merged = mergeFields(fields, before, theirs)
        version.current = current.version
        change(merged.met, theirs)
        setBefore(theirs)
        setClashes(merged.clashes)
        throw new Error(t('sprints:task.conflict'))
      }
      const isMove = before.column_id !== fields.column_id
      throw worded(reason, t(isMove ? 'sprints:problems.moveTask' : 'sprints:problems.updateCard'))
    }
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(() => checkTask(fields), send)
  return (
    <Dialog title={t(canWrite ? 'sprints:task.edit' : 'sprints:task.look')} size={520} onClose={onClose}>
      <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
        <FormProblem text={problem} />
        <TaskFieldset
          boardId={task.board_id}
          fields={fields}
          problems={problems}
          clashes={clashes}
          columns={columns}
          sprintEnd={sprint.ends_on}
          disabled={!canWrite}
          descriptionCut={cut}
          priorities={offered(before.priority).map((value) => ({ value, label: t(`work:priority.${value}`) }))}
          onChange={(part) => {
            change(part)
            for (const name of Object.keys(part)) mend(name)
            setClashes((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in part))))
          }}
        />
        <div className={own.more}>
          <Link to="/board/$boardId" params={{ boardId: String(task.board_id) }} search={{ card: String(task.id) }}>
            <IconExternalLink size={18} stroke={1.75} aria-hidden />
            {t('sprints:task.open')}
          </Link>
          {canWrite && (
            <button
              type="button"
              className={classes.danger}
              onClick={() => {
                onClose()
                onDelete(task)
              }}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden />
              {t('sprints:task.delete')}
            </button>
          )}
        </div>
        {canWrite && (
          <DialogActions onCancel={onClose}>
            <Button type="submit" variant="filled" loading={sending}>
              {t('sprints:task.save')}
            </Button>
          </DialogActions>
        )}
      </form>
    </Dialog>
  )
}

/** The catalogue's text with the reason; what is wrong with a field stands beside it. */
const worded = (reason: unknown, text: string): unknown =>
  reason instanceof CallError && Object.keys(reason.fields).length > 0 ? reason : new Error(`${text}: ${detailOf(reason)}`)
