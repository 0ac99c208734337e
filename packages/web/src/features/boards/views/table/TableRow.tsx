// biome-ignore-all lint/a11y/useSemanticElements: rows that are not all in the page, and stand where they are put, are none for the browser's own table
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid only cells take the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: keys are heard by the grid
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { memo, useLayoutEffect, useRef } from 'react'
import { t } from '../../../../i18n/index.ts'
import { useKanban } from '../../../../ui/kanban/kanban-controller.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { useIsChosen } from '../../selection/ChooseBox.tsx'
import { useBoardPart } from '../../session/board-session.ts'
import { useBoardUi } from '../../session/board-ui.ts'
import { CellValue } from './CellValue.tsx'
import { isFixed, type TableColumn } from './columns.ts'
import { type GroupRow, totalsText } from './rows.ts'
import classes from './Table.module.css'
import { isWritten, type Move, spotName, useTable } from './table-context.ts'

/** What is written in a cell with. */
export const loadWriting = async () => (await import('./WrittenCell.tsx')).WrittenCell
const WrittenCell = lazyPart(loadWriting, { texts: ['card', 'conflict', 'fields'] })

type RowProps = {
  /** The index among all rows, the head being the first. */
  index: number
  /** In pixels from the top of the rows. */
  top: number
  /** The column whose cell the Tab key reaches; -1 in other rows. */
  active: number
}
type CardProps = RowProps & {
  cardId: number
  /** The column that is being written. */
  written: string | null
  onWritten: (move: Move) => void
}

/** A card of the table: a cell for each column, the first of them to choose the card. */
export const CardRow = memo(function CardRow({ cardId, index, top, active, written, onWritten }: CardProps) {
  const { columns, canWrite, whole, isAwaited } = useTable()
  const kanban = useKanban()
  const known = useBoardPart(({ cards }) => cards.get(cardId), undefined)
  const isChosen = useIsChosen(cardId)
  const title = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (title.current ? kanban.registerItem(cardId, title.current) : undefined), [kanban, cardId])
  if (!known) return null
  const card = whole(known)
  const row = `c${cardId}`
  const isDone = card.status === 'concluida' || card.status === 'cancelada'
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-selected={canWrite ? isChosen : undefined}
      aria-busy={cardId < 0 || undefined}
      className={classes.row}
      style={{ top }}
      data-card={cardId}
      data-done={isDone || undefined}
    >
      {canWrite && <ChooseCell cardId={cardId} row={row} title={card.title} isChosen={isChosen} isActive={active === 0} />}
      {columns.map((column, at) => {
        const isWriting = written === column.id && !(column.field && isAwaited(card, column.field))
        return (
          <div
            key={column.id}
            ref={column.kind === 'title' ? title : undefined}
            role="gridcell"
            aria-colindex={at + 2}
            aria-readonly={!canWrite || column.kind === 'key' || undefined}
            tabIndex={active === at + 1 && !isWriting ? 0 : -1}
            data-spot={spotName({ row, column: at + 1 })}
            data-kind={column.kind}
            data-number={column.isNumber || undefined}
            data-fixed={isFixed(column) ? column.kind : undefined}
            data-written={isWriting || undefined}
          >
            {isWriting && isWritten(column) ? (
              <WrittenCell card={card} column={column} onDone={onWritten} />
            ) : isFixed(column) ? (
              <CardLink cardId={cardId} text={column.kind === 'key' ? card.key : card.title} />
            ) : (
              <CellValue card={card} column={column} />
            )}
          </div>
        )
      })}
      <span className={classes.rest} />
    </div>
  )
})

function CardLink({ cardId, text }: { cardId: number; text: string }) {
  const { itemHref, onOpen } = useTable()
  if (cardId < 0) return <span className={classes.cut}>{text}</span>
  return (
    <a
      tabIndex={-1}
      href={itemHref(cardId)}
      className={classes.cut}
      title={text}
      draggable={false}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onOpen(cardId)
      }}
    >
      {text}
    </a>
  )
}

type ChooseProps = { cardId: number; row: string; title: string; isChosen: boolean; isActive: boolean }

function ChooseCell({ cardId, row, title, isChosen, isActive }: ChooseProps) {
  const { selection } = useBoardUi()
  return (
    <div role="gridcell" aria-colindex={1} tabIndex={isActive ? 0 : -1} data-spot={spotName({ row, column: 0 })} data-fixed="choose">
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={t('boards:card.choose', { title })}
        checked={isChosen}
        onChange={() => selection.toggle(cardId)}
      />
    </div>
  )
}

/** The head of a group: its name, and what its cards come to. */
export const GroupHead = memo(function GroupHead({
  group: { key, name, isFolded, totals },
  index,
  top,
  active,
  columns,
  onFold,
}: RowProps & { group: GroupRow; columns: readonly TableColumn[]; onFold: (key: string) => void }) {
  const Chevron = isFolded ? IconChevronRight : IconChevronDown
  return (
    <div role="row" aria-rowindex={index + 1} className={classes.group} style={{ top }}>
      <div
        role="gridcell"
        aria-colspan={columns.length + 1}
        aria-expanded={!isFolded}
        tabIndex={active >= 0 ? 0 : -1}
        data-spot={spotName({ row: key, column: 0 })}
        onClick={() => onFold(key)}
      >
        <Chevron size={16} stroke={1.75} aria-hidden />
        <b className={classes.cut}>{name}</b>
        <span className={classes.count}>{t('kanban:count', { count: totals.count })}</span>
        <span className={classes.sums}>{totalsText(totals, columns)}</span>
      </div>
    </div>
  )
})
