import { useMediaQuery } from '@mantine/hooks'
import { type CSSProperties, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { KanbanFrame, KanbanProvider } from '../../../ui/kanban/KanbanFrame.tsx'
import { type KanbanColumnData, useKanbanState } from '../../../ui/kanban/kanban-controller.ts'
import type { KanbanProps } from '../../../ui/kanban/kanban-props.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { changeBoardLook, type LaneKind, toggled, useBoardLook } from '../session/board-look.ts'
import { useSession } from '../session/board-session.ts'
import type { BoardState } from '../session/board-state.ts'
import { useBoardUi } from '../session/board-ui.ts'
import classes from './LaneBoard.module.css'
import { LaneSection } from './LaneSection.tsx'
import { putIntoCell } from './lane-acts.ts'
import { onLaneKey } from './lane-keys.ts'
import { bandOf, isNear, isSettled, layLanes, sizes, type View } from './lane-layout.ts'
import { type Cell, type FilledLane, fillLanes } from './lanes.ts'
import { useParents } from './use-parents.ts'

type Props = {
  board: BoardState
  columns: readonly KanbanColumnData[]
  /** Lists that are folded. */
  collapsed: readonly number[]
  kind: LaneKind
  label: string
  props: KanbanProps
}

/** On phones one list is shown at a time. */
const phone = '(max-width: 47.5em)'

/** The cards of a board in rows as well as in lists. Only what is in view is in the page, as in lists. */
export function LaneBoard({ board, columns, collapsed, kind, label, props }: Props) {
  const { kanban } = useBoardUi()
  const cells = useRef(new Map<string, Cell>())
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false })
  const [paged, setPaged] = useState<number | null>(null)
  const page = columns.find(({ id }) => id === paged) ?? columns[0]
  const shown = useMemo(
    () => (isPhone && page ? [page] : columns.map((column) => ({ ...column, collapsed: collapsed.includes(column.id) }))),
    [isPhone, page, columns, collapsed],
  )
  const { parents, isWaiting, hasFailed, refetch } = useParents(board.frame.id, kind)
  const lanes = useMemo(() => fillLanes(board, shown, { kind, parents }, cells.current), [board, shown, kind, parents])
  const all = useMemo(() => lanes.flatMap((lane) => lane.cells), [lanes])
  // Which lanes there are is known in a moment.
  if (isWaiting) return <div className={classes.screen} aria-busy="true" />
  if (hasFailed) return <ErrorState level={2} title={t('looks:parentsFailed')} onRetry={() => void refetch()} />
  return (
    <KanbanProvider controller={kanban} columns={all} props={props}>
      <div className={classes.screen} data-dense>
        {isPhone && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
          <div className={classes.pager} role="group" aria-label={t('looks:pager')}>
            {columns.map(({ id, name, itemIds }) => (
              <button key={id} type="button" aria-pressed={id === page?.id} onClick={() => setPaged(id)}>
                {name} <span>{itemIds.length}</span>
              </button>
            ))}
          </div>
        )}
        <Scroller kind={kind} lanes={lanes} columns={shown} label={label} props={props} hasHeads={!isPhone} />
      </div>
    </KanbanProvider>
  )
}

type ScrollerProps = {
  kind: LaneKind
  lanes: readonly FilledLane[]
  columns: readonly KanbanColumnData[]
  label: string
  props: KanbanProps
  hasHeads: boolean
}

