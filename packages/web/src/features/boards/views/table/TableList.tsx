import { memo } from 'react'
import { t } from '../../../../i18n/index.ts'
import { dueState } from '../../../../lib/dates/due.ts'
import { format } from '../../../../lib/dates/format.ts'
import { Points } from '../../../../ui/kanban/CardFace.tsx'
import { StatusChip } from '../../../../ui/marks/Chip.tsx'
import { useBoardPart } from '../../session/board-session.ts'
import { PhoneRow, PhoneRows } from '../PhoneRows.tsx'
import { CellValue } from './CellValue.tsx'
import type { TableColumn, TableSort } from './columns.ts'
import { type GroupRow, type TableRow, type Totals, totalsText } from './rows.ts'
import classes from './TableList.module.css'
import { useTable } from './table-context.ts'

const allRows = -1

type Props = { rows: readonly TableRow[]; totals: Totals; sort: TableSort | null; label: string; onFold: (key: string) => void }

/** The rows of the table on a phone: two lines each, with what they are sorted by at the right. */
export function TableList({ rows, totals, sort, label, onFold }: Props) {
  const { columns } = useTable()
  const beside = sort && !['key', 'title', 'list', 'person', 'due', 'points'].includes(sort.column.kind) ? sort.column : null
  return (
    <div className={classes.around}>
      <PhoneRows rows={rows} columnId={allRows} label={label} none={t('boards:search.none')}>
        {(each, top) =>
          each.kind === 'group' ? (
            <GroupLine key={each.key} group={each} top={top} columns={columns} onFold={onFold} />
          ) : (
            <CardLine key={each.key} cardId={each.id} top={top} beside={beside} />
          )
        }
      </PhoneRows>
      <p className={classes.foot}>
        <b>{t('kanban:count', { count: totals.count })}</b>
        <span>{totalsText(totals, columns)}</span>
      </p>
    </div>
  )
}

type GroupProps = { group: GroupRow; top: number; columns: readonly TableColumn[]; onFold: (key: string) => void }

const GroupLine = ({ group: { key, name, isFolded, totals }, top, columns, onFold }: GroupProps) => (
  <li className={classes.group} style={{ top }}>
    <button type="button" aria-expanded={!isFolded} onClick={() => onFold(key)}>
      <b>
        {name} <small>{totals.count}</small>
      </b>
      <span>{totalsText(totals, columns)}</span>
    </button>
  </li>
)

const CardLine = memo(function CardLine({ cardId, top, beside }: { cardId: number; top: number; beside: TableColumn | null }) {
  const { lists, whole } = useTable()
  const card = useBoardPart(({ cards }) => cards.get(cardId), undefined)
  if (!card) return null
  const list = lists.get(card.list_id)
  return (
    <PhoneRow
      card={card}
      columnId={allRows}
      top={top}
      className={classes.card}
      beside={
        beside && (
          <span className={classes.beside}>
            <CellValue card={whole(card)} column={beside} />
          </span>
        )
      }
    >
      <b>{card.title}</b>
      <span className={classes.facts}>
        <span className={classes.key}>{card.key}</span>
        {list && <StatusChip status={list.status}>{list.title}</StatusChip>}
        {card.estimate !== null && <Points points={card.estimate} />}
        {card.due_date && <span data-due={dueState(card.due_date, card.status).state}>{format.day(card.due_date)}</span>}
      </span>
    </PhoneRow>
  )
})
