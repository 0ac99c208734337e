import type { Burndown } from '@rodada/contract/sprints/reports'
import { Fragment } from 'react'
import { t } from '../../../i18n/index.ts'
import type { SprintReport, Velocity } from '../../../lib/call/sprint-words.ts'
import { teamToday } from '../../../lib/dates/days.ts'
import { isActive } from '../../../lib/dates/sprint-time.ts'
import { Bold } from '../../../ui/marks/Bold.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import type { Unit } from './amounts.ts'
import classes from './ReportScreen.module.css'
import { forecast, readReport, taskToDrop } from './reading.ts'

type Props = { report: SprintReport; burndown: Burndown; velocity: Velocity; unit: Unit; wide: boolean }

/** The chart in words, as a colleague would say them. */
export function Reading({ report, burndown, velocity, unit, wide }: Props) {
  const now = teamToday()
  const sentences = readReport({ report, burndown, velocity }, unit, now)
  const { starts_on, ends_on } = report.sprint
  const isRunning = isActive(report.sprint) && starts_on <= now && now <= ends_on
  const drop = isRunning ? taskToDrop(report.open, forecast(burndown, unit), unit) : null
  return (
    <div className={wide ? classes.wide : undefined}>
      <Panel title={t('report:reading.title')}>
        <p className={classes.say}>
          {sentences.map((sentence) => (
            <Fragment key={sentence}>
              <Bold text={sentence} />{' '}
            </Fragment>
          ))}
        </p>
        {drop && <p className={classes.more}>{t('report:reading.advice', { title: drop.title })}</p>}
      </Panel>
    </div>
  )
}
