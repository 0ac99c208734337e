import { IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type CSSProperties, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { t } from '../../i18n/index.ts'
import { readViewSearch } from '../../ui/board/view-address.ts'
import { isCardInAddress, useEscapeBehind } from '../../ui/cards/use-escape-behind.ts'
import { filterQuery, readFilterSearch } from '../../ui/filters/filter-address.ts'
import { useCardFilter } from '../../ui/filters/use-card-filter.ts'
import { Kanban } from '../../ui/kanban/Kanban.tsx'
import { createKanbanController } from '../../ui/kanban/kanban-controller.ts'
import type { KanbanProps } from '../../ui/kanban/kanban-props.ts'
import { createSelection } from '../../ui/kanban/selection.ts'
import { useColumns } from '../../ui/kanban/use-columns.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { announce } from '../../ui/states/LiveRegion.tsx'
import { ConnectionNote } from './BoardStates.tsx'
import classes from './BoardView.module.css'
import { BoardBar } from './header/BoardBar.tsx'
import { BoardHeader } from './header/BoardHeader.tsx'
import { CardComposer } from './list/CardComposer.tsx'
import { CardFace } from './list/CardFace.tsx'
import { ListComposer } from './list/ListComposer.tsx'
import { ListHeader } from './list/ListHeader.tsx'
import { ChooseBox } from './selection/ChooseBox.tsx'
import { chooseByKey, pressCard } from './selection/choosing.ts'
import { createArchive } from './session/archiving.ts'
import { useBoardLook } from './session/board-look.ts'
import { useSession } from './session/board-session.ts'
import type { BoardState } from './session/board-state.ts'
import { type ArchiveQuestion, type BoardDialog, type BoardUi, BoardUiContext } from './session/board-ui.ts'
import { NewsContext, noNews } from './session/news-context.ts'
import { useBoardKeys } from './session/use-board-keys.ts'
import { useBoardView } from './session/use-board-view.ts'
import { viewParts } from './views/parts.ts'

/** What the address says of how the board is looked at, whichever card is open. */
const readLook = (search: Record<string, unknown>) => ({ ...readFilterSearch(search), ...readViewSearch(search) })
const titleOf = ({ title }: { title: string }): string => title

const BoardDialogs = lazyPart(async () => (await import('./dialogs/BoardDialogs.tsx')).BoardDialogs, { texts: ['boardDialogs', 'decks'] })
const BoardNews = lazyPart(async () => (await import('./BoardNews.tsx')).BoardNews, { otherwise: () => null })
const CollapsedHeader = lazyPart(async () => (await import('./list/CollapsedHeader.tsx')).CollapsedHeader)
const LaneBoard = lazyPart(async () => (await import('./lanes/LaneBoard.tsx')).LaneBoard, { texts: ['looks'] })
const BoardSelection = lazyPart(async () => (await import('./selection/BoardSelection.tsx')).BoardSelection, { texts: ['choosing'] })
const CardWindow = lazyPart(async () => (await import('./card/CardWindow.tsx')).CardWindow, { texts: ['card', 'conflict', 'work'] })

/** A loaded board: its head, its lists, and what is open over them. */
export function BoardView({ board, cardId }: { board: BoardState; cardId: number | null }) {
  const session = useSession()
  const { boardId, actions } = session
  const navigate = useNavigate()
  const [kanban] = useState(createKanbanController)
  const [selection] = useState(createSelection)
  const inUse = useCardFilter(board.frame, board.frame.revision)
  const { filter, matches } = inUse
  const [dialog, open] = useState<BoardDialog | null>(null)
  const [addingTo, setAddingTo] = useState<number | null>(null)
  const [renaming, setRenaming] = useState<number | null>(null)
  const [filterOpen, setFilterOpen] = useState(false)
  // They come when the server has answered, which may be over another dialog: then they wait until it is closed.
  const [questions, setQuestions] = useState<readonly ArchiveQuestion[]>([])
  const archive = useMemo(() => createArchive(session, (question) => setQuestions((waiting) => [...waiting, question])), [session])
  const ui = useMemo<BoardUi>(
    () => ({
      kanban,
      selection,
      ...inUse,
      open,
      archive,
      addingTo,
      setAddingTo,
      renaming,
      setRenaming,
      filterOpen,
      setFilterOpen,
    }),
    [kanban, selection, inUse, archive, addingTo, renaming, filterOpen],
  )
  const query = filterQuery(filter)
  const { dense, lanes, lists: collapsed } = useBoardLook(boardId)
  const { view } = useBoardView()
  const View = view === 'kanban' ? null : viewParts[view]
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const shownColumns = useColumns(board, titleOf, matches)
  const columns = useMemo(
    () => shownColumns.map((column) => (collapsed.includes(column.id) ? { ...column, itemIds: [], collapsed: true } : column)),
    [shownColumns, collapsed],
  )
  const mayWrite = board.frame.can.write

  const openCard = useCallback(
    (id: number) =>
      void navigate({
        to: '/board/$boardId',
        params: { boardId: String(boardId) },
        search: (before) => ({ ...readLook(before), card: String(id) }),
      }),
    [navigate, boardId],
  )
  const closeCard = useCallback(() => {
    void navigate({ to: '/board/$boardId', params: { boardId: String(boardId) }, search: readLook })
  }, [navigate, boardId])
  const closeDialog = useCallback(() => open(null), [])
  const closeQuestion = useCallback(() => setQuestions(([, ...waiting]) => waiting), [])
  // Before the board's own keys: an Escape is for the card that comes, and not also for what is filtered.
  useEscapeBehind(isCardInAddress, closeCard)
  useBoardKeys(session, ui, openCard)
  const [news, setNews] = useState(noNews)

  // What the lists are drawn with must keep its identity; what changes reaches their parts by context.
  const props = useMemo<KanbanProps>(
    () => ({
      canMove: mayWrite,
      itemHref: (id) => `/board/${boardId}?card=${id}${query && `&${query}`}`,
      onOpen: openCard,
      renderItem: (id) => <CardFace cardId={id} />,
      renderItemExtra: mayWrite
        ? (id) => (
            <>
              <ChooseBox cardId={id} />
              <QuickEditButton cardId={id} onOpen={() => open({ kind: 'quickEdit', cardId: id })} />
            </>
          )
        : undefined,
      ...(mayWrite && {
        onPressItem: (id, event) => pressCard(selection, kanban, id, event),
        onSpotKey: (event, spot) => chooseByKey(selection, kanban, event, spot),
        onHoldItem: selection.toggle,
      }),
      renderHeader: (listId) => (
        <ListHeader
          listId={listId}
          shown={kanban.columns().reduce((sum, { id, of = id, itemIds }) => (of === listId ? sum + itemIds.length : sum), 0)}
        />
      ),
      renderCollapsed: (listId) => <CollapsedHeader listId={listId} />,
      dense,
      renderFooter: mayWrite ? (listId) => <CardComposer listId={listId} /> : undefined,
      renderEmpty: matches ? () => <p className={classes.none}>{t('boards:search.none')}</p> : undefined,
      onMoveItem: (id, { columnId, afterId }) => {
        const isCollapsed = kanban.columns().some((column) => column.id === columnId && column.collapsed)
        // Nobody chose a place in a list that shows none.
        void actions.moveCard(id, { listId: columnId, afterId: isCollapsed ? actions.lastOf(columnId) : afterId })
      },
      onMoveColumn: (id, index) => void actions.moveList(id, index),
    }),
    [actions, boardId, dense, kanban, selection, matches, query, mayWrite, openCard],
  )

  const shown = shownColumns.reduce((sum, { itemIds }) => sum + itemIds.length, 0)
  const isChoosing = useSyncExternalStore(selection.subscribe, selection.isOn)
  useFoundAnnouncement(matches !== null, shown)
  const [question] = questions
  const label = t('boards:label', { title: board.frame.title })

  return (
    <BoardUiContext value={ui}>
      <NewsContext value={news}>
        <div className={classes.screen} data-choosing={isChoosing || undefined} style={{ '--board': board.frame.color } as CSSProperties}>
          <BoardHeader frame={board.frame} />
          <BoardBar board={board} onTools={setTools} />
          {board.lists.length === 0 ? (
            <div className={classes.empty}>
              <EmptyState
                art="board"
                level={2}
                title={t('boards:empty.title')}
                text={t('boards:empty.text')}
                action={mayWrite ? <ListComposer /> : undefined}
              />
            </div>
          ) : View ? (
            <View columns={shownColumns} title={board.frame.title} props={props} tools={tools} />
          ) : lanes ? (
            <LaneBoard board={board} columns={shownColumns} collapsed={collapsed} kind={lanes} label={label} props={props} />
          ) : (
            <Kanban controller={kanban} columns={columns} label={label} props={props} end={mayWrite ? <ListComposer /> : undefined} />
          )}
          {isChoosing && <BoardSelection columns={view === 'kanban' ? columns : shownColumns} />}
          <ConnectionNote />
          <BoardNews openCard={cardId} onNews={setNews} />
        </div>
      </NewsContext>
      {dialog && <BoardDialogs dialog={dialog} onClose={closeDialog} onOpenCard={openCard} />}
      {!dialog && question && <BoardDialogs dialog={question} onClose={closeQuestion} onOpenCard={openCard} />}
      {cardId !== null && <CardWindow key={cardId} cardId={cardId} onClose={closeCard} />}
    </BoardUiContext>
  )
}

/** For the pointer; the keyboard has 'e'. */
function QuickEditButton({ cardId, onOpen }: { cardId: number; onOpen: () => void }) {
  const { store } = useSession()
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.quickEdit}
      aria-label={t('boards:card.edit', { title: store.get().board?.cards.get(cardId)?.title ?? '' })}
      title={t('boards:edit.title')}
      onClick={onOpen}
    >
      <IconPencil size={16} stroke={1.75} aria-hidden />
    </button>
  )
}

/** Says how many cards are left after the search or the filters changed. */
function useFoundAnnouncement(isActive: boolean, shown: number): void {
  useEffect(() => {
    if (isActive) announce(t('boards:search.found', { count: shown }))
  }, [isActive, shown])
}
