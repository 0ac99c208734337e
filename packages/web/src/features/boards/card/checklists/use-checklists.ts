import { type Checklist, type ChecklistItem, checklistsApi } from '@rodada/contract/cards/checklists'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import type { Edit } from '../../../../lib/text/stale-text.ts'
import { announce } from '../../../../ui/states/LiveRegion.tsx'
import { useBoard } from '../../session/use-board.ts'
import * as changes from '../card-changes.ts'
import { useCard } from '../card-context.ts'
import { writeTitle } from '../texts/write-title.ts'

/** What can be done with the checklists of the card, each shown at once. */
export function useChecklists() {
  const { card, write } = useCard()
  const cardId = card.id

  const add = (title: string) => {
    const temporary: Checklist = { id: changes.temporaryId(), title: title.trim(), position: card.checklists.length, items: [] }
    return write({
      change: changes.putChecklist(temporary),
      send: () => call(checklistsApi.add, { params: { cardId }, body: { title } }),
      settle: changes.putChecklist,
    })
  }
  const rename = (checklistId: number, edit: Edit) =>
    writeTitle(write, edit, {
      change: changes.renameChecklist(checklistId, { title: edit.text }),
      send: (version) => call(checklistsApi.update, { params: { cardId, checklistId }, body: { title: edit.text, version } }),
      settle: ({ title, version }) => changes.renameChecklist(checklistId, { title, version }),
    })
  const move = ({ id, title }: Checklist, position: number) => {
    announce(t('card:checklist.moved', { title, position: position + 1, count: card.checklists.length }))
    const change = changes.moveChecklist(id, position)
    return write({
      change,
      send: () => call(checklistsApi.update, { params: { cardId, checklistId: id }, body: { position } }),
    })
  }
  const remove = (checklistId: number) => {
    const change = changes.removeChecklist(checklistId)
    return write({ change, send: () => call(checklistsApi.remove, { params: { cardId, checklistId } }) })
  }
  return { add, rename, move, remove }
}

/** What can be done with the items of one checklist. */
export function useItems({ id: checklistId, items }: Checklist) {
  const { card, write } = useCard()
  const board = useBoard()
  const cardId = card.id

  const add = (title: string, at?: Pick<ChecklistItem, 'completed' | 'position'>) => {
    const temporary: ChecklistItem = { id: changes.temporaryId(), title: title.trim(), completed: false, position: items.length, ...at }
    return write({
      change: changes.putItem(checklistId, temporary),
      send: async () => {
        const made = await call(checklistsApi.addItem, { params: { cardId, checklistId }, body: { title } })
        if (!at) return made
        return call(checklistsApi.updateItem, { params: { cardId, checklistId, itemId: made.id }, body: at })
      },
      settle: (made) => (now) => {
        const put = changes.putItem(checklistId, made)(now)
        return at ? changes.moveItem(checklistId, made.id, at.position)(put) : put
      },
    })
  }
  const tick = (itemId: number, completed: boolean) => {
    const change = changes.patchItem(checklistId, itemId, { completed })
    return write({
      change,
      send: () => call(checklistsApi.updateItem, { params: { cardId, checklistId, itemId }, body: { completed } }),
    })
  }
  const rename = (itemId: number, edit: Edit) =>
    writeTitle(write, edit, {
      change: changes.patchItem(checklistId, itemId, { title: edit.text }),
      send: (version) => call(checklistsApi.updateItem, { params: { cardId, checklistId, itemId }, body: { title: edit.text, version } }),
      settle: ({ title, version }) => changes.patchItem(checklistId, itemId, { title, version }),
    })
  const move = ({ id, title }: ChecklistItem, position: number) => {
    announce(t('card:checklist.itemMoved', { title, position: position + 1, count: items.length }))
    const change = changes.moveItem(checklistId, id, position)
    return write({
      change,
      send: () => call(checklistsApi.updateItem, { params: { cardId, checklistId, itemId: id }, body: { position } }),
    })
  }
  const remove = async (item: ChecklistItem) => {
    const change = changes.removeItem(checklistId, item.id)
    const position = items.findIndex(({ id }) => id === item.id)
    const { ok } = await write({
      change,
      send: () => call(checklistsApi.removeItem, { params: { cardId, checklistId, itemId: item.id } }),
    })
    const back = async () => (await add(item.title, { completed: item.completed, position })).ok
    if (ok) board.actions.offerUndo(t('card:checklist.itemRemoved'), Promise.resolve(true), back)
  }
  return { add, tick, rename, move, remove }
}
