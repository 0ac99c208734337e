import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import type { ReportTask } from '../../lib/call/sprint-words.ts'

type Props = {
  task: Pick<ReportTask, 'now_in'>
  className?: string | undefined
  /** Without a way there, for who may not go. */
  plain?: boolean
}

/** What became of a task that a sprint let go: in another sprint, in the backlog, or finished outside of both. */
export function WhereItWent({ task: { now_in }, className, plain = false }: Props) {
  if (!now_in) return null
  const { sprint, status } = now_in
  if (sprint)
    return (
      <span className={className}>
        {t('sprints:went.sprint')}{' '}
        {plain ? (
          sprint.name
        ) : (
          <Link to="/sprint/$sprintId/board" params={{ sprintId: String(sprint.id) }}>
            {sprint.name}
          </Link>
        )}
      </span>
    )
  const over = status === 'concluida' || status === 'cancelada'
  return <span className={className}>{t(over ? `sprints:went.${status}` : 'sprints:went.backlog')}</span>
}
