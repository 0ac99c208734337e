import { Button } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { useBoardPart, useSession } from '../session/board-session.ts'
import { cardIdsOf } from '../session/board-state.ts'
import { useBoardUi } from '../session/board-ui.ts'

/** Moves a card by choosing its list and place: the way for those who neither drag nor use the keys. */
export function MoveModal({ cardId, onClose }: { cardId: number; onClose: () => void }) {
  const { actions } = useSession()
  const { kanban } = useBoardUi()
  const board = useBoardPart((now) => now, null)
  const card = board?.cards.get(cardId)
  const [chosen, setChosen] = useState<number | null>(null)
  const [place, setPlace] = useState<number | null>(null)
  const id = useId()
  if (!board || !card) return null
  const listId = chosen ?? card.list_id
  const ids = cardIdsOf(board, listId)
  const others = ids.filter((other) => other !== cardId)
  const isHere = listId === card.list_id
  const position = Math.min(place ?? (isHere ? ids.indexOf(cardId) : 0), others.length)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void actions.moveCard(cardId, { listId, afterId: others[position - 1] ?? null })
    onClose()
    kanban.follow({ columnId: listId, itemId: cardId })
  }
  return (
    <Dialog title={t('boardDialogs:move.title')} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <p className={classes.rowText}>{card.title}</p>
        <div className={classes.field}>
          <label htmlFor={`${id}-list`}>{t('boardDialogs:move.list')}</label>
          <select
            id={`${id}-list`}
            className={classes.select}
            value={listId}
            data-autofocus
            onChange={(event) => {
              setChosen(Number(event.currentTarget.value))
              setPlace(null)
            }}
          >
            {board.lists.map((list) => (
              <option key={list.id} value={list.id}>
                {list.id === card.list_id ? t('boardDialogs:move.here', { list: list.title }) : list.title}
              </option>
            ))}
          </select>
        </div>
        <div className={classes.field}>
          <label htmlFor={`${id}-place`}>{t('boardDialogs:move.position')}</label>
          <input
            id={`${id}-place`}
            type="number"
            className={classes.input}
            min={1}
            max={others.length + 1}
            value={position + 1}
            onChange={(event) => setPlace(Math.max(0, Math.min(others.length, Number(event.currentTarget.value) - 1)))}
          />
        </div>
        <DialogActions onCancel={onClose}>
          <Button variant="filled" type="submit">
            {t('boardDialogs:move.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
