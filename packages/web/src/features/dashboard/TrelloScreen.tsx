import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../../i18n/index.ts'
import { useMayCreateBoards } from '../../lib/call/use-role.ts'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { MoreButton } from '../../ui/page/MoreButton.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import { boardsQuery } from './api.ts'
import classes from './boards/BoardsView.module.css'
import { NoBoards } from './boards/CreateBoardButton.tsx'
import { BoardsAs, Templates } from './boards/Templates.tsx'

/** /trello: every board as a tile that opens it. */
export function TrelloScreen() {
  const boards = useInfiniteQuery(boardsQuery('', 'all'))
  const found = boards.data?.pages.flat()
  const create = useMayCreateBoards() && (
    <>
      <LinkButton to="/trazer">{t('dashboard:bringBoard')}</LinkButton>
      <LinkButton to="/dashboard" search={{ ver: 'quadros', criar: 'sim' }} variant="filled">
        {t('dashboard:createBoard')}
      </LinkButton>
    </>
  )
  return (
    <>
      <header className={classes.head}>
        <div>
          <h1>{t('dashboard:trello.title')}</h1>
          <p>{t('dashboard:trello.lead')}</p>
        </div>
        {found && found.length > 0 && <div className={classes.actions}>{create}</div>}
      </header>
      <div className={classes.toolbar} />
      {boards.isError && !found && (
        <div className={classes.panel}>
          <ErrorState level={2} title={t('dashboard:boards.failed')} text={boards.error.message} onRetry={() => void boards.refetch()} />
        </div>
      )}
      {!found && !boards.isError && (
        <SkeletonGroup>
          <div className={classes.tiles}>
            {['a', 'b', 'c'].map((key) => (
              <Skeleton key={key} height="4.5rem" radius="12px" />
            ))}
          </div>
        </SkeletonGroup>
      )}
      {found?.length === 0 && (
        <div className={classes.panel}>
          <NoBoards create={create} />
        </div>
      )}
      {found && found.length > 0 && (
        <>
          <BoardsAs as="boards" boards={found} query="" />
          <MoreButton query={boards} />
        </>
      )}
      <Templates as="boards" />
    </>
  )
}
