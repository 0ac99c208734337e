import { useQuery } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { recentBoardsQuery } from '../api.ts'
import classes from './BoardStrip.module.css'
import { BoardTile } from './BoardTile.tsx'
import { CreateBoardButton, NoBoards } from './CreateBoardButton.tsx'

const shownBoards = 3

/** The boards that changed last, at hand below the tasks. */
export function BoardStrip({ onCreate }: { onCreate: () => void }) {
  const { data, isPending } = useQuery(recentBoardsQuery)
  if (isPending)
    return (
      <SkeletonGroup>
        <Skeleton height="4.25rem" radius="12px" />
      </SkeletonGroup>
    )
  // Without an answer the side says so already; here boards are a shortcut.
  if (!data) return null
  if (data.length === 0)
    return (
      <section className={classes.none} aria-label={t('dashboard:boards.yours')}>
        <NoBoards level={3} create={<CreateBoardButton onCreate={onCreate} />} />
      </section>
    )
  return (
    <section aria-label={t('dashboard:boards.yours')} className={classes.strip}>
      {data.slice(0, shownBoards).map((board) => (
        <BoardTile key={board.id} board={board} />
      ))}
    </section>
  )
}
