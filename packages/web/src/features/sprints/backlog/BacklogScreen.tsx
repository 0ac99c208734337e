import type { BoardChanges } from '@rodada/contract/boards/boards'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { boardFrameQuery } from '../../../lib/call/board-queries.ts'
import type { Sprint, SprintTask } from '../../../lib/call/sprint-words.ts'
import { isActive } from '../../../lib/dates/sprint-time.ts'
import { useBoardNews } from '../../../lib/live/use-board-news.ts'
import { useDrawn } from '../../../ui/cards/query-place.ts'
import { useRowFocus } from '../../../ui/focus/use-row-focus.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { LinkButton } from '../../../ui/page/LinkButton.tsx'
import { MoreButton } from '../../../ui/page/MoreButton.tsx'
import { Crumb, PageHead } from '../../../ui/page/PageHead.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { isMissing } from '../../../ui/states/MissingState.tsx'
import { backlogQuery, sprintsOfBoardQuery } from '../api.ts'
import { SprintFailed, SprintLoading } from '../SprintStates.tsx'
import { BacklogMissing } from './BacklogMissing.tsx'
import { BacklogRow } from './BacklogRow.tsx'
import classes from './BacklogScreen.module.css'
import { between, takenWith } from './backlog-state.ts'
import { PlanBar } from './PlanBar.tsx'
import { SprintTargets } from './SprintTargets.tsx'
import { useBacklog } from './use-backlog.ts'

const EstimationList = lazyPart(async () => (await import('../../../ui/estimate/EstimationList.tsx')).EstimationList, {
  texts: ['estimations'],
})

/** /board/:id/backlog: the cards of a board that wait, ranked, and the sprints they may go into. */
export function BacklogScreen() {
  const boardId = Number(useParams({ strict: false }).boardId)
  const client = useQueryClient()
  const board = useQuery(boardFrameQuery(boardId))
  const backlog = useInfiniteQuery(backlogQuery(boardId))
  const { place, rank, plan } = useBacklog(boardId)
  const { drawn } = useDrawn(place, backlog.data)
  const sprints = useQuery(sprintsOfBoardQuery(boardId))
  useBoardNews(boardId, () => {
    for (const key of ['backlog', 'ofBoard']) void client.invalidateQueries({ queryKey: ['sprints', key, boardId] })
    void client.invalidateQueries({ queryKey: ['estimations', 'ofBoard', boardId] })
    // What this person may do there.
    void client.invalidateQueries({ queryKey: boardFrameQuery(boardId).queryKey })
  })
  const problem = board.error ?? backlog.error
  // Also with what was loaded before: the fresh answer is that it is not for this person any more.
  if (isMissing(board.error) || isMissing(backlog.error)) return <BacklogMissing />
  if (problem && (!board.data || !backlog.data)) {
    const retry = () => void Promise.all([board.refetch(), backlog.refetch(), sprints.refetch()])
    return <SprintFailed reason={problem} title={t('sprints:problems.backlog')} onRetry={retry} />
  }
  if (!board.data || !drawn) return <SprintLoading />
  const tasks = drawn.pages.flatMap((page) => page.tasks)
  return (
    <Loaded
      boardId={boardId}
      board={board.data}
      tasks={tasks}
      total={drawn.pages.at(-1)?.total ?? tasks.length}
      sprints={sprints.data?.filter((sprint) => isActive(sprint)) ?? []}
      more={<MoreButton query={backlog} />}
      {...{ rank, plan }}
    />
  )
}

type Props = {
  boardId: number
  board: BoardChanges
  tasks: readonly SprintTask[]
  total: number
  sprints: readonly Sprint[]
  more: React.ReactNode
} & Pick<ReturnType<typeof useBacklog>, 'rank' | 'plan'>

function Loaded({ boardId, board, tasks, total, sprints, more, rank, plan }: Props) {
  const { title, can } = board
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [anchor, setAnchor] = useState<number | null>(null)
  const frame = useRef<HTMLElement>(null)
  const passFocus = useRowFocus(frame, tasks.length)
  const chosenIds = tasks.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const choose = (id: number, on: boolean, through: boolean) => {
    const ids = through && anchor !== null ? between(tasks, anchor, id) : [id]
    setChosen((before) => {
      const next = new Set(before)
      for (const each of ids) {
        if (on) next.add(each)
        else next.delete(each)
      }
      return next
    })
    setAnchor(id)
  }
  const put = async (ids: number[], sprint: Sprint) => {
    passFocus(tasks.findIndex(({ id }) => ids.includes(id)))
    if (await plan(tasks, ids, sprint)) setChosen(new Set())
  }
  return (
    <>
      <PageHead
        crumb={
          <Crumb to="/board/$boardId" params={{ boardId: String(boardId) }}>
            {title}
          </Crumb>
        }
        title={t('sprints:backlog.title')}
        lead={t('sprints:backlog.lead', { count: total })}
      >
        {can.write && (
          <LinkButton variant="filled" to="/sprints" search={{ nova: 'sim', quadro: String(boardId) }}>
            {t('sprints:new')}
          </LinkButton>
        )}
      </PageHead>
      {!can.write && <p className={classes.note}>{t('sprints:backlog.readOnly')}</p>}
      <EstimationList boardId={boardId} />
      <div className={classes.grid}>
        <section ref={frame} tabIndex={-1} aria-label={t('sprints:backlog.title')}>
          {tasks.length === 0 ? (
            <div className={classes.panel}>
              <EmptyState art="tasks" level={2} title={t('sprints:backlog.empty')} text={t('sprints:backlog.emptyText')} />
            </div>
          ) : (
            <>
              <ol className={classes.rows}>
                {tasks.map((task, index) => (
                  <BacklogRow
                    key={task.id}
                    task={task}
                    index={index}
                    count={tasks.length}
                    canWrite={can.write}
                    isChosen={chosen.has(task.id)}
                    sprints={sprints}
                    onChoose={choose}
                    onRank={(from, to) => {
                      const moved = tasks[from]
                      if (moved) rank(tasks, moved, to - from)
                    }}
                    onPlan={(sprint) => void put(takenWith(tasks, chosen, task.id), sprint)}
                  />
                ))}
              </ol>
              {more}
            </>
          )}
        </section>
        <SprintTargets
          boardId={boardId}
          sprints={sprints}
          canWrite={can.write}
          takenAt={(index) => {
            const task = tasks[index]
            return task ? takenWith(tasks, chosen, task.id) : []
          }}
          onDrop={(ids, sprint) => void put(ids, sprint)}
        />
      </div>
      {can.write && chosenIds.length > 0 && (
        <PlanBar
          tasks={tasks.filter(({ id }) => chosen.has(id))}
          board={board}
          sprints={sprints}
          onPlan={(sprint) => put(chosenIds, sprint)}
          onClear={() => setChosen(new Set())}
        />
      )}
    </>
  )
}
