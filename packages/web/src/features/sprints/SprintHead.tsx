import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import type { Sprint } from '../../lib/call/sprint-words.ts'
import { sprintDates, sprintTimeText } from '../../lib/dates/sprint-time.ts'
import { Segment, Segments } from '../../ui/fields/Segments.tsx'
import { Crumb, PageHead } from '../../ui/page/PageHead.tsx'

type View = 'board' | 'tasks' | 'report'
const views = { board: '/sprint/$sprintId/board', tasks: '/sprint/$sprintId/tasks', report: '/sprint/$sprintId/report' } as const

/** The three ways of looking at a sprint. */
export function SprintViews({ sprintId, current }: { sprintId: number; current: View }) {
  return (
    <Segments label={t('sprints:views.label')}>
      {(['board', 'tasks', 'report'] as const).map((view) => (
        <Segment key={view} to={views[view]} params={{ sprintId: String(sprintId) }} current={view === current}>
          {t(`sprints:views.${view}`)}
        </Segment>
      ))}
    </Segments>
  )
}

/** The head of a sprint's pages: which one it is, when, and how else to look at it. */
export function SprintHead({ sprint, current, children }: { sprint: Sprint; current: View; children?: ReactNode }) {
  return (
    <PageHead
      crumb={<Crumb to="/sprints">{t('sprints:title')}</Crumb>}
      title={sprint.name}
      lead={`${sprintDates(sprint)}, ${sprintTimeText(sprint)}`}
    >
      <SprintViews sprintId={sprint.id} current={current} />
      {children}
    </PageHead>
  )
}
