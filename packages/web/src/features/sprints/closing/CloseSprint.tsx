import { Button, NativeSelect } from '@mantine/core'
import { sprintClosingApi } from '@rodada/contract/sprints/closing'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { callSprints } from '../../../lib/call/sprint-call.ts'
import type { Planning, Sprint, SprintTask } from '../../../lib/call/sprint-words.ts'
import { format } from '../../../lib/dates/format.ts'
import { sprintTimeText } from '../../../lib/dates/sprint-time.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import { CardKey } from '../../../ui/marks/CardKey.tsx'
import { Chip } from '../../../ui/marks/Chip.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { planningQuery, refreshSprints, sprintBoardQuery } from '../api.ts'
import { detailOf } from '../problems.ts'
import { TaskPoints } from '../tasks/TaskPoints.tsx'
import classes from './CloseSprint.module.css'
import { type Destination, fits, isOver, type Leftovers, pointsWith } from './destinations.ts'

type Props = { sprint: Sprint; onProblem: (text: string) => void; onClose: () => void }

/** Tasks that are listed at first; the others are behind a button. */
const listed = 3

/** Ends a sprint: how far it got, where what is left goes, and then its report. */
export function CloseSprint({ sprint, onProblem, onClose }: Props) {
  const planning = useQuery(planningQuery(sprint.board_id))
  const board = useQuery(sprintBoardQuery(sprint.id))
  const reason = planning.error ?? board.error
  const own = planning.data?.sprints.find((each) => each.sprint.id === sprint.id)
  return (
    <Dialog title={t('sprints:end.title', { sprint: sprint.name })} size={600} onClose={onClose}>
      {planning.data && board.data && own ? (
        <Form
          planning={planning.data}
          own={own}
          tasks={board.data.tasks.filter((task) => !isOver(task))}
          onProblem={onProblem}
          onClose={onClose}
        />
      ) : reason ? (
        <ErrorState
          level={3}
          title={t('planning:closing.problem')}
          text={reason.message}
          onRetry={() => void Promise.all([planning.refetch(), board.refetch()])}
        />
      ) : (
        <SkeletonGroup>
          <Skeleton height="14rem" radius="12px" />
        </SkeletonGroup>
      )}
    </Dialog>
  )
}

type FormProps = { planning: Planning; own: Planning['sprints'][number]; tasks: readonly SprintTask[] } & Pick<
  Props,
  'onProblem' | 'onClose'
>

function Form({ planning, own, tasks, onProblem, onClose }: FormProps) {
  const { sprint, points, done_points } = own
  const client = useQueryClient()
  const navigate = useNavigate()
  const [leftovers, setLeftovers] = useState<Leftovers>({ to: 'backlog', others: new Map() })
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isNew = [leftovers.to, ...leftovers.others.values()].includes('new')
  const left = sprint.total_tasks - sprint.done_tasks
  const { next } = planning
  const close = async () => {
    setSending(true)
    setProblem(null)
    const others = [...leftovers.others].map(([task_id, to]) => ({ task_id, to }))
    try {
      await callSprints(sprintClosingApi.close, {
        params: { sprintId: sprint.id },
        body: { leftovers_to: leftovers.to, others, ...(left > 0 && isNew && { new_sprint: next }) },
      })
      toast(t('sprints:done.ended', { sprint: sprint.name }))
      onClose()
      await navigate({ to: '/sprint/$sprintId/report', params: { sprintId: String(sprint.id) } })
      await refreshSprints(client)
    } catch (reason) {
      const text = t('sprints:problems.end', { detail: detailOf(reason) })
      setProblem(text)
      setSending(false)
      await refreshSprints(client)
      const open = client.getQueryData(planningQuery(sprint.board_id).queryKey)?.sprints
      if (!open || open.some((each) => each.sprint.id === sprint.id)) return
      // It is not open any more: there is nothing left to decide here.
      onProblem(text)
      onClose()
    }
  }
  const figure = (value: number, of: number | null, label: string) => (
    <div>
      <dt>{label}</dt>
      <dd>
        {format.number(value)} {of !== null && <small>{t('planning:closing.of', { total: format.number(of) })}</small>}
      </dd>
    </div>
  )
  const spilled = format.points(Math.round((points - done_points) * 100) / 100)
  return (
    <>
      <p className={classes.lead}>{sprintTimeText(sprint)}</p>
      <dl className={classes.figures}>
        {figure(sprint.done_tasks, sprint.total_tasks, t('planning:closing.done'))}
        {points > 0 && figure(done_points, points, t('planning:closing.points'))}
        {left > 0 && figure(left, null, t('planning:closing.left', { count: left, points: spilled }))}
      </dl>
      {left > 0 ? (
        <>
          <Places {...{ planning, own, tasks, leftovers }} onChoose={(to) => setLeftovers({ to, others: new Map() })} />
          <Exceptions {...{ planning, own, tasks, leftovers }} onChoose={setLeftovers} />
        </>
      ) : (
        <p className={classes.lead}>{t('sprints:end.none')}</p>
      )}
      {planning.automatic && planning.sprints.length === 1 && !(left > 0 && isNew) && (
        <p className={classes.then}>{t('planning:closing.followed', { sprint: next.name, dates: datesOf(next) })}</p>
      )}
      <p className={classes.then}>{t('planning:closing.afterwards')}</p>
      {/* Beside the button that was pressed: the dialog is longer than many screens. */}
      <div className={problem ? classes.problem : undefined}>
        <FormProblem text={problem} />
      </div>
      <DialogActions onCancel={onClose}>
        <Button variant="filled" loading={sending} onClick={() => void close()}>
          {t('sprints:end.submit')}
        </Button>
      </DialogActions>
    </>
  )
}

