import type { DashboardStats } from '@rodada/contract/instance/dashboard'
import type { CSSProperties } from 'react'
import { t } from '../../../i18n/index.ts'
import { type Day, today } from '../../../lib/dates/days.ts'
import { format } from '../../../lib/dates/format.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import classes from './Week.module.css'

type Days = DashboardStats['weeklyProgress']

/** Each day of this week as a bar: planned, and within it what is done. Below it the same as a table, for those who hear it. */
export function Week({ days, now = today() }: { days: Days | undefined; now?: Day }) {
  const most = Math.max(1, ...(days ?? []).map(({ tasks }) => tasks))
  const isEmpty = days?.every(({ tasks }) => tasks === 0) ?? false
  return (
    <Panel title={t('dashboard:week.title')} aside={!isEmpty && t('dashboard:week.legend')}>
      {!days && (
        <SkeletonGroup>
          <Skeleton height="7.375rem" />
        </SkeletonGroup>
      )}
      {isEmpty && <p className={classes.none}>{t('dashboard:week.none')}</p>}
      {days && !isEmpty && (
        <>
          <div className={classes.bars} aria-hidden="true">
            {days.map(({ day, tasks, completed }) => (
              <div key={day} className={classes.day} data-today={day === now} title={`${completed} / ${tasks}`}>
                <i
                  style={{ '--tasks': tasks / most, '--done': tasks > 0 ? completed / tasks : 0 } as CSSProperties}
                  data-none={tasks === 0}
                />
                {format.weekday(day)}
              </div>
            ))}
          </div>
          {/* A table keeps its width whatever it is told, so what hides it stands around it. */}
          <div className="sr-only">
            <WeekTable days={days} now={now} />
          </div>
        </>
      )}
    </Panel>
  )
}

function WeekTable({ days, now }: { days: Days; now: Day }) {
  return (
    <table>
      <caption>{t('dashboard:week.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('dashboard:week.day')}</th>
          <th scope="col">{t('dashboard:week.done')}</th>
          <th scope="col">{t('dashboard:week.planned')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, tasks, completed }) => (
          <tr key={day}>
            <th scope="row">{day === now ? t('dashboard:week.today', { day: format.weekday(day) }) : format.weekday(day)}</th>
            <td>{completed}</td>
            <td>{tasks}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
