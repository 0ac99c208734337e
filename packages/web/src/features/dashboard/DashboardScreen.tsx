import { t } from '../../i18n/index.ts'
import { newsKey } from '../../lib/call/news-queries.ts'
import { useMayCreateBoards } from '../../lib/call/use-role.ts'
import { useOverviewNews } from '../../lib/live/use-overview-news.ts'
import { SearchBox } from '../../ui/fields/SearchBox.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { BoardsView } from './boards/BoardsView.tsx'
import classes from './DashboardScreen.module.css'
import { type DashboardSearch, verOf, viewOf, views } from './dashboard-search.ts'
import { Segments } from './Segments.tsx'
import { Found } from './tasks/Found.tsx'
import { TasksView } from './tasks/TasksView.tsx'
import { useDashboardSearch } from './use-dashboard-search.ts'

const CreateBoardModal = lazyPart(async () => (await import('./boards/CreateBoardModal.tsx')).CreateBoardModal)

const overview: DashboardSearch = { ver: undefined, q: undefined, filtro: undefined }

/** What other people's work changes here. */
const news = [['dashboard'], ['boards'], ['cards'], newsKey]

/** The personal dashboard: three views over tasks and boards. View, filter and search stand in the address. Admins have theirs before it. */
export function DashboardScreen({ admin = false }: { admin?: boolean }) {
  const [search, change] = useDashboardSearch()
  const view = viewOf(search)
  const query = search.q ?? ''
  const mayCreate = useMayCreateBoards()
  useOverviewNews(news)
  const create = () => change({ criar: 'sim' })
  return (
    <>
      <div className={classes.top}>
        <Segments
          label={t('dashboard:views.label')}
          items={[
            ...(admin ? [{ key: 'admin', label: t('dashboard:views.admin'), current: false, search: overview }] : []),
            ...views.map((each) => ({
              key: each,
              label: t(`dashboard:views.${each}`),
              current: each === view,
              search: { ver: admin && each === 'kanban' ? ('tarefas' as const) : verOf[each] },
            })),
          ]}
        />
        <SearchBox
          className={classes.search}
          label={t(view === 'kanban' ? 'dashboard:search.label' : 'dashboard:search.boards')}
          value={query}
          onSearch={(q) => change({ q: q || undefined })}
        />
      </div>
      {view !== 'kanban' && <BoardsView as={view} search={search} onCreate={create} />}
      {view === 'kanban' && (query ? <Found query={query} /> : <TasksView admin={admin} onCreate={create} />)}
      {search.criar && mayCreate && <CreateBoardModal onClose={() => change({ criar: undefined })} />}
    </>
  )
}