const datesOf = ({ starts_on, ends_on }: Pick<Sprint, 'starts_on' | 'ends_on'>): string =>
  t('work:sprint.dates', { from: format.day(starts_on), to: format.day(ends_on) })

type PlacesProps = Omit<FormProps, 'onProblem' | 'onClose'> & { leftovers: Leftovers }

/** The places that all of them may go to, each with what would become of it. */
function Places({ planning, own, tasks, leftovers, onChoose }: PlacesProps & { onChoose: (to: Destination) => void }) {
  const name = useId()
  const { velocity, next } = planning
  const count = own.sprint.total_tasks - own.sprint.done_tasks
  const place = (to: Destination, title: string, hint: string, mark?: React.ReactNode) => (
    <label key={to} className={classes.place}>
      <input type="radio" name={name} checked={leftovers.to === to} onChange={() => onChoose(to)} />
      <span>
        <b>{title}</b>
        <span className={classes.hint}>{hint}</span>
      </span>
      {mark && <span className={classes.mark}>{mark}</span>}
    </label>
  )
  return (
    <fieldset className={classes.places}>
      <legend>{t('planning:closing.where', { count })}</legend>
      {place('backlog', t('planning:closing.backlog'), t('planning:closing.backlogHint'))}
      {planning.sprints
        .filter(({ sprint }) => sprint.id !== own.sprint.id)
        .map((each) => {
          const { sprint } = each
          const chosen = leftovers.to === sprint.id ? leftovers : { to: sprint.id, others: new Map() }
          const held = pointsWith(each, tasks, chosen)
          const isFitting = fits(held, velocity)
          const capacity = Math.round(velocity.average.points)
          const over = format.number(Math.round((held - capacity) * 100) / 100)
          const dates = datesOf(sprint)
          return place(
            sprint.id,
            sprint.name,
            isFitting === null
              ? t('planning:closing.would', { dates, held: format.points(held) })
              : t('planning:closing.wouldOf', { dates, held: format.number(held), points: format.points(capacity) }),
            isFitting !== null && (
              <Chip tone={isFitting ? 'ok' : 'warn'}>
                {isFitting ? t('planning:closing.fits') : t('planning:closing.over', { points: over })}
              </Chip>
            ),
          )
        })}
      {place('new', t('planning:closing.new'), t('planning:closing.newHint', { sprint: next.name, dates: datesOf(next) }))}
    </fieldset>
  )
}

/** Each task with where it goes, which may be elsewhere than the others. */
function Exceptions({ planning, own, tasks, leftovers, onChoose }: PlacesProps & { onChoose: (leftovers: Leftovers) => void }) {
  const [all, setAll] = useState(false)
  const places = [
    { value: 'backlog', label: t('planning:closing.backlog') },
    ...planning.sprints.flatMap(({ sprint }) => (sprint.id === own.sprint.id ? [] : { value: String(sprint.id), label: sprint.name })),
    { value: 'new', label: planning.next.name },
  ]
  const shown = all || tasks.length <= listed + 1 ? tasks : tasks.slice(0, listed)
  const send = (taskId: number, value: string) => {
    const to: Destination = value === 'backlog' || value === 'new' ? value : Number(value)
    const others = new Map(leftovers.others)
    if (to === leftovers.to) others.delete(taskId)
    else others.set(taskId, to)
    onChoose({ ...leftovers, others })
  }
  return (
    <>
      <p className={classes.each}>{t('planning:closing.each')}</p>
      <ul className={classes.tasks}>
        {shown.map((task) => (
          <li key={task.id}>
            <span title={task.title}>
              <CardKey text={task.key} />
              {task.title}
            </span>
            <span>
              <TaskPoints points={task.estimate} />
            </span>
            <NativeSelect
              size="sm"
              className={leftovers.others.has(task.id) ? classes.own : undefined}
              aria-label={t('planning:closing.goesTo', { title: task.title })}
              data={places}
              value={String(leftovers.others.get(task.id) ?? leftovers.to)}
              onChange={(event) => send(task.id, event.currentTarget.value)}
            />
          </li>
        ))}
      </ul>
      {shown.length < tasks.length && (
        <Button variant="subtle" size="sm" onClick={() => setAll(true)}>
          {t('planning:closing.others', { count: tasks.length - shown.length })}
        </Button>
      )}
    </>
  )
}
