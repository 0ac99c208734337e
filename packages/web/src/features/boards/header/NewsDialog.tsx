import { Button } from '@mantine/core'
import { IconChecks, IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { newsQuery, seeBoards } from '../../../lib/call/news-queries.ts'
import { AnchoredDialog } from '../../../ui/dialog/AnchoredDialog.tsx'
import { CardNewsList } from '../../../ui/news/CardNewsList.tsx'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { MoreButton } from '../../../ui/page/MoreButton.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import { useSession } from '../session/board-session.ts'
import classes from './NewsButton.module.css'

/** What others changed on this board since the last visit, card by card; 'Tudo visto' ends it. */
export function NewsDialog({ anchor, onClose }: { anchor: Element | null; onClose: () => void }) {
  const { boardId } = useSession()
  const client = useQueryClient()
  const query = useInfiniteQuery(newsQuery(boardId))
  const cards = query.data?.pages.flatMap((page) => page.cards) ?? []
  const boards = query.data?.pages[0]?.boards ?? []
  const seeAll = async () => {
    try {
      await seeBoards(client, boards)
      announce(t('news:allSeen'))
      onClose()
    } catch (reason) {
      tellProblem(t('news:seeFailed'), reason)
    }
  }
  return (
    <AnchoredDialog label={t('news:title')} anchor={anchor} onClose={onClose} tall>
      <header className={classes.head}>
        <h2>{t('news:title')}</h2>
        {boards.length > 0 && (
          <Button size="sm" variant="subtle" leftSection={<IconChecks size={18} stroke={1.75} aria-hidden />} onClick={() => void seeAll()}>
            {t('news:seeAll')}
          </Button>
        )}
        <IconButton label={t('close')} onClick={onClose}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </IconButton>
      </header>
      <div className={classes.list}>
        {query.isPending && (
          <SkeletonGroup>
            <Skeleton height="3.5rem" />
            <Skeleton height="3.5rem" />
          </SkeletonGroup>
        )}
        {query.isError && !query.data && (
          <ErrorState level={3} title={t('news:failed')} text={query.error.message} onRetry={() => void query.refetch()} />
        )}
        {query.data && cards.length === 0 && <p>{t('news:allSeen')}</p>}
        <CardNewsList cards={cards} onFollow={onClose} />
        <MoreButton query={query} />
      </div>
    </AnchoredDialog>
  )
}
