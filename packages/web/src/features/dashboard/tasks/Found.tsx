import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { MoreButton } from '../../../ui/page/MoreButton.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { boardsQuery, cardSearchQuery } from '../api.ts'
import { BoardTile } from '../boards/BoardTile.tsx'
import { useAnnouncedCount } from '../use-announced-count.ts'
import classes from './Found.module.css'
import { TaskRow } from './TaskRow.tsx'

/** What a search over tasks and boards finds, in place of the numbers. */
export function Found({ query }: { query: string }) {
  const cards = useInfiniteQuery(cardSearchQuery(query))
  const boards = useInfiniteQuery(boardsQuery(query, 'all'))
  const tasks = cards.data?.pages.flat()
  const tiles = boards.data?.pages.flat()
  const waiting = cards.isPlaceholderData || boards.isPlaceholderData
  useAnnouncedCount(query, tasks && tiles ? tasks.length + tiles.length : undefined, waiting)
  const failed = cards.isError && !tasks ? cards : boards.isError && !tiles ? boards : null
  return (
    <>
      <h1 className={classes.title}>{t('dashboard:found.title', { query })}</h1>
      {failed && (
        <div className={classes.panel}>
          <ErrorState
            level={2}
            title={t('dashboard:found.tasksFailed')}
            text={failed.error?.message}
            onRetry={() => void Promise.all([cards.refetch(), boards.refetch()])}
          />
        </div>
      )}
      {!failed && (!tasks || !tiles) && (
        <SkeletonGroup>
          <Skeleton height="4.25rem" radius="12px" />
          <Skeleton height="11.25rem" radius="12px" />
        </SkeletonGroup>
      )}
      {tasks && tiles && (
        <div className={classes.results} data-old={waiting}>
          {tiles.length > 0 && (
            <section>
              <h2>{t('dashboard:found.boards')}</h2>
              <div className={classes.tiles}>
                {tiles.map((board) => (
                  <BoardTile key={board.id} board={board} query={query} />
                ))}
              </div>
              <MoreButton query={boards} />
            </section>
          )}
          {tasks.length > 0 && (
            <Panel title={t('dashboard:found.tasks')}>
              <ul>
                {tasks.map((card) => (
                  <TaskRow key={card.id} card={card} query={query} />
                ))}
              </ul>
              <MoreButton query={cards} />
            </Panel>
          )}
          {tasks.length === 0 && tiles.length === 0 && (
            <div className={classes.panel}>
              <EmptyState art="tasks" level={2} title={t('dashboard:found.none', { query })} text={t('dashboard:boards.noneFoundText')} />
            </div>
          )}
        </div>
      )}
    </>
  )
}
