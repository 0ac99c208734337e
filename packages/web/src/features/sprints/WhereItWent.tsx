import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import type { ReportTask } from '../../lib/call/sprint-words.ts'

/** What became of a task that a sprint let go: in another sprint, in the backlog, or finished outside of both. */
export function WhereItWent({ task: { now_in }, className }: { task: Pick<ReportTask, 'now_in'>; className?: string | undefined }) {
  if (!now_in) return null
  const { sprint, status } = now_in
  if (sprint)
    return (
      <span className={className}>
        {t('sprints:went.sprint')}{' '}
        <Link to="/sprint/$sprintId/board" params={{ sprintId: String(sprint.id) }}>
          {sprint.name}
        </Link>
      </span>
    )
  const over = status === 'concluida' || status === 'cancelada'
  return <span className={className}>{t(over ? `sprints:went.${status}` : 'sprints:went.backlog')}</span>
}
