import { limits } from '@rodada/contract/core/limits'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, useCallback, useEffect, useMemo, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { boardFrameQuery } from '../../../lib/call/board-queries.ts'
import type { Sprint } from '../../../lib/call/sprint-words.ts'
import { FilterBar } from '../../../ui/filters/FilterBar.tsx'
import type { FilterChoices } from '../../../ui/filters/filter-choices.ts'
import { useCardFilter } from '../../../ui/filters/use-card-filter.ts'
import { ColumnComposer } from '../../../ui/kanban/ColumnComposer.tsx'
import { ConnectionNote } from '../../../ui/kanban/ConnectionNote.tsx'
import { Kanban } from '../../../ui/kanban/Kanban.tsx'
import { createKanbanController } from '../../../ui/kanban/kanban-controller.ts'
import type { KanbanProps } from '../../../ui/kanban/kanban-props.ts'
import { useColumns } from '../../../ui/kanban/use-columns.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Banner } from '../../../ui/states/Banner.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { leftovers } from '../SprintCard.tsx'
import { useProblem, useSession, useSnapshot } from '../session/sprint-session.ts'
import type { SprintState } from '../session/sprint-state.ts'
import { ColumnHeader } from './ColumnHeader.tsx'
import { SprintBoardHeader, SprintSearch } from './SprintBoardHeader.tsx'
import classes from './SprintBoardView.module.css'
import { type SprintBoardDialog, type SprintUi, SprintUiContext } from './sprint-ui.ts'
import { TaskComposer } from './TaskComposer.tsx'
import { TaskFace } from './TaskFace.tsx'
import { useSprintKeys } from './use-sprint-keys.ts'

const SprintBoardDialogs = lazyPart(async () => (await import('./SprintBoardDialogs.tsx')).SprintBoardDialogs)

/** Until it is known what the board has. */
const noBoard: FilterChoices['board'] = {
  id: 0,
  can: { write: false, administer: false },
  revision: 0,
  labels: [],
  members: [],
  fields: [],
}

const nameOf = ({ name }: { name: string }): string => name

/** A loaded sprint: its head, its columns, and what is open over them. */
export function SprintBoardView({ board }: { board: SprintState }) {
  const session = useSession()
  const { actions, problems } = session
  const problem = useProblem(problems)
  const { sprint } = board.frame
  const [kanban] = useState(createKanbanController)
  const boardId = sprint.board_id
  // What fields and people there are changes rarely.
  const { data: ofBoard } = useQuery({ ...boardFrameQuery(boardId), staleTime: 60_000 })
  const inUse = useCardFilter(ofBoard ?? null, board.frame.revision)
  const { matches } = inUse
  const [dialog, open] = useState<SprintBoardDialog | null>(null)
  const [addingTo, setAddingTo] = useState<number | null>(null)
  const [renaming, setRenaming] = useState<number | null>(null)
  const ui = useMemo<SprintUi>(
    () => ({ ...inUse, kanban, open, addingTo, setAddingTo, renaming, setRenaming }),
    [inUse, kanban, addingTo, renaming],
  )
  const columns = useColumns(board, nameOf, matches)
  const mayWrite = sprint.can.write && sprint.status !== 'ended'
  const closeDialog = useCallback(() => open(null), [])
  useSprintKeys(session, ui, mayWrite)

  // What the columns are drawn with must keep its identity; what changes reaches their parts by context.
  const props = useMemo<KanbanProps>(
    () => ({
      canMove: mayWrite,
      itemHref: (id) => `/board/${boardId}?card=${id}`,
      onOpen: (taskId) => open({ kind: 'task', taskId }),
      renderItem: (id) => <TaskFace taskId={id} />,
      renderHeader: (columnId) => (
        <ColumnHeader columnId={columnId} shown={kanban.columns().find(({ id }) => id === columnId)?.itemIds.length ?? 0} />
      ),
      renderFooter: mayWrite ? (columnId) => <TaskComposer columnId={columnId} /> : undefined,
      renderEmpty: matches ? () => <p className={classes.none}>{t('sprints:board.nothing')}</p> : undefined,
      onMoveItem: (id, { columnId, afterId }) => void actions.moveCard(id, { listId: columnId, afterId }),
      onMoveColumn: (id, index) => void actions.moveList(id, index),
    }),
    [actions, boardId, kanban, matches, mayWrite],
  )
  const shown = columns.reduce((sum, { itemIds }) => sum + itemIds.length, 0)
  useFoundAnnouncement(matches !== null, shown)
  const live = useSnapshot((snapshot) => snapshot.live)
  return (
    <SprintUiContext value={ui}>
      <div className={classes.screen} style={{ '--board': 'var(--petrol-7)' } as CSSProperties}>
        <SprintBoardHeader board={board} mayWrite={mayWrite} />
        <FilterBar
          board={{ ...(ofBoard ?? noBoard), revision: board.frame.revision }}
          cards={board.cards}
          inUse={inUse}
          search={<SprintSearch />}
        />
        <div className={classes.notes}>
          {problem && <Banner banner={problem} onClose={problems.clear} />}
          {sprint.status === 'ended' && <EndNote sprint={sprint} />}
        </div>
        <Kanban
          controller={kanban}
          columns={columns}
          label={t('sprints:board.label', { sprint: sprint.name })}
          props={props}
          end={mayWrite ? <NewColumn /> : undefined}
        />
        <ConnectionNote live={live} offline={t('sprints:offline.note')} />
      </div>
      {dialog && <SprintBoardDialogs dialog={dialog} onDone={(done) => toast(done)} onClose={closeDialog} />}
    </SprintUiContext>
  )
}

/** What was not done is no longer here: it says so, and leads to where it went. */
function EndNote({ sprint }: { sprint: Sprint }) {
  const count = leftovers(sprint)
  return (
    <p className={classes.ended}>
      <IconEye size={16} stroke={1.75} aria-hidden />
      <span>
        <b>{t('sprints:board.ended')}.</b> {t(count > 0 ? 'sprints:leftovers.left' : 'sprints:leftovers.none', { count })}{' '}
        <Link to="/sprint/$sprintId/report" params={{ sprintId: String(sprint.id) }}>
          {t('sprints:leftovers.report')}
        </Link>
      </span>
    </p>
  )
}

function NewColumn() {
  const { actions } = useSession()
  const texts = {
    add: t('sprints:column.add'),
    addFirst: t('sprints:column.add'),
    placeholder: t('sprints:column.addPlaceholder'),
    label: t('sprints:column.title'),
    submit: t('sprints:column.addSubmit'),
    created: (column: string) => t('sprints:announce.columnCreated', { column }),
  }
  return <ColumnComposer texts={texts} isFirst={false} max={limits.columnName} onAdd={actions.addList} />
}

/** Says how many tasks are left after the search changed. */
function useFoundAnnouncement(isActive: boolean, shown: number): void {
  useEffect(() => {
    if (isActive) announce(t('sprints:board.found', { count: shown }))
  }, [isActive, shown])
}
