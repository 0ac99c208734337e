import { Button } from '@mantine/core'
import { listCardsApi } from '@rodada/contract/cards/card-calls'
import { limits } from '@rodada/contract/core/limits'
import { type FormEvent, useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { toast } from '../../../ui/states/feedback.tsx'
import { cardIdsOf } from '../session/board-state.ts'
import { useBoard } from '../session/use-board.ts'
import { type SortBy, sortedCards } from './sort-cards.ts'

const facts = ['title', 'due', 'priority'] as const
const factTexts = { title: 'titleOf', due: 'due', priority: 'priority' } as const

/** Puts the cards of a list in another order, once. */
export function SortModal({ listId, onClose }: { listId: number; onClose: () => void }) {
  const { boardId, fields, members, lists, store, sync, writes, actions } = useBoard()
  const shown = fields.filter(({ on_card }) => on_card)
  const [chosen, setChosen] = useState(String(shown[0]?.id ?? 'due'))
  const [descending, setDescending] = useState(false)
  const [sending, setSending] = useState(false)
  const id = useId()
  const list = lists.find((known) => known.id === listId)
  if (!list) return null
  const by: SortBy = shown.find((field) => String(field.id) === chosen) ?? facts.find((fact) => fact === chosen) ?? 'due'
  const name = typeof by === 'string' ? t(`fields:sort.${factTexts[by]}`) : by.name

  /** As many calls as it takes: each puts its cards at the end, so that they stand in the order of the calls. */
  const gather = async (cardIds: readonly number[]): Promise<void> => {
    for (let from = 0; from < cardIds.length; from += limits.cardsAtOnce)
      await call(listCardsApi.gather, { params: { boardId, listId }, body: { card_ids: cardIds.slice(from, from + limits.cardsAtOnce) } })
  }
  /** The cards of the list in their order, without those that the server does not know yet. */
  const idsNow = (): readonly number[] => {
    const { board } = store.get()
    return board ? cardIdsOf(board, listId).filter((cardId) => cardId > 0) : []
  }
  /** Only what is still in the list goes back to its order: another list, or the archive, is where somebody wants the card now. */
  const putBack = async (before: readonly number[]): Promise<boolean> => {
    await sync.refresh()
    const [known, now] = [new Set(before), new Set(idsNow())]
    const staying = before.filter((cardId) => now.has(cardId))
    const newcomers = [...now].filter((cardId) => !known.has(cardId))
    const done = await writes.send(null, () => gather([...staying, ...newcomers]), t('fields:sort.problem'))
    const left = before.length - staying.length
    if (done && left > 0) toast(t('undoLeft', { count: left }), { kind: 'info' })
    return done
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const board = store.get().board
    const before = idsNow()
    const cards = before.flatMap((cardId) => board?.cards.get(cardId) ?? [])
    const after = sortedCards(cards, by, { descending, members }).map((card) => card.id)
    if (after.every((cardId, at) => cardId === before[at])) return onClose()
    setSending(true)
    const done = await writes.send(null, () => gather(after), t('fields:sort.problem'))
    setSending(false)
    if (!done) return
    actions.offerUndo(t('fields:sort.done', { list: list.title, field: name }), Promise.resolve(true), () => putBack(before))
    onClose()
  }
  return (
    <Dialog title={t('fields:sort.title', { list: list.title })} onClose={onClose}>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <div className={classes.field}>
          <label htmlFor={`${id}-by`}>{t('fields:sort.by')}</label>
          <select
            id={`${id}-by`}
            className={classes.select}
            value={chosen}
            data-autofocus
            onChange={(event) => setChosen(event.currentTarget.value)}
          >
            {shown.map((field) => (
              <option key={field.id} value={field.id}>
                {field.name}
              </option>
            ))}
            {facts.map((fact) => (
              <option key={fact} value={fact}>
                {t(`fields:sort.${factTexts[fact]}`)}
              </option>
            ))}
          </select>
        </div>
        <fieldset className={classes.field}>
          <legend>{t('fields:sort.direction')}</legend>
          <div className={classes.chips}>
            {[false, true].map((down) => (
              <label key={String(down)} className={classes.chip}>
                <input type="radio" name={id} checked={descending === down} onChange={() => setDescending(down)} />
                {t(down ? 'fields:sort.down' : 'fields:sort.up')}
              </label>
            ))}
          </div>
        </fieldset>
        <p className={classes.hint}>{t('fields:sort.hint')}</p>
        <DialogActions onCancel={onClose}>
          <Button variant="filled" type="submit" loading={sending}>
            {t('fields:sort.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
