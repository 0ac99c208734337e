import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { newsQuery, seeBoards } from '../../../lib/call/news-queries.ts'
import { format } from '../../../lib/dates/format.ts'
import { focusIfLost } from '../../../ui/focus/focus-if-lost.ts'
import { CardNewsList } from '../../../ui/news/CardNewsList.tsx'
import { MoreButton } from '../../../ui/page/MoreButton.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'

const shownFirst = 4

/** What others changed on the person's boards since they last said that they saw all. Nothing when there is nothing. */
export function SincePanel() {
  const client = useQueryClient()
  const query = useInfiniteQuery(newsQuery())
  const [all, setAll] = useState(false)
  const cards = query.data?.pages.flatMap((page) => page.cards) ?? []
  const boards = query.data?.pages[0]?.boards ?? []
  if (cards.length === 0) return null
  const total = boards.reduce((sum, board) => sum + board.cards, 0)
  const since = boards.map((board) => board.since).sort()[0]
  const rest = total - shownFirst
  const seeAll = async () => {
    try {
      await seeBoards(client, boards)
      announce(t('news:allSeen'))
      focusIfLost(() => document.getElementById('conteudo'))
    } catch (reason) {
      tellProblem(t('news:seeFailed'), reason)
    }
  }
  return (
    <Panel
      title={t('news:title')}
      note={since && <time dateTime={since}>{format.ago(since)}</time>}
      aside={
        <Button size="sm" variant="subtle" leftSection={<IconChecks size={18} stroke={1.75} aria-hidden />} onClick={() => void seeAll()}>
          {t('news:seeAll')}
        </Button>
      }
    >
      <CardNewsList cards={all ? cards : cards.slice(0, shownFirst)} />
      {!all && rest > 0 && (
        <Button variant="subtle" size="sm" onClick={() => setAll(true)}>
          {t('news:rest', { count: rest, boards: t('news:boards', { count: boards.length }) })}
        </Button>
      )}
      {all && <MoreButton query={query} />}
    </Panel>
  )
}
