import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import { MoreButton } from '../../../ui/page/MoreButton.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { boardCountsQuery, boardsQuery } from '../api.ts'
import { type DashboardSearch, filtroOf, readSearch, visibilities, visibilityOf } from '../dashboard-search.ts'
import { Segments } from '../Segments.tsx'
import { useAnnouncedCount } from '../use-announced-count.ts'
import classes from './BoardsView.module.css'
import { BringBoardLink, CreateBoardButton, NoBoards } from './CreateBoardButton.tsx'
import { BoardsAs, Templates } from './Templates.tsx'

type Props = { as: 'boards' | 'list'; search: DashboardSearch; onCreate: () => void }

/** 'Quadros' and 'Lista': every board that this person sees, filtered by who sees it and by title. */
export function BoardsView({ as, search, onCreate }: Props) {
  const visibility = visibilityOf(search)
  const { data: counts } = useQuery(boardCountsQuery)
  return (
    <>
      <header className={classes.head}>
        <div>
          <h1>{t('dashboard:boards.title')}</h1>
          <p>{counts && t('dashboard:boards.shown', { count: counts.all })}</p>
        </div>
        <div className={classes.actions}>
          <BringBoardLink />
          <CreateBoardButton filled onCreate={onCreate} />
        </div>
      </header>
      <div className={classes.toolbar}>
        <Segments
          label={t('dashboard:filters.label')}
          items={visibilities.map((each) => ({
            key: each,
            label: t(`dashboard:filters.${each}`),
            current: each === visibility,
            count: counts?.[each],
            search: { filtro: filtroOf[each] },
          }))}
        />
      </div>
      <Boards as={as} search={search} onCreate={onCreate} />
      {!search.q && !search.filtro && <Templates as={as} />}
    </>
  )
}

function Boards({ as, search, onCreate }: Props) {
  const query = search.q ?? ''
  const boards = useInfiniteQuery(boardsQuery(query, visibilityOf(search)))
  const found = boards.data?.pages.flat()
  useAnnouncedCount(query, found?.length, boards.isPlaceholderData)
  if (boards.isError && !found)
    return (
      <div className={classes.panel}>
        <ErrorState level={2} title={t('dashboard:boards.failed')} text={boards.error.message} onRetry={() => void boards.refetch()} />
      </div>
    )
  if (!found) return <Bones as={as} />
  if (found.length === 0) return <None search={search} onCreate={onCreate} />
  return (
    <div className={classes.results} data-old={boards.isPlaceholderData}>
      <BoardsAs as={as} boards={found} query={query} />
      <MoreButton query={boards} />
    </div>
  )
}

function None({ search, onCreate }: { search: DashboardSearch; onCreate: () => void }) {
  const seeAll = (
    <Link to="." search={(before) => readSearch({ ...before, q: undefined, filtro: undefined })} className={classes.all}>
      {t('dashboard:boards.seeAll')}
    </Link>
  )
  return (
    <div className={classes.panel}>
      {search.q ? (
        <EmptyState
          art="board"
          level={2}
          title={t('dashboard:boards.noneFound', { query: search.q })}
          text={t('dashboard:boards.noneFoundText')}
          action={seeAll}
        />
      ) : search.filtro ? (
        <EmptyState
          art="board"
          level={2}
          title={t('dashboard:boards.noneFiltered')}
          text={t('dashboard:boards.noneFilteredText')}
          action={seeAll}
        />
      ) : (
        <NoBoards create={<CreateBoardButton onCreate={onCreate} />} />
      )}
    </div>
  )
}

function Bones({ as }: { as: 'boards' | 'list' }) {
  return (
    <SkeletonGroup>
      <div className={as === 'boards' ? classes.tiles : classes.bones}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} height={as === 'boards' ? '4.5rem' : '3.25rem'} radius="12px" />
        ))}
      </div>
    </SkeletonGroup>
  )
}
