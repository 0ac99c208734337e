import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import type { ReportTask, SprintReport } from '../../../lib/call/sprint-words.ts'
import { format } from '../../../lib/dates/format.ts'
import { isActive } from '../../../lib/dates/sprint-time.ts'
import { download, fileName } from '../../../lib/device/download.ts'
import { toCsv } from '../../../lib/text/csv.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { StatusChip } from '../../../ui/marks/Chip.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { WhereItWent } from '../WhereItWent.tsx'
import type { Unit } from './amounts.ts'
import classes from './ReportScreen.module.css'
import { TaskSize } from './TaskSize.tsx'

const page = 8
type Group = 'done' | 'open' | 'late' | 'left'

type Props = {
  report: SprintReport
  unit: Unit
  /** For strangers, who have nowhere to follow a task to. */
  isPublic?: boolean
  /** Who does what, by name, where no account is known. */
  peopleOf?: (task: ReportTask) => readonly string[]
}

/** What became of each task: delivered, left behind, added after the start, taken out. */
export function ReportLists({ report, unit, isPublic = false, peopleOf }: Props) {
  const { sprint, done, open, left } = report
  const late = [...done, ...open, ...left].filter(({ added_late }) => added_late)
  const openTitle = t(isActive(sprint) ? 'report:lists.openActive' : 'report:lists.open')
  const name = `${fileName(`${t('report:file.tasks')} ${sprint.name}`)}.csv`
  const save = () => {
    const head = (['title', 'status', 'points', 'hours'] as const).map((key) => t(`sprints:tasks.columns.${key}`))
    const rows = (
      [
        [t('report:lists.done'), done],
        [openTitle, open],
        [t('report:lists.left'), left],
      ] as const
    ).flatMap(([group, tasks]) =>
      tasks.map((task) => [
        task.title,
        t(`status.${task.status}`),
        task.points,
        task.hours,
        group,
        task.days,
        task.added_late ? t('report:lists.late') : '',
      ]),
    )
    download(name, toCsv([[...head, t('report:lists.group'), t('report:lists.days'), t('report:lists.late')], ...rows]))
    toast(t('work:saved', { name }))
  }
  const row = { boardId: isPublic ? null : sprint.board_id, unit, peopleOf }
  return (
    <>
      <div className={classes.csv}>
        <h2>{t('report:lists.title')}</h2>
        <Button size="sm" leftSection={<IconDownload aria-hidden />} onClick={save}>
          {t('work:csv')}
        </Button>
      </div>
      <div className={classes.lists}>
        <List group="done" title={t('report:lists.done')} tasks={done} {...row} />
        <List group="open" title={openTitle} tasks={open} {...row} />
        <List group="late" title={t('report:lists.late')} tasks={late} {...row} />
        <List group="left" title={t('report:lists.left')} tasks={left} {...row} />
      </div>
    </>
  )
}

type RowProps = { boardId: number | null; unit: Unit; peopleOf: Props['peopleOf'] }
type ListProps = RowProps & { group: Group; title: string; tasks: readonly ReportTask[] }

function List({ group, title, tasks, ...row }: ListProps) {
  const [all, setAll] = useState(false)
  return (
    <Panel title={title} note={format.integer(tasks.length)}>
      {tasks.length === 0 && <p className={classes.none}>{t(`report:lists.none.${group}`)}</p>}
      {tasks.length > 0 && (
        <ul className={classes.rows}>
          {(all ? tasks : tasks.slice(0, page)).map((task) => (
            <Row key={task.card_id} task={task} withStatus={group !== 'done'} {...row} />
          ))}
        </ul>
      )}
      {tasks.length > page && !all && (
        <button type="button" className={classes.all} onClick={() => setAll(true)}>
          {t('report:lists.all', { count: tasks.length })}
        </button>
      )}
    </Panel>
  )
}

function Row({ task, boardId, withStatus, unit, peopleOf }: RowProps & { task: ReportTask; withStatus: boolean }) {
  return (
    <li>
      {task.visible && boardId === null ? (
        <span className={classes.title}>{task.title}</span>
      ) : task.visible ? (
        <Link className={classes.title} to="/board/$boardId" params={{ boardId: String(boardId) }} search={{ card: String(task.card_id) }}>
          {task.title}
        </Link>
      ) : (
        <span className={classes.title} data-gone title={t('report:lists.gone')}>
          {task.title}
          <span className="sr-only"> ({t('report:lists.gone')})</span>
        </span>
      )}
      <WhereItWent task={task} className={classes.none} plain={boardId === null} />
      {withStatus && <StatusChip status={task.status} />}
      <TaskSize points={task.points} hours={task.hours} unit={unit} />
      {peopleOf?.(task).map((name) => (
        <Avatar key={name} name={name} avatar={null} size="xs" label={t('work:assignee', { name })} />
      ))}
    </li>
  )
}
