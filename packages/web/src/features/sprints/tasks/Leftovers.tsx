import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import type { Sprint } from '../../../lib/call/sprint-words.ts'
import { format } from '../../../lib/dates/format.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { reportQuery } from '../api.ts'
import { leftovers } from '../SprintCard.tsx'
import { WhereItWent } from '../WhereItWent.tsx'
import classes from './Leftovers.module.css'

const most = 50

/** What an ended sprint had at its end that was not done, and where each task is now. */
export function Leftovers({ sprint }: { sprint: Sprint }) {
  const { data } = useQuery(reportQuery(sprint.id))
  const count = leftovers(sprint)
  const params = { sprintId: String(sprint.id) }
  return (
    <Panel
      title={t('sprints:leftovers.title')}
      note={format.integer(count)}
      aside={
        <Link to="/sprint/$sprintId/report" params={params}>
          {t('sprints:leftovers.report')}
        </Link>
      }
    >
      {count === 0 && <p className={classes.none}>{t('sprints:leftovers.none')}</p>}
      <ul className={classes.rows}>
        {data?.report.open.slice(0, most).map((task) => (
          <li key={task.card_id}>
            {task.visible ? (
              <Link to="/board/$boardId" params={{ boardId: String(sprint.board_id) }} search={{ card: String(task.card_id) }}>
                {task.title}
              </Link>
            ) : (
              <span>{task.title}</span>
            )}
            <WhereItWent task={task} className={classes.went} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
