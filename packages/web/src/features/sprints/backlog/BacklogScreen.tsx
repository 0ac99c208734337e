import type { BoardChanges } from '@rodada/contract/boards/boards'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { boardFrameQuery } from '../../../lib/call/board-queries.ts'
import type { Planning, Sprint, SprintTask } from '../../../lib/call/sprint-words.ts'
import { format } from '../../../lib/dates/format.ts'
import { listenToPageKeys } from '../../../lib/device/page-keys.ts'
import { useBoardNews } from '../../../lib/live/use-board-news.ts'
import { BoardTabs } from '../../../ui/board/BoardTabs.tsx'
import { useDrawn } from '../../../ui/cards/query-place.ts'
import { isFiltering } from '../../../ui/filters/card-filter.ts'
import type { FilterChoices } from '../../../ui/filters/filter-choices.ts'
import { freePeople } from '../../../ui/filters/free-people.ts'
import { type FilterInUse, useCardFilter } from '../../../ui/filters/use-card-filter.ts'
import { useRowFocus } from '../../../ui/focus/use-row-focus.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { MoreButton } from '../../../ui/page/MoreButton.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { isMissing } from '../../../ui/states/MissingState.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import { backlogQuery, planningQuery, refreshSprints } from '../api.ts'
import { BoardTitle } from '../BoardTitle.tsx'
import { SprintFailed, SprintLoading } from '../SprintStates.tsx'
import { BacklogFilters } from './BacklogFilters.tsx'
import { BacklogMissing } from './BacklogMissing.tsx'
import { BacklogRow } from './BacklogRow.tsx'
import classes from './BacklogScreen.module.css'
import { between, takenWith } from './backlog-state.ts'
import { NewSprint } from './NewSprint.tsx'
import { SprintTargets } from './SprintTargets.tsx'
import { useBacklog } from './use-backlog.ts'

const EstimationList = lazyPart(async () => (await import('../../../ui/estimate/EstimationList.tsx')).EstimationList, {
  texts: ['estimations'],
})
const BacklogSelection = lazyPart(async () => (await import('./BacklogSelection.tsx')).BacklogSelection, {
  texts: ['choosing', 'estimations', 'decks'],
})
const CloseSprint = lazyPart(async () => (await import('../closing/CloseSprint.tsx')).CloseSprint)

/** /board/:id/backlog: the cards of a board that wait, ranked, and the sprints they may go into. */
export function BacklogScreen() {
  const boardId = Number(useParams({ strict: false }).boardId)
  const client = useQueryClient()
  const board = useQuery(boardFrameQuery(boardId))
  const inUse = useCardFilter(board.data ?? null, null)
  const backlog = useInfiniteQuery(backlogQuery(boardId, inUse.filter))
  const acts = useBacklog(boardId, inUse.filter)
  const { drawn } = useDrawn(acts.place, backlog.data)
  const planning = useQuery(planningQuery(boardId))
  useBoardNews(boardId, () => {
    for (const key of ['backlog', 'planning']) void client.invalidateQueries({ queryKey: ['sprints', key, boardId] })
    void client.invalidateQueries({ queryKey: ['estimations', 'ofBoard', boardId] })
    // What this person may do there.
    void client.invalidateQueries({ queryKey: boardFrameQuery(boardId).queryKey })
  })
  const problem = board.error ?? backlog.error ?? planning.error
  // Also with what was loaded before: the fresh answer is that it is not for this person any more.
  if (isMissing(board.error) || isMissing(backlog.error)) return <BacklogMissing />
  if (problem && (!board.data || !backlog.data || !planning.data)) {
    const retry = () => void Promise.all([board.refetch(), backlog.refetch(), planning.refetch()])
    return <SprintFailed reason={problem} title={t('sprints:problems.backlog')} onRetry={retry} />
  }
  if (!board.data || !drawn || !planning.data) return <SprintLoading />
  return (
    <Loaded
      boardId={boardId}
      board={board.data}
      tasks={drawn.pages.flatMap((page) => page.tasks)}
      counts={drawn.pages.at(-1) ?? { total: 0, points: 0, unestimated: 0 }}
      inUse={inUse}
      planning={planning.data}
      more={<MoreButton query={backlog} />}
      acts={acts}
    />
  )
}