function Scroller({ kind, lanes, columns, label, props, hasHeads }: ScrollerProps) {
  const session = useSession()
  const { boardId } = session
  const { kanban } = useBoardUi()
  const { folded } = useBoardLook(boardId)
  const scroller = useRef<HTMLDivElement>(null)
  const heads = useRef<HTMLDivElement>(null)
  const { canMove, onSpotKey, renderHeader, renderCollapsed } = props
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  const [view, setView] = useState<View>({ top: 0, height: 800 })
  /** What has the focus stays in the page while it is scrolled out of view. */
  const [focused, setFocused] = useState<number | null>(null)
  // In the cell that it comes from, a card has its row already: one more would push away the lanes that it is taken to.
  const overCell = useKanbanState(({ drag }) => {
    const now = drag()
    return now?.kind === 'item' && now.over?.columnId !== now.fromColumnId ? (now.over?.columnId ?? null) : null
  })
  // A person and a label may have the same key: one is folded without the other.
  const foldKey = ({ key }: FilledLane) => `${kind} ${key}`
  const isFolded = (lane: FilledLane) => folded.includes(foldKey(lane))
  const bands = layLanes(
    lanes.map((lane) => ({
      isFolded: isFolded(lane),
      rows: Math.max(...lane.cells.map(({ id, itemIds }) => itemIds.length + (id === overCell ? 1 : 0))),
    })),
    rem,
  )

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => {
      const now = { top: element.scrollTop - (heads.current?.offsetHeight ?? 0), height: element.clientHeight }
      setView((before) => (isSettled(before, now) ? before : now))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])

  const latest = useRef({ lanes, bands })
  useLayoutEffect(() => {
    latest.current = { lanes, bands }
  })
  useEffect(() => {
    const away = lanes.flatMap(({ cells }) =>
      cells.map(({ id }) =>
        kanban.registerColumn(id, {
          reveal: (itemId) => {
            const now = latest.current
            const band = bandOf(now.lanes, now.bands, itemId, rem)
            const element = scroller.current
            if (!band || !element) return
            const room = element.clientHeight - (heads.current?.offsetHeight ?? 0) - sizes.head * rem
            const from = element.scrollTop + sizes.head * rem
            if (band.top < from) element.scrollTop = band.top - sizes.head * rem
            else if (band.top + band.height > from + room) element.scrollTop = band.top + band.height - room - sizes.head * rem
          },
          focusHeader: () => {},
        }),
      ),
    )
    return () => {
      for (const leave of away) leave()
    }
  }, [kanban, lanes, rem])

  const columnCount = columns.length
  const style = {
    '--cols': columns.map(({ collapsed }) => (collapsed ? '2.75rem' : hasHeads ? 'minmax(16rem, 20rem)' : 'minmax(0, 1fr)')).join(' '),
    '--least': hasHeads
      ? `calc(${columns.reduce((sum, { collapsed }) => sum + (collapsed ? 2.75 : 16), 0)}rem + ${columnCount - 1} * 0.625rem)`
      : '0',
  } as CSSProperties
  const unfolded = lanes.filter((lane) => !isFolded(lane))
  return (
    <KanbanFrame
      scroller={scroller}
      label={label}
      className={classes.lanes}
      style={style}
      scrolls="both ways"
      hasHeads={false}
      onKeyDown={(event) =>
        onLaneKey(event, {
          kanban,
          lanes: unfolded,
          canMove,
          onSpotKey,
          onPut: (cardId, to) => {
            putIntoCell(session, lanes, cardId, to)
            kanban.follow({ columnId: to.cell.id, itemId: cardId })
          },
        })
      }
      onDropItem={(itemId, { columnId, index }) => {
        const cell = lanes.flatMap((lane) => lane.cells).find(({ id }) => id === columnId)
        if (cell) putIntoCell(session, lanes, itemId, { cell, index })
      }}
      onFocusItem={setFocused}
    >
      {hasHeads && (
        <div ref={heads} className={classes.heads}>
          {columns.map(({ id, collapsed }) => (
            <div key={id} data-collapsed={collapsed || undefined}>
              {collapsed && renderCollapsed ? renderCollapsed(id) : renderHeader(id)}
            </div>
          ))}
        </div>
      )}
      {lanes.map((lane, at) => {
        const band = bands[at]
        if (!band) return null
        const holdsFocus = focused !== null && lane.cells.some(({ itemIds }) => itemIds.includes(focused))
        return (
          <LaneSection
            key={lane.key}
            lane={lane}
            band={band}
            view={isNear(band, view) || holdsFocus ? view : null}
            rem={rem}
            focused={holdsFocus ? focused : null}
            isFolded={isFolded(lane)}
            onFold={() => changeBoardLook(boardId, { folded: toggled(folded, foldKey(lane)) })}
          />
        )
      })}
    </KanbanFrame>
  )
}
