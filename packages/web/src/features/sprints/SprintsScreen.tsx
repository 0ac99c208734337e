import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { useOverviewNews } from '../../lib/live/use-overview-news.ts'
import { SearchBox } from '../../ui/fields/SearchBox.tsx'
import { Segment, Segments } from '../../ui/fields/Segments.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { MoreButton } from '../../ui/page/MoreButton.tsx'
import { Crumb, PageHead } from '../../ui/page/PageHead.tsx'
import { Banner, useBanner } from '../../ui/states/Banner.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { announce } from '../../ui/states/LiveRegion.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import { sprintsQuery, summaryQuery } from './api.ts'
import type { SprintDialog } from './dialogs/sprint-dialog.ts'
import { SprintCard } from './SprintCard.tsx'
import { SprintStats } from './SprintStats.tsx'
import { SprintsEmpty } from './SprintsEmpty.tsx'
import classes from './SprintsScreen.module.css'
import { filterOf, readSprintsSearch, type SprintsSearch, sprintFilters } from './sprints-search.ts'
import { useMayPlan } from './use-may-plan.ts'

const SprintDialogs = lazyPart(async () => (await import('./dialogs/SprintDialogs.tsx')).SprintDialogs)

/** What other people's work changes here. */
const news = [
  ['sprints', 'list'],
  ['sprints', 'summary'],
]

/** /sprints: every sprint that this person sees, in numbers and as cards. */
export function SprintsScreen() {
  const search = readSprintsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (next: SprintsSearch) =>
    void navigate({ to: '/sprints', search: (before) => readSprintsSearch({ ...before, ...next }), replace: true })
  const { banner, tell, complain, clear } = useBanner()
  const [dialog, setDialog] = useState<SprintDialog | null>(null)
  const { data: summary } = useQuery(summaryQuery)
  useOverviewNews(news)
  const counts = summary && { todas: summary.all, ativas: summary.active, encerradas: summary.ended }
  const mayPlan = useMayPlan()
  const create = () => change({ nova: 'sim' })
  return (
    <>
      <PageHead crumb={<Crumb to="/dashboard">{t('sprints:back')}</Crumb>} title={t('sprints:title')}>
        {mayPlan && (
          <Button variant="filled" leftSection={<IconPlus aria-hidden />} onClick={create}>
            {t('sprints:new')}
          </Button>
        )}
      </PageHead>
      <Banner banner={banner} onClose={clear} />
      <SprintStats />
      <div className={classes.toolbar}>
        <Segments label={t('sprints:filters.label')}>
          {sprintFilters.map((each) => (
            <Segment
              key={each}
              to="/sprints"
              search={(before) => readSprintsSearch({ ...before, filtro: each })}
              current={each === filterOf(search)}
              count={counts?.[each]}
            >
              {t(`sprints:filters.${each}`)}
            </Segment>
          ))}
        </Segments>
        <SearchBox
          className={classes.search}
          label={t('sprints:search')}
          value={search.q ?? ''}
          onSearch={(q) => change({ q: q || undefined })}
        />
      </div>
      <Cards search={search} onCreate={mayPlan ? create : undefined} onOpen={setDialog} />
      {(dialog || (search.nova && mayPlan)) && (
        <SprintDialogs
          dialog={dialog ?? { kind: 'create', boardId: search.quadro ? Number(search.quadro) : undefined }}
          onDone={tell}
          onProblem={complain}
          onClose={() => {
            setDialog(null)
            if (search.nova) change({ nova: undefined, quadro: undefined })
          }}
        />
      )}
    </>
  )
}

type CardsProps = { search: SprintsSearch; onCreate: (() => void) | undefined; onOpen: (dialog: SprintDialog) => void }

function Cards({ search, onCreate, onOpen }: CardsProps) {
  const query = search.q ?? ''
  const sprints = useInfiniteQuery(sprintsQuery(filterOf(search), query))
  const found = sprints.data?.pages.flat()
  useFoundAnnouncement(query, found?.length, sprints.isPlaceholderData)
  if (sprints.isError && !found)
    return (
      <div className={classes.panel}>
        <ErrorState level={2} title={t('sprints:problems.load')} text={sprints.error.message} onRetry={() => void sprints.refetch()} />
      </div>
    )
  if (!found)
    return (
      <SkeletonGroup>
        <div className={classes.grid}>
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} height="14.75rem" radius="12px" />
          ))}
        </div>
      </SkeletonGroup>
    )
  if (found.length === 0) return <SprintsEmpty search={search} onCreate={onCreate} />
  return (
    <div className={classes.results} data-old={sprints.isPlaceholderData}>
      <ul className={classes.grid}>
        {found.map((sprint) => (
          <li key={sprint.id}>
            <SprintCard sprint={sprint} onOpen={(kind) => onOpen({ kind, sprint })} />
          </li>
        ))}
      </ul>
      <MoreButton query={sprints} />
    </div>
  )
}

/** Says how many sprints a search has left, once they are there. */
function useFoundAnnouncement(query: string, count: number | undefined, waiting: boolean): void {
  useEffect(() => {
    if (query !== '' && count !== undefined && !waiting) announce(t('sprints:found', { count }))
  }, [query, count, waiting])
}
