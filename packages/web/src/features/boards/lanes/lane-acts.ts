import { cardsApi } from '@rodada/contract/cards/card-calls'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import type { CardPlace } from '../../../ui/cards/board-actions.ts'
import { toast } from '../../../ui/states/feedback.tsx'
import type { BoardSession } from '../session/board-session.ts'
import { cardIdsOf } from '../session/board-state.ts'
import type { CellPlace } from './lane-keys.ts'
import type { FilledLane, LaneSets } from './lanes.ts'
import { placeInList } from './lanes.ts'

/** Puts a card into a cell: its list, and what its lane says of it, as one act with one way back. */
export function putIntoCell(session: BoardSession, lanes: readonly FilledLane[], cardId: number, { cell, index }: CellPlace): void {
  const { store, writes, actions } = session
  const { board } = store.get()
  const card = board?.cards.get(cardId)
  const lane = lanes.find(({ key }) => key === cell.laneKey)
  const from = actions.placeOf(cardId)
  if (!board || !card || !lane || !from || cardId < 0 || !writes.mayWrite()) return
  const listIds = cardIdsOf(board, cell.of).filter((id) => id !== cardId)
  const cellIds = cell.itemIds.filter((id) => id !== cardId)
  const behind = placeInList(listIds, cellIds, index)
  // A cell without cards says only which list it is.
  const stays = from.listId === cell.of && behind === undefined
  const afterId = behind === undefined ? (listIds.at(-1) ?? null) : behind
  const place: CardPlace | null = stays || (from.listId === cell.of && from.afterId === afterId) ? null : { listId: cell.of, afterId }
  const sets = lane.sets && !isSet(card, lane.sets) ? lane.sets : null
  if (!sets) {
    if (place) void actions.moveCard(cardId, place)
    const stood = lanes.find(({ cells }) => cells.some(({ itemIds }) => itemIds.includes(cardId)))
    if (lane.why && stood && stood !== lane) toast(t(`looks:stays.${lane.why}`, { lane: stood.name }), { kind: 'info' })
    return
  }
  const set = (values: LaneSets): Promise<boolean> =>
    'priority' in values
      ? writes.send(
          { kind: 'patchCards', cardIds: [cardId], fields: values },
          () => call(cardsApi.update, { params: { cardId }, body: values }),
          t('boards:problems.updateCard'),
        )
      : actions.assign(cardId, values.assigned_user)
  const was: LaneSets = 'priority' in sets ? { priority: card.priority } : { assigned_user: card.assigned_user }
  const move = place && actions.beginMove(cardId, place)
  const done = allOf([move ? move.done : true, set(sets)])
  const isAsLeft = async (): Promise<boolean> => {
    const now = store.get().board?.cards.get(cardId)
    return now !== undefined && isSet(now, sets) && (!move || (await move.isThere()))
  }
  const said = place ? t('looks:put', { list: actions.listName(cell.of), lane: lane.name }) : t('looks:set', { lane: lane.name })
  writes.offerUndo(said, done, () => allOf([move ? actions.sendMove(cardId, from) : true, set(was)]), isAsLeft)
}

const allOf = async (acts: (boolean | Promise<boolean>)[]): Promise<boolean> => (await Promise.all(acts)).every(Boolean)

const isSet = (card: { priority: string; assigned_user: { id: number } | null }, sets: LaneSets): boolean =>
  'priority' in sets ? card.priority === sets.priority : card.assigned_user?.id === sets.assigned_user?.id
