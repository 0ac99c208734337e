import type { Burndown } from '@rodada/contract/sprints/reports'
import { sprintUnits } from '@rodada/contract/sprints/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import type { SprintReport } from '../../../lib/call/sprint-words.ts'
import { teamToday } from '../../../lib/dates/days.ts'
import { isActive } from '../../../lib/dates/sprint-time.ts'
import { useBoardNews } from '../../../lib/live/use-board-news.ts'
import { usePageName } from '../../../lib/text/page-name.ts'
import { Segment, Segments } from '../../../ui/fields/Segments.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { type Figure, Figures } from '../../../ui/page/Figures.tsx'
import { isMissing } from '../../../ui/states/MissingState.tsx'
import { reportQuery } from '../api.ts'
import { SprintHead } from '../SprintHead.tsx'
import { SprintFailed, SprintLoading } from '../SprintStates.tsx'
import { formOf, shown, signed, type Unit, unitOf, wordOf } from './amounts.ts'
import { BurndownChart } from './BurndownChart.tsx'
import { MissingWork } from './MissingWork.tsx'
import { Reading } from './Reading.tsx'
import { ReportLists } from './ReportLists.tsx'
import classes from './ReportScreen.module.css'
import { neededPace, type ReportData, standing } from './reading.ts'
import { readReportSearch } from './report-search.ts'
import { SendReport } from './SendReport.tsx'
import { TurnedOut } from './TurnedOut.tsx'
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
        <Segments label={t('report:unit.label')}>
          {sprintUnits.map((each) => (
            <Segment key={each} to="." search={{ em: wordOf(each) }} replace resetScroll={false} current={each === unit}>
              {t(`report:unit.${each}`)}
            </Segment>
          ))}
        </Segments>
        <SendReport data={data} unit={unit} />
      </div>
      <Figures figures={figuresOf(report, burndown, unit)} />
      <div className={classes.grid}>
        <BurndownChart burndown={burndown} unit={unit} sprint={sprint.name} ended={!active} />
        <VelocityChart velocity={velocity} current={report} boardName={sprint.board_name} unit={unit} />
        {active && <MissingWork sprint={sprint} unit={unit} />}
        <Reading report={report} burndown={burndown} velocity={velocity} unit={unit} wide={!active} />
        <TurnedOut report={report} />
      </div>
      <ReportLists report={report} unit={unit} />
    </>
  )
}

function figuresOf(report: SprintReport, burndown: Burndown, unit: Unit): Figure[] {
  const { sprint, committed, added, completed, spilled } = report
  const word = (value: number) => t(`report:units.${unit}_${formOf(value)}`)
  const here = standing(burndown, unit)
  const pace = here && neededPace(here.remaining, teamToday(), sprint.ends_on)
  const figures: Figure[] = [
    { key: 'committed', label: t(`report:figures.committed.${unit}`), value: shown(committed[unit]), unit: word(committed[unit]) },
    { key: 'added', label: t('report:figures.added'), value: signed(added[unit]) },
    { key: 'completed', label: t(`report:figures.completed.${unit}`), value: shown(completed[unit]), unit: word(completed[unit]) },
  ]
  if (!isActive(sprint))
    return [...figures, { key: 'spilled', label: t('report:figures.spilled'), value: shown(spilled[unit]), unit: word(spilled[unit]) }]
  const value = pace === null ? '–' : shown(pace)
  return [...figures, { key: 'pace', label: t('report:figures.pace'), value, unit: pace === null ? undefined : t('report:figures.perDay') }]
}
