import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { boardFrameQuery } from '../../lib/call/board-queries.ts'
import { useBoardNews } from '../../lib/live/use-board-news.ts'
import { BoardTabs } from '../../ui/board/BoardTabs.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { Banner, useBanner } from '../../ui/states/Banner.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { isMissing } from '../../ui/states/MissingState.tsx'
import { sprintsOfBoardQuery } from './api.ts'
import classes from './BoardParts.module.css'
import { BoardTitle } from './BoardTitle.tsx'
import { BacklogMissing } from './backlog/BacklogMissing.tsx'
import type { SprintDialog } from './dialogs/sprint-dialog.ts'
import { SprintCard } from './SprintCard.tsx'
import { SprintFailed, SprintLoading } from './SprintStates.tsx'

const SprintDialogs = lazyPart(async () => (await import('./dialogs/SprintDialogs.tsx')).SprintDialogs)

/** /board/:id/sprints: the sprints of a board, the open ones first. */
export function BoardSprintsScreen() {
  const boardId = Number(useParams({ strict: false }).boardId)
  const client = useQueryClient()
  const board = useQuery(boardFrameQuery(boardId))
  const sprints = useQuery(sprintsOfBoardQuery(boardId))
  const { banner, tell, complain, clear } = useBanner()
  const [dialog, setDialog] = useState<SprintDialog | null>(null)
  useBoardNews(boardId, () => void client.invalidateQueries({ queryKey: sprintsOfBoardQuery(boardId).queryKey }))
  const problem = board.error ?? sprints.error
  if (isMissing(board.error) || isMissing(sprints.error)) return <BacklogMissing />
  if (problem && (!board.data || !sprints.data)) {
    const retry = () => void Promise.all([board.refetch(), sprints.refetch()])
    return <SprintFailed reason={problem} title={t('sprints:problems.load')} onRetry={retry} />
  }
  if (!board.data || !sprints.data) return <SprintLoading />
  return (
    <>
      <header className={classes.head}>
        <BoardTitle board={board.data} />
        <BoardTabs boardId={boardId} current="sprints" />
        {board.data.can.write && (
          <LinkButton className={classes.action} to="/sprints" search={{ nova: 'sim', quadro: String(boardId) }}>
            {t('sprints:new')}
          </LinkButton>
        )}
      </header>
      <Banner banner={banner} onClose={clear} />
      {sprints.data.length === 0 ? (
        <EmptyState art="tasks" level={2} title={t('sprints:empty.all')} text={t('sprints:empty.allText')} />
      ) : (
        <ul className={classes.cards}>
          {sprints.data.map((sprint) => (
            <li key={sprint.id}>
              <SprintCard sprint={sprint} onOpen={(kind) => setDialog({ kind, sprint })} />
            </li>
          ))}
        </ul>
      )}
      {dialog && <SprintDialogs dialog={dialog} onDone={tell} onProblem={complain} onClose={() => setDialog(null)} />}
    </>
  )
}
