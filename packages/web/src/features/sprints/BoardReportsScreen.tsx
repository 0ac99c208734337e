import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { boardFrameQuery } from '../../lib/call/board-queries.ts'
import { format } from '../../lib/dates/format.ts'
import { sprintTimeText } from '../../lib/dates/sprint-time.ts'
import { useBoardNews } from '../../lib/live/use-board-news.ts'
import { BoardTabs } from '../../ui/board/BoardTabs.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { isMissing } from '../../ui/states/MissingState.tsx'
import { planningQuery, sprintsOfBoardQuery } from './api.ts'
import classes from './BoardParts.module.css'
import { BoardTitle } from './BoardTitle.tsx'
import { BacklogMissing } from './backlog/BacklogMissing.tsx'
import { VelocityChart } from './report/VelocityChart.tsx'
import { SprintFailed, SprintLoading } from './SprintStates.tsx'

/** /board/:id/relatorios: what the sprints of a board delivered, and the way to the report of each. */
export function BoardReportsScreen() {
  const boardId = Number(useParams({ strict: false }).boardId)
  const client = useQueryClient()
  const board = useQuery(boardFrameQuery(boardId))
  const planning = useQuery(planningQuery(boardId))
  const sprints = useQuery(sprintsOfBoardQuery(boardId))
  useBoardNews(boardId, () => {
    for (const key of ['planning', 'ofBoard']) void client.invalidateQueries({ queryKey: ['sprints', key, boardId] })
  })
  const problem = board.error ?? planning.error ?? sprints.error
  if (isMissing(board.error) || isMissing(planning.error)) return <BacklogMissing />
  if (problem && (!board.data || !planning.data || !sprints.data)) {
    const retry = () => void Promise.all([board.refetch(), planning.refetch(), sprints.refetch()])
    return <SprintFailed reason={problem} title={t('sprints:problems.load')} onRetry={retry} />
  }
  if (!board.data || !planning.data || !sprints.data) return <SprintLoading />
  const { velocity } = planning.data
  const group = (title: string, some: typeof sprints.data) =>
    some.length > 0 && (
      <section aria-label={title}>
        <h2 className={classes.title}>{title}</h2>
        <ul className={classes.rows}>
          {some.map((sprint) => {
            const known = velocity.sprints.find(({ sprint_id }) => sprint_id === sprint.id)
            return (
              <li key={sprint.id}>
                <Link to="/sprint/$sprintId/report" params={{ sprintId: String(sprint.id) }}>
                  {sprint.name}
                </Link>
                <span>{sprintTimeText(sprint)}</span>
                <span>
                  {known?.recorded
                    ? t('planning:reports.delivered', {
                        done: format.number(known.completed.points),
                        count: known.committed.points,
                        points: format.points(known.committed.points),
                      })
                    : t('sprints:board.done', { done: sprint.done_tasks, count: sprint.total_tasks })}
                </span>
              </li>
            )
          })}
        </ul>
      </section>
    )
  return (
    <>
      <header className={classes.head}>
        <BoardTitle board={board.data} />
        <BoardTabs boardId={boardId} current="reports" />
      </header>
      {sprints.data.length === 0 ? (
        <EmptyState art="tasks" level={2} title={t('planning:reports.none')} text={t('planning:reports.noneText')} />
      ) : (
        <>
          <VelocityChart velocity={velocity} current={null} boardName={board.data.title} unit="points" />
          {group(
            t('planning:reports.open'),
            sprints.data.filter(({ status }) => status === 'active'),
          )}
          {group(
            t('planning:reports.ended'),
            sprints.data.filter(({ status }) => status === 'ended'),
          )}
        </>
      )}
    </>
  )
}
