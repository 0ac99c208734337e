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
import { StatusChip } from '../../../ui/marks/Chip.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { WhereItWent } from '../WhereItWent.tsx'
import type { Unit } from './amounts.ts'
import classes from './ReportScreen.module.css'
import { TaskSize } from './TaskSize.tsx'

const page = 8
type Group = 'done' | 'open' | 'late' | 'left'

/** What became of each task: delivered, left behind, added after the start, taken out. */
export function ReportLists({ report, unit }: { report: SprintReport; unit: Unit }) {
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
  return (
    <>
      <div className={classes.csv}>
        <h2>{t('report:lists.title')}</h2>
        <Button size="sm" leftSection={<IconDownload aria-hidden />} onClick={save}>
          {t('work:csv')}
        </Button>
      </div>
      <div className={classes.lists}>
        <List group="done" title={t('report:lists.done')} tasks={done} report={report} unit={unit} />
        <List group="open" title={openTitle} tasks={open} report={report} unit={unit} />
        <List group="late" title={t('report:lists.late')} tasks={late} report={report} unit={unit} />
        <List group="left" title={t('report:lists.left')} tasks={left} report={report} unit={unit} />
      </div>
    </>
  )
}

type ListProps = { group: Group; title: string; tasks: readonly ReportTask[]; report: SprintReport; unit: Unit }

function List({ group, title, tasks, report, unit }: ListProps) {
  const [all, setAll] = useState(false)
  return (
    <Panel title={title} note={format.integer(tasks.length)}>
      {tasks.length === 0 && <p className={classes.none}>{t(`report:lists.none.${group}`)}</p>}
      {tasks.length > 0 && (
        <ul className={classes.rows}>
          {(all ? tasks : tasks.slice(0, page)).map((task) => (
            <Row key={task.card_id} task={task} boardId={report.sprint.board_id} withStatus={group !== 'done'} unit={unit} />
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

function Row({ task, boardId, withStatus, unit }: { task: ReportTask; boardId: number; withStatus: boolean; unit: Unit }) {
  return (
    <li>
      {task.visible ? (
        <Link className={classes.title} to="/board/$boardId" params={{ boardId: String(boardId) }} search={{ card: String(task.card_id) }}>
          {task.title}
        </Link>
      ) : (
        <span className={classes.title} data-gone title={t('report:lists.gone')}>
          {task.title}
          <span className="sr-only"> ({t('report:lists.gone')})</span>
        </span>
      )}
      <WhereItWent task={task} className={classes.none} />
      {withStatus && <StatusChip status={task.status} />}
      <TaskSize points={task.points} hours={task.hours} unit={unit} />
    </li>
  )
}
