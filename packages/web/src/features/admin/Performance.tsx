import type { AdminDashboard } from '@rodada/contract/instance/admin'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import classes from './AdminScreen.module.css'

type Person = AdminDashboard['performance'][number]

/** Those with the most tasks, each with what is done, under way, and left. */
export function Performance({ people }: { people: readonly Person[] }) {
  return (
    <Panel title={t('admin:performance.title')}>
      {people.length === 0 && <p className={classes.none}>{t('admin:performance.none')}</p>}
      {people.length > 0 && (
        <ul className={classes.people}>
          {people.map((person) => (
            <Row key={person.user.id} person={person} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Row({ person }: { person: Person }) {
  const { user, total, completed, in_progress, overdue, points } = person
  const doing = t('admin:performance.doing', { count: in_progress })
  const late = t('admin:performance.late', { count: overdue })
  const spoken = t('admin:performance.spoken', { name: user.name, done: completed, count: total, doing, late })
  return (
    <li>
      <span className="sr-only">{spoken}</span>
      <Avatar name={user.name} avatar={user.avatar_url} size={32} />
      <span className={classes.who} aria-hidden="true">
        <b>{user.name}</b>
        <span>
          {format.points(points)}
          {in_progress > 0 && `, ${doing}`}
          {overdue > 0 && <span data-late>, {late}</span>}
        </span>
      </span>
      <span className={classes.share} aria-hidden="true">
        {/* As the number beside it: only what is done. */}
        {completed > 0 && <i style={{ width: `${(completed / total) * 100}%` }} />}
      </span>
      <span className={classes.number} aria-hidden="true">
        <b>{format.integer(completed)}</b> {t('admin:performance.of', { total: format.integer(total) })}
      </span>
    </li>
  )
}
