import type { PublicReport as Shown } from '@rodada/contract/boards/read-links'
import { useSearch } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import { type ReportTask, translated } from '../../../lib/call/sprint-words.ts'
import { isActive, sprintDates, sprintTimeText } from '../../../lib/dates/sprint-time.ts'
import { Figures } from '../../../ui/page/Figures.tsx'
import { PublicHead } from '../../../ui/page/PublicHead.tsx'
import { unitOf } from './amounts.ts'
import { BurndownChart } from './BurndownChart.tsx'
import { figuresOf } from './figures.ts'
import own from './PublicReport.module.css'
import { Reading } from './Reading.tsx'
import { ReportLists } from './ReportLists.tsx'
import classes from './ReportScreen.module.css'
import type { ReportData } from './reading.ts'
import { readReportSearch } from './report-search.ts'
import { TurnedOut } from './TurnedOut.tsx'
import { UnitChoice } from './UnitChoice.tsx'
import { VelocityChart } from './VelocityChart.tsx'

/** The report of a sprint for somebody without an account: as its page shows it, and nowhere to go from there. */
export function PublicReport({ report: shown }: { report: Shown }) {
  const { data, people } = dataOf(shown)
  const { report, burndown, velocity } = data
  const { sprint } = report
  const search = readReportSearch(useSearch({ strict: false }))
  const unit = unitOf(search, [report.committed, report.completed, report.spilled, report.added])
  const active = isActive(sprint)
  return (
    <div className={own.screen}>
      <PublicHead title={sprint.name} color={shown.color} className={own.head}>
        {t('publicLinks:report.page', { board: shown.title })} {sprintDates(sprint)}, {sprintTimeText(sprint)}.
        {shown.left_out > 0 && ` ${t('publicLinks:report.leftOut', { count: shown.left_out })}`}
      </PublicHead>
      <main id="conteudo" tabIndex={-1} className={own.main}>
        <div className={own.unit}>
          <UnitChoice unit={unit} />
        </div>
        <Figures figures={figuresOf(report, burndown, unit)} />
        <div className={classes.grid}>
          {sprint.recorded && <BurndownChart burndown={burndown} unit={unit} sprint={sprint.name} ended={!active} />}
          <VelocityChart velocity={velocity} current={report} boardName={shown.title} unit={unit} />
          <Reading report={report} burndown={burndown} velocity={velocity} unit={unit} wide />
          {sprint.recorded && <TurnedOut report={report} />}
        </div>
        <ReportLists report={report} unit={unit} isPublic peopleOf={({ card_id }) => people.get(card_id) ?? []} />
      </main>
    </div>
  )
}

/** What strangers are told has no ids. The parts of a report need some to tell its tasks and sprints apart: their places do. */
function dataOf(shown: Shown): { data: ReportData; people: ReadonlyMap<number, readonly string[]> } {
  const { sprint, burndown, velocity, committed, completed, added, spilled, done, open, left } = translated(shown)
  const people = new Map<number, readonly string[]>()
  let place = 0
  const task = ({ people: names, title, now_in, ...rest }: (typeof done)[number]): ReportTask => {
    place += 1
    people.set(place, names)
    return {
      ...rest,
      title: rest.visible ? title : t('publicLinks:report.gone'),
      card_id: place,
      now_in: now_in && { status: now_in.status, sprint: now_in.sprint === null ? null : { id: 0, name: now_in.sprint } },
    }
  }
  const tasks = { done: done.map(task), open: open.map(task), left: left.map(task) }
  const nothing = { progress: 0, total_tasks: 0, done_tasks: 0, running_tasks: 0, waiting_tasks: 0, version: 0 }
  const place0 = { id: 0, board_id: 0, board_name: shown.title, board_color: shown.color }
  return {
    people,
    data: {
      report: {
        sprint: { ...sprint, ...place0, ...nothing, description: '', reopens_until: null, can: { write: false, reopen: false } },
        ...{ committed, completed, added, spilled },
        ...tasks,
      },
      burndown,
      velocity: {
        ...velocity,
        sprints: velocity.sprints.map(({ is_current, ...each }, index) => ({ ...each, sprint_id: is_current ? 0 : index + 1 })),
      },
    },
  }
}
