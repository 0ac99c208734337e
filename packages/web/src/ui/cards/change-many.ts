import { type BulkChange, bulkApi } from '@rodada/contract/cards/bulk'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { toast } from '../states/feedback.tsx'
import type { DrawnChange } from './changes.ts'
import type { Writes } from './writes.ts'

/**
 * One change of many cards: one call, one toast, one way back.
 * @param drawn what of it is shown before the server answers
 * @param said the toast, for so many changed cards
 * @returns whether the server accepted it
 */
export async function changeMany<Item extends { id: number }>(
  writes: Pick<Writes<Item>, 'perform' | 'offerUndo'>,
  cardIds: readonly number[],
  what: BulkChange,
  { drawn = null, said }: { drawn?: DrawnChange | null; said: (count: number) => string },
): Promise<boolean> {
  const send = () => call(bulkApi.change, { body: { card_ids: [...cardIds], ...what } })
  const reply = await writes.perform(drawn, send, t('choosing:problem'))
  if (!reply) return false
  const { changed, undo } = reply
  if (undo === null) toast(t('choosing:nothing'), { kind: 'info' })
  else writes.offerUndo(said(changed), Promise.resolve(true), () => takeBack(writes, undo))
  return true
}

async function takeBack<Item extends { id: number }>({ perform }: Pick<Writes<Item>, 'perform'>, undo: string): Promise<boolean> {
  const reply = await perform(null, () => call(bulkApi.undo, { body: { undo } }), t('choosing:undoProblem'))
  if (!reply) return false
  if (reply.left > 0) toast(t('undoLeft', { count: reply.left }), { kind: 'info' })
  else toast(t('choosing:undone'))
  return true
}
