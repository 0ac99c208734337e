import type { Burndown } from '@rodada/contract/sprint-reports'
import { Fragment } from 'react'
import { t } from '../../../i18n/index.ts'
import { teamToday } from '../../../lib/days.ts'
import { isActive } from '../../../lib/sprint-time.ts'
import type { SprintReport, Velocity } from '../../../lib/sprint-words.ts'
import { Panel } from '../../../ui/Panel.tsx'
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

/** A sentence of the catalogue in which <b>what matters</b> is heavier. Nothing else in it is markup. */
function Bold({ text }: { text: string }) {
  const [before = '', rest] = text.split('<b>')
  if (rest === undefined) return before
  const [strong, after = ''] = rest.split('</b>')
  return (
    <>
      {before}
      <b>{strong}</b>
      {after}
    </>
  )
}
