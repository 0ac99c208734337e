// biome-ignore-all lint/a11y/useSemanticElements: rows that are not all in the page, and stand where they are put, are none for the browser's own table
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid only cells take the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: keys are heard by the grid
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'
import { useKanban } from '../../../../ui/kanban/kanban-controller.ts'
import { useBoardUi } from '../../session/board-ui.ts'
import { isFixed, nextSort, type TableColumn, type TableSort } from './columns.ts'
import type { Totals } from './rows.ts'
import classes from './Table.module.css'
import { spotName, useTable } from './table-context.ts'

/** Sorts by a column, the other way around, or no more. It is in the address. */
export function useSortBy(): (sort: TableSort | null, column: TableColumn) => void {
  const navigate = useNavigate({ from: '/board/$boardId' })
  return useCallback(
    (sort, column) => void navigate({ search: (before) => ({ ...before, ordem: nextSort(sort, column) }), replace: true }),
    [navigate],
  )
}

/** The names of the columns, each of which sorts by it. */
export function TableHead({ sort, active }: { sort: TableSort | null; active: number }) {
  const { columns, canWrite } = useTable()
  const sortBy = useSortBy()
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row}>
        {canWrite && <ChooseAll isActive={active === 0} />}
        {columns.map((column, at) => {
          const isSorted = sort?.column.id === column.id
          const Arrow = sort?.descending ? IconArrowDown : IconArrowUp
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={at + 2}
              aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
              tabIndex={active === at + 1 ? 0 : -1}
              title={column.name}
              data-spot={spotName({ row: 'head', column: at + 1 })}
              data-number={column.isNumber || undefined}
              data-fixed={isFixed(column) ? column.kind : undefined}
              data-sorted={isSorted || undefined}
              onClick={() => sortBy(sort, column)}
            >
              <span className={classes.cut}>{column.name}</span>
              {isSorted && <Arrow size={14} stroke={2} aria-hidden />}
            </div>
          )
        })}
        <span className={classes.rest} />
      </div>
    </div>
  )
}

function ChooseAll({ isActive }: { isActive: boolean }) {
  const { selection } = useBoardUi()
  const kanban = useKanban()
  const chosen = useSyncExternalStore(selection.subscribe, selection.chosen)
  const ids = kanban.columns().flatMap(({ itemIds }) => itemIds)
  const count = chosen.size === 0 ? 0 : ids.filter((id) => chosen.has(id)).length
  const all = count > 0 && count === ids.length
  return (
    <div
      role="columnheader"
      aria-colindex={1}
      aria-label={t('views:table.choose')}
      tabIndex={isActive ? 0 : -1}
      data-spot={spotName({ row: 'head', column: 0 })}
      data-fixed="choose"
    >
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={t('views:table.chooseAll')}
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !all
        }}
        onChange={() => (all ? selection.clear() : selection.all(ids))}
      />
    </div>
  )
}

/** What all rows that are shown come to. */
export function TableFoot({ totals, rowIndex }: { totals: Totals; rowIndex: number }) {
  const { columns, canWrite } = useTable()
  return (
    <div role="rowgroup" className={classes.foot}>
      <div role="row" aria-rowindex={rowIndex} className={classes.row}>
        {canWrite && <span role="gridcell" data-fixed="choose" aria-colindex={1} />}
        {columns.map((column, at) => (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={at + 2}
            data-number={column.isNumber || undefined}
            data-fixed={isFixed(column) ? column.kind : undefined}
          >
            <FootValue column={column} totals={totals} />
          </div>
        ))}
        <span className={classes.rest} />
      </div>
    </div>
  )
}

function FootValue({ column: { kind, field }, totals }: { column: TableColumn; totals: Totals }) {
  if (kind === 'title') return t('kanban:count', { count: totals.count })
  const sum = kind === 'points' ? totals.points : field ? (totals.fields.get(field.id) ?? null) : null
  if (sum === null) return kind === 'points' || field?.type === 'number' ? <span className={classes.none}>–</span> : null
  if (field?.type === 'checkbox') return t('views:table.ticked', { count: sum, of: totals.count })
  return <span title={t('views:table.sum')}>{format.precise(sum)}</span>
}
