import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconColumns3 } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../../../i18n/index.ts'
import { KanbanProvider } from '../../../../ui/kanban/KanbanFrame.tsx'
import { lazyPop, PopButton } from '../../../../ui/page/PopButton.tsx'
import { useBoardLook } from '../../session/board-look.ts'
import { useBoardPart, useSession } from '../../session/board-session.ts'
import { useBoardUi } from '../../session/board-ui.ts'
import { useSchedule } from '../use-schedule.ts'
import type { ViewProps } from '../view-props.ts'
import { allColumns, hasCutText, isColumnShown, isOffCard, readSort } from './columns.ts'
import { tableRows } from './rows.ts'
import { TableGrid } from './TableGrid.tsx'
import { TableList } from './TableList.tsx'
import { TableContext, type TableContextValue } from './table-context.ts'
import { useOffCardValues } from './use-off-card-values.ts'

const tableMenu = lazyPop(async () => (await import('./TableMenu.tsx')).TableMenu)
const phone = '(max-width: 47.5em)'

/** The cards of a board as rows, one below the other; on phones as lines of a list. */
export function TableView({ columns: lists, title, props, tools }: ViewProps) {
  const { boardId } = useSession()
  const { kanban } = useBoardUi()
  const board = useBoardPart((now) => now, null)
  const schedule = useSchedule()
  const { ordem } = useSearch({ from: '/board/$boardId' })
  const look = useBoardLook(boardId)
  const { group } = look
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false })

  const fields = board?.frame.fields
  const all = useMemo(() => allColumns(fields ?? []), [fields])
  const shown = useMemo(() => all.filter((column) => isColumnShown(column, look)), [all, look])
  const sort = useMemo(() => readSort(ordem, all), [ordem, all])
  const cards = board?.cards
  const offCard = useMemo(
    () =>
      all.flatMap((column) =>
        (isOffCard(column) || hasCutText(column, cards)) && (shown.includes(column) || column === sort?.column)
          ? (column.field?.id ?? [])
          : [],
      ),
    [all, shown, sort, cards],
  )
  const { whole, isAwaited, fill } = useOffCardValues(offCard)
  const { rows, totals } = useMemo(
    () => (board ? tableRows({ board, columns: lists, whole, schedule, sort, group, folded }) : { rows: [], totals: null }),
    [board, lists, whole, schedule, sort, group, folded],
  )
  // All rows are one column for the keys of the board and for what is chosen.
  const column = useMemo(
    () => [{ id: -1, name: t('boards:views.table'), itemIds: rows.flatMap((row) => (row.kind === 'card' ? [row.id] : [])) }],
    [rows],
  )
  const [boardLists, labels, members] = [board?.lists, board?.frame.labels, board?.frame.members]
  const { canMove, itemHref, onOpen } = props
  const context = useMemo<TableContextValue>(
    () => ({
      columns: shown,
      canWrite: canMove,
      lists: new Map(boardLists?.map((list) => [list.id, list])),
      labels: labels ?? [],
      members: members ?? [],
      schedule,
      whole,
      isAwaited,
      fill,
      itemHref,
      onOpen,
    }),
    [shown, canMove, boardLists, labels, members, schedule, whole, isAwaited, fill, itemHref, onOpen],
  )
  const fold = (key: string) =>
    setFolded((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  if (!totals) return null
  const shared = { rows, totals, sort, label: t('views:table.label', { board: title }), onFold: fold }
  return (
    <KanbanProvider controller={kanban} columns={column} props={props}>
      <TableContext value={context}>
        {isPhone ? <TableList {...shared} /> : <TableGrid {...shared} />}
        {tools &&
          createPortal(
            <PopButton fetch={tableMenu.fetch} content={(at) => <tableMenu.Pop at={at} columns={all} sort={sort} isPhone={isPhone} />}>
              <Button size="compact-md" leftSection={<IconColumns3 size={18} stroke={1.75} aria-hidden />}>
                {t('views:table.columns')}
              </Button>
            </PopButton>,
            tools,
          )}
      </TableContext>
    </KanbanProvider>
  )
}
