import type { BoardField } from '@rodada/contract/boards/fields'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { useBoardPart } from '../session/board-session.ts'
import { cardIdsOf } from '../session/board-state.ts'
import classes from './FieldSums.module.css'

const none: readonly BoardField[] = []

/** What the numbers of a list's cards come to, of each field that they show. */
export function FieldSums({ listId }: { listId: number }) {
  const fields = useBoardPart(({ frame }) => frame.fields, none)
  return fields
    .filter(({ type, on_card }) => type === 'number' && on_card)
    .map((field) => <Sum key={field.id} listId={listId} field={field} />)
}

function Sum({ listId, field: { id, name } }: { listId: number; field: BoardField }) {
  const sum = useBoardPart((board) => {
    let sum = 0
    for (const cardId of cardIdsOf(board, listId)) sum += Number(board.cards.get(cardId)?.fields[id] ?? 0)
    // Halves of a cent that adding makes are nobody's.
    return Math.round(sum * 1e4) / 1e4
  }, 0)
  if (sum === 0) return null
  const text = format.precise(sum)
  return (
    <span className={classes.sum} title={t('boards:list.sum', { field: name, sum: text })}>
      <span className="sr-only">{t('boards:list.sum', { field: name, sum: text })}</span>
      <span aria-hidden="true">Σ {text}</span>
    </span>
  )
}
