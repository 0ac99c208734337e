import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import { isActive } from '../../../lib/dates/sprint-time.ts'
import { useBoardNews } from '../../../lib/live/use-board-news.ts'
import { usePageName } from '../../../lib/text/page-name.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Figures } from '../../../ui/page/Figures.tsx'
import { isMissing } from '../../../ui/states/MissingState.tsx'
import { reportQuery } from '../api.ts'
import { SprintHead } from '../SprintHead.tsx'
import { SprintFailed, SprintLoading } from '../SprintStates.tsx'
import { unitOf } from './amounts.ts'
import { BurndownChart } from './BurndownChart.tsx'
import { figuresOf } from './figures.ts'
import { MissingWork } from './MissingWork.tsx'
import { Reading } from './Reading.tsx'
import { ReportLists } from './ReportLists.tsx'
import classes from './ReportScreen.module.css'
import type { ReportData } from './reading.ts'
import { readReportSearch } from './report-search.ts'
import { SendReport } from './SendReport.tsx'
import { TurnedOut } from './TurnedOut.tsx'
import { UnitChoice } from './UnitChoice.tsx'
import { VelocityChart } from './VelocityChart.tsx'

const ReopenSprint = lazyPart(async () => (await import('../closing/ReopenSprint.tsx')).ReopenSprint, { texts: ['planning'] })

/** /sprint/:id/report: what a sprint promised, how it goes, and what became of each task. */
export function ReportScreen() {
  const sprintId = Number(useParams({ strict: false }).sprintId)
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(reportQuery(sprintId))
  // What was loaded before says nothing any more once the fresh answer is that it is not for this person.
  const gone = isMissing(error)
  usePageName(gone ? undefined : data?.report.sprint.name)
  useBoardNews(data?.report.sprint.board_id ?? null, () => {
    // The list of what is missing is made of the board.
    for (const key of ['report', 'board']) void client.invalidateQueries({ queryKey: ['sprints', key, sprintId] })
  })
  if (error && (gone || !data))
    return <SprintFailed reason={error} title={t('sprints:problems.loadSprint')} onRetry={() => void refetch()} />
  if (!data) return <SprintLoading />
  return <Report {...data} />
}

function Report(data: ReportData) {
  const { report, burndown, velocity } = data
  const { sprint } = report
  const search = readReportSearch(useSearch({ strict: false }))
  const unit = unitOf(search, [report.committed, report.completed, report.spilled, report.added])
  const active = isActive(sprint)
  return (
    <>
      <SprintHead sprint={sprint} current="report" />
      {sprint.can.reopen && <ReopenSprint sprint={sprint} />}
      <div className={classes.unit}>
        <UnitChoice unit={unit} />
        <SendReport data={data} unit={unit} />
      </div>
      <Figures figures={figuresOf(report, burndown, unit)} />
      <div className={classes.grid}>
        {sprint.recorded && <BurndownChart burndown={burndown} unit={unit} sprint={sprint.name} ended={!active} />}
        <VelocityChart velocity={velocity} current={report} boardName={sprint.board_name} unit={unit} />
        {active && <MissingWork sprint={sprint} unit={unit} />}
        <Reading report={report} burndown={burndown} velocity={velocity} unit={unit} wide={!active} />
        {sprint.recorded && <TurnedOut report={report} />}
      </div>
      <ReportLists report={report} unit={unit} />
    </>
  )
}
