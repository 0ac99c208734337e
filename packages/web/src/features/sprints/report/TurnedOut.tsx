import { t } from '../../../i18n/index.ts'
import type { ReportTask, SprintReport } from '../../../lib/call/sprint-words.ts'
import { format } from '../../../lib/dates/format.ts'
import { MiniCard } from '../../../ui/estimate/MiniCard.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import classes from './ReportScreen.module.css'

/** How the cards of each estimate turned out in this sprint: how many are done, and how long these took. */
export function TurnedOut({ report: { done, open } }: { report: SprintReport }) {
  const estimates = [...new Set([...done, ...open].flatMap(({ points }) => points ?? []))].sort((a, b) => a - b)
  if (!done.some(({ days, points }) => days !== null && points !== null)) return null
  return (
    <div className={classes.wide}>
      <Panel title={t('references:sprint.title')}>
        <p className={classes.none}>{t('references:sprint.note')}</p>
        <ul className={classes.rows}>
          {estimates.map((estimate) => {
            const finished = done.filter(({ points }) => points === estimate)
            const total = finished.length + open.filter(({ points }) => points === estimate).length
            return (
              <li key={estimate}>
                <MiniCard face={format.number(estimate)} />
                <span className={classes.title}>
                  <span className="sr-only">{format.points(estimate)}: </span>
                  {t('references:sprint.done', { done: finished.length, count: total })}
                </span>
                <span className={classes.hours}>{tookOf(finished)}</span>
              </li>
            )
          })}
        </ul>
      </Panel>
    </div>
  )
}

/** From how many days to how many, and the one in the middle. */
function tookOf(finished: readonly ReportTask[]): string {
  const days = finished.flatMap((task) => task.days ?? []).sort((a, b) => a - b)
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return finished.length > 0 ? t('references:sprint.unknown') : ''
  if (from === to) return t('references:spanOne', { count: to })
  return t('references:sprint.took', { span: t('references:span', { from, to }), median: days[Math.floor((days.length - 1) / 2)] })
}