type Props = {
  boardId: number
  board: BoardChanges & FilterChoices['board']
  tasks: readonly SprintTask[]
  /** Of all that the filter lets through, also what is not loaded yet. */
  counts: { total: number; points: number; unestimated: number }
  inUse: FilterInUse
  planning: Planning
  more: ReactNode
  acts: ReturnType<typeof useBacklog>
}

function Loaded({ boardId, board, tasks, counts, inUse, planning, more, acts }: Props) {
  const { can } = board
  const { rank, plan, estimate, writes, undo } = acts
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [anchor, setAnchor] = useState<number | null>(null)
  const [ending, setEnding] = useState<Sprint | null>(null)
  const frame = useRef<HTMLElement>(null)
  const passFocus = useRowFocus(frame, tasks.length)
  const chosenTasks = can.write ? tasks.filter(({ id }) => chosen.has(id)) : []
  const sprints = planning.sprints.map(({ sprint }) => sprint)
  const clear = () => setChosen(new Set())
  const isChoosing = chosenTasks.length > 0
  useEffect(
    () =>
      listenToPageKeys({
        undo: () => void undo.undo(),
        key: (event) => {
          if (event.key !== 'Escape' || !isChoosing) return freePeople(event, inUse)
          setChosen(new Set())
          return true
        },
      }),
    [undo, isChoosing, inUse],
  )
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
  const put = async (ids: readonly number[], sprint: Sprint) => {
    passFocus(tasks.findIndex(({ id }) => ids.includes(id)))
    if (await plan(tasks, ids, sprint)) clear()
  }
  const ids = chosenTasks.map(({ id }) => id)
  return (
    <div className={isChoosing ? classes.choosing : undefined}>
      <header className={classes.head}>
        <BoardTitle board={board} />
        <BoardTabs boardId={boardId} current="backlog" />
      </header>
      {!can.write && <p className={classes.note}>{t('sprints:backlog.readOnly')}</p>}
      <BacklogFilters board={board} inUse={inUse} unestimated={counts.unestimated} />
      <EstimationList boardId={boardId} />
      <div className={classes.grid}>
        <section ref={frame} tabIndex={-1} aria-label={t('sprints:backlog.title')}>
          <p className={classes.counts} role="status">
            {t('planning:counts', {
              count: counts.total,
              points: format.points(counts.points),
              unestimated: format.integer(counts.unestimated),
            })}
          </p>
          {tasks.length === 0 ? (
            <div className={classes.panel}>
              {isFiltering(inUse.filter) ? (
                <EmptyState art="tasks" level={2} title={t('planning:noneFound')} text={t('planning:noneFoundText')} />
              ) : (
                <EmptyState art="tasks" level={2} title={t('sprints:backlog.empty')} text={t('sprints:backlog.emptyText')} />
              )}
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
                    deck={board.deck}
                    onEstimate={(points) => estimate(task, points)}
                  />
                ))}
              </ol>
              {more}
            </>
          )}
        </section>
        <SprintTargets
          boardId={boardId}
          planning={planning}
          canWrite={can.write}
          chosen={chosenTasks}
          takenAt={(index) => {
            const task = tasks[index]
            return task ? takenWith(tasks, chosen, task.id) : []
          }}
          onPlan={(some, sprint) => void put(some, sprint)}
          onEnd={setEnding}
        >
          <NewSprint
            boardId={boardId}
            next={planning.next}
            count={chosenTasks.length}
            onMade={async (sprint) => {
              if (ids.length > 0) await put(ids, sprint)
              else toast(t('planning:created', { sprint: sprint.name }))
              await refreshSprints(client)
            }}
          />
        </SprintTargets>
      </div>
      {isChoosing && (
        <div className={classes.dock}>
          <BacklogSelection
            board={board}
            chosen={chosenTasks}
            sprints={sprints}
            writes={writes}
            onPlan={(sprint) => put(ids, sprint)}
            onClear={clear}
          />
        </div>
      )}
      {ending && <CloseSprint sprint={ending} onProblem={(text) => tellProblem(text)} onClose={() => setEnding(null)} />}
    </div>
  )
}
