import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import type { PersonSummary } from '@rodada/contract/core/fields'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import type { Change } from './changes.ts'
import type { Writes } from './writes.ts'

/** Whose texts are used. */
export type Words = 'boards' | 'sprints'

type Parts<Item> = {
  writes: Writes<Item>
  words: Words
  titleOf: (cardId: number) => string
  /** Deletes a card, as those who come from here may. */
  remove: (cardId: number) => Promise<unknown>
}

/**
 * What people do with a card wherever they see it; with what is written on it, see `createCardFacts`. Each change is drawn at once and
 * taken back, with the catalogue's text, when the server refuses it. All resolve to whether it was accepted.
 */
export function createCardActions<Item extends { id: number }>({ writes, words, titleOf, remove }: Parts<Item>) {
  const { mayWrite, send, offerUndo } = writes

  const assign = (cardId: number, person: PersonSummary | null): Promise<boolean> =>
    sendCard(
      writes,
      { kind: 'patchCards', cardIds: [cardId], fields: { assigned_user: person } },
      () => call(cardsApi.assign, { params: { cardId }, body: { user_id: person?.id ?? null } }),
      t(`${words}:problems.updateCard`),
    )

  /** Where it comes back to is known with the answer. */
  const restore = (cardId: number): Promise<boolean> =>
    sendCard(
      writes,
      { kind: 'insideCard', cardId, draw: (card) => card },
      () => call(cardsApi.restore, { params: { cardId } }),
      t(`${words}:problems.restore`),
    )

  /** Takes a card off what is shown, and offers to bring it back. One whose creation is under way has no id that the server knows. */
  const takeAway = async (cardId: number, call: () => Promise<unknown>, said: string, problem: string): Promise<boolean> => {
    if (cardId < 0 || !mayWrite()) return false
    const done = send({ kind: 'removeCards', cardIds: [cardId] }, call, problem)
    offerUndo(said, done, () => restore(cardId))
    return done
  }
  const deleteCard = (cardId: number): Promise<boolean> =>
    takeAway(
      cardId,
      () => remove(cardId),
      t(`${words}:announce.cardDeleted`, { title: titleOf(cardId) }),
      t(`${words}:problems.deleteCard`),
    )

  return { assign, restore, takeAway, deleteCard, offerUndo }
}

export const wholeCard = (card: Card) => ({ kind: 'wholeCard', cardId: card.id, card }) as const

/** As `writes.send`, for a call that replies the whole card. */
export const sendCard = async <Item>(
  { perform }: Pick<Writes<Item>, 'perform'>,
  change: Change<Item & { id: number }>,
  call: () => Promise<Card>,
  problem: string,
): Promise<boolean> => (await perform(change, call, problem, wholeCard)) !== null
