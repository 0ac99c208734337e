import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { recentBoardsQuery, sideBoards, statsQuery } from '../../features/dashboard/api.ts'
import { NotificationBell } from '../../features/notifications/NotificationBell.tsx'
import { t } from '../../i18n/index.ts'
import { useOverviewNews } from '../../lib/live/use-overview-news.ts'
import { Swatch } from '../../ui/fields/Swatch.tsx'
import { Brand } from '../../ui/page/Brand.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import { useMe } from '../session/use-me.ts'
import { NavLink } from './NavLink.tsx'
import { OpenRoom } from './OpenRoom.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import classes from './Side.module.css'

type Props = { onSearch: () => void }

/** What other people's work changes here: the number of open tasks, and which boards changed last. */
const news = [statsQuery.queryKey, recentBoardsQuery.queryKey]

/** The frame's side: where one can go, the boards that changed last, and the person's menu. */
export function Side({ onSearch }: Props) {
  const { role } = useMe()
  const { data: stats } = useQuery(statsQuery)
  useOverviewNews(news)
  const open = stats ? stats.userTasks.pending + stats.userTasks.inProgress : 0
  return (
    <aside className={classes.side} aria-label={t('brand')}>
      <div className={classes.brand}>
        <Brand to="/dashboard" />
      </div>
      <nav className={classes.nav} aria-label={t('shell:nav.label')}>
        <NavLink item="dashboard" />
        <NavLink item="sprints" />
        <NavLink item="myTasks" count={open} />
        <NotificationBell />
        {role === 'admin' && <NavLink item="members" />}
        <OpenRoom />
        <button type="button" onClick={onSearch} aria-keyshortcuts="Control+K">
          <IconSearch size={18} stroke={1.75} aria-hidden />
          <span>{t('shell:nav.search')}</span>
          <small aria-hidden="true">{t('shell:nav.searchKeys')}</small>
        </button>
      </nav>
      <Boards />
      <ProfileMenu />
    </aside>
  )
}

function Boards() {
  const { data, isPending, isError } = useQuery(recentBoardsQuery)
  return (
    <nav className={classes.boards} aria-label={t('shell:boards.title')}>
      <h2>{t('shell:boards.title')}</h2>
      {isPending && (
        <div className={classes.bones}>
          <SkeletonGroup>
            <Skeleton width="80%" />
            <Skeleton width="65%" />
          </SkeletonGroup>
        </div>
      )}
      {data?.slice(0, sideBoards).map(({ id, title, color }) => (
        <Link key={id} to="/board/$boardId" params={{ boardId: String(id) }} title={title}>
          <Swatch color={color} size={18} />
          <span>{title}</span>
        </Link>
      ))}
      {data?.length === 0 && <p>{t('shell:boards.none')}</p>}
      {isError && !data && <p>{t('shell:boards.failed')}</p>}
      {data && data.length > sideBoards && (
        <Link to="/trello" className={classes.all}>
          {t('shell:boards.all')}
        </Link>
      )}
    </nav>
  )
}

/** The side as a strip of icons: on tablets, and beside a board at every width. */
export function Rail({ onSearch }: Props) {
  const { role } = useMe()
  return (
    <aside className={classes.rail} aria-label={t('brand')}>
      <div className={classes.mark}>
        <Brand to="/dashboard" />
      </div>
      <nav aria-label={t('shell:nav.label')}>
        <NavLink item="dashboard" iconOnly />
        <NavLink item="boards" iconOnly />
        <NavLink item="sprints" iconOnly />
        <NavLink item="myTasks" iconOnly />
        {role === 'admin' && <NavLink item="members" iconOnly />}
        <OpenRoom iconOnly />
        <NotificationBell iconOnly />
        <button
          type="button"
          onClick={onSearch}
          aria-keyshortcuts="Control+K"
          aria-label={t('shell:nav.search')}
          title={`${t('shell:nav.search')} (${t('shell:nav.searchKeys')})`}
        >
          <IconSearch size={18} stroke={1.75} aria-hidden />
        </button>
      </nav>
      <ProfileMenu tileOnly />
    </aside>
  )
}
