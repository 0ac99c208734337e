import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { useMediaQuery } from '@mantine/hooks'
import { type CSSProperties, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { restedOn } from '../../../ui/kanban/drag-rest.ts'
import { type KanbanColumnData, KanbanContext, useKanbanState } from '../../../ui/kanban/kanban-controller.ts'
import { type KanbanProps, KanbanPropsContext } from '../../../ui/kanban/kanban-props.ts'
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
  const lanes = useMemo(() => fillLanes(board, shown, kind, cells.current), [board, shown, kind])
  const before = useRef<readonly Cell[]>([])
  const all = useMemo(() => lanes.flatMap((lane) => lane.cells), [lanes])
  // As in a kanban: before the cards draw.
  kanban.setColumns(all)
  useLayoutEffect(() => {
    kanban.keepFocus(before.current)
    before.current = all
  }, [kanban, all])
  return (
    <KanbanContext value={kanban}>
      <KanbanPropsContext value={props}>
        <div className={classes.screen}>
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
          <Scroller lanes={lanes} columns={shown} label={label} props={props} hasHeads={!isPhone} />
        </div>
      </KanbanPropsContext>
    </KanbanContext>
  )
}

type ScrollerProps = {
  lanes: readonly FilledLane[]
  columns: readonly KanbanColumnData[]
  label: string
  props: KanbanProps
  hasHeads: boolean
}

function Scroller({ lanes, columns, label, props, hasHeads }: ScrollerProps) {
  const session = useSession()
  const { boardId } = session
  const { kanban } = useBoardUi()
  const { folded } = useBoardLook(boardId)
  const scroller = useRef<HTMLDivElement>(null)
  const heads = useRef<HTMLDivElement>(null)
  const { canMove, onHoldItem, onSpotKey, renderHeader, renderCollapsed } = props
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  const [view, setView] = useState<View>({ top: 0, height: 800 })
  /** What has the focus stays in the page while it is scrolled out of view. */
  const [focused, setFocused] = useState<number | null>(null)
  const overCell = useKanbanState(({ drag }) => {
    const now = drag()
    return now?.kind === 'item' ? (now.over?.columnId ?? null) : null
  })
  const isFolded = ({ key }: FilledLane) => folded.includes(key)
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

  useEffect(() => {
    const element = scroller.current
    if (!element || !canMove) return
    return combine(
      autoScrollForElements({ element, canScroll: ({ source }) => source.data.kanban === kanban }),
      monitorForElements({
        canMonitor: ({ source }) => source.data.kanban === kanban,
        onDrop: ({ location }) => {
          const drag = kanban.drag()
          kanban.setDrag(null)
          if (drag?.kind !== 'item' || !drag.over || location.current.dropTargets.length === 0) return
          if (onHoldItem && restedOn(location)) return onHoldItem(drag.itemId)
          const { columnId, index } = drag.over
          const cell = latest.current.lanes.flatMap((lane) => lane.cells).find(({ id }) => id === columnId)
          if (cell) putIntoCell(session, latest.current.lanes, drag.itemId, { cell, index })
        },
      }),
    )
  }, [kanban, canMove, onHoldItem, session])

  const columnCount = columns.length
  const style = {
    '--cols': columns.map(({ collapsed }) => (collapsed ? '2.75rem' : hasHeads ? 'minmax(16rem, 20rem)' : 'minmax(0, 1fr)')).join(' '),
    '--least': hasHeads
      ? `calc(${columns.reduce((sum, { collapsed }) => sum + (collapsed ? 2.75 : 16), 0)}rem + ${columnCount - 1} * 0.625rem)`
      : '0',
  } as CSSProperties
  const unfolded = lanes.filter((lane) => !isFolded(lane))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; the keys of the links inside are heard in one place
    <div
      ref={scroller}
      className={classes.lanes}
      style={style}
      role="group"
      aria-label={label}
      data-kanban
      data-dense
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
      onFocus={({ target }) => {
        const item = target instanceof Element ? target.closest<HTMLElement>('[data-kanban-item]') : null
        const columnId = Number(item?.closest<HTMLElement>('[data-kanban-column]')?.dataset.kanbanColumn)
        const itemId = Number(item?.dataset.kanbanItem)
        setFocused(item ? itemId : null)
        if (item) kanban.onFocus({ columnId, itemId })
      }}
      onBlur={(event) => event.relatedTarget && kanban.onBlur()}
      onPointerMove={({ pointerType, target }) => {
        if (pointerType !== 'mouse' || !(target instanceof Element)) return
        const item = target.closest('li')?.querySelector<HTMLElement>('[data-kanban-item]')
        const column = target.closest<HTMLElement>('[data-kanban-column]')
        const spot = item && column ? { columnId: Number(column.dataset.kanbanColumn), itemId: Number(item.dataset.kanbanItem) } : null
        kanban.hover(spot)
      }}
      onPointerLeave={() => kanban.hover(null)}
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
            onFold={() => changeBoardLook(boardId, { folded: toggled(folded, lane.key) })}
          />
        )
      })}
    </div>
  )
}
