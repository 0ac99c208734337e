import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import type { FieldValue } from '@rodada/contract/cards/field-values'
import { participantsApi } from '@rodada/contract/cards/participants'
import type { PersonSummary } from '@rodada/contract/core/fields'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { callSprints } from '../../lib/call/sprint-call.ts'
import type { SprintOfCard } from '../../lib/call/sprint-words.ts'
import { type Edit, sendText } from '../../lib/text/stale-text.ts'
import { sendCard, type Words, wholeCard } from './card-actions.ts'
import type { CardFields, CardLabel, Change } from './changes.ts'
import type { SavedText, Writes } from './writes.ts'

export type TextField = 'title' | 'description' | 'notes'
/** What is said of cards that were planned, or could not be, and the way back. */
type Planning = { planned: string; problem: string; back: () => Promise<boolean> }

/** What people do with what is written on a card, and with the sprint it is in. It is the part of `createCardActions` that opens later. */
export function createCardFacts<Item extends { id: number }>(writes: Writes<Item>, words: Words) {
  const { send, offerUndo } = writes
  const updateProblem = () => t(`${words}:problems.updateCard`)

  /** For facts where the last word counts. */
  const update = (cardId: number, fields: Omit<CardFields, TextField | 'assigned_user'>): Promise<boolean> =>
    sendCard(
      writes,
      { kind: 'patchCards', cardIds: [cardId], fields },
      () => call(cardsApi.update, { params: { cardId }, body: fields }),
      updateProblem(),
    )

  /** Fills in a field of the board; the others stay as they are. */
  const fill = (cardId: number, fieldId: number, value: FieldValue | null): Promise<boolean> =>
    sendCard(
      writes,
      { kind: 'fillField', cardId, fieldId, value },
      () => call(cardsApi.update, { params: { cardId }, body: { fields: { [fieldId]: value } } }),
      updateProblem(),
    )

  const label = (cardId: number, label: CardLabel, on: boolean): Promise<boolean> =>
    sendCard(
      writes,
      { kind: 'labelCard', cardId, label, on },
      () =>
        on
          ? call(cardsApi.addLabel, { params: { cardId }, body: { label_id: label.id } })
          : call(cardsApi.removeLabel, { params: { cardId, labelId: label.id } }),
      updateProblem(),
    )

  /** Puts somebody among those who take part, or takes them out. */
  const participate = (cardId: number, person: PersonSummary, on: boolean): Promise<boolean> =>
    sendCard(
      writes,
      { kind: 'participate', cardId, person, on },
      () => call(on ? participantsApi.add : participantsApi.remove, { params: { cardId, userId: person.id } }),
      updateProblem(),
    )

  /** Writes a text on the version that it was read on: what somebody else made of it is not replaced. The caller tells what became of it. */
  const writeText = (cardId: number, field: TextField, edit: Edit) => {
    const drawn: Change<Item> = { kind: 'patchCards', cardIds: [cardId], fields: { [field]: edit.text.trim() } }
    const write = (version: number) => call(cardsApi.update, { params: { cardId }, body: { [field]: edit.text, version } })
    return [drawn, () => sendText<Card>(edit, write, (now) => now[field]), wholeCard] as const
  }
  const rename = (cardId: number, edit: Edit): Promise<SavedText> => {
    const [drawn, write] = writeText(cardId, 'title', edit)
    return writes.performText(drawn, write, updateProblem())
  }

  const sendPlan = (cardIds: readonly number[], sprint: SprintOfCard | null, problem: string): Promise<boolean> => {
    const body = { task_ids: [...cardIds], sprint_id: sprint?.id ?? null }
    return send({ kind: 'planCards', cardIds, sprint }, () => callSprints(sprintTasksApi.changeMany, { body }), problem)
  }
  /** Puts cards into a sprint, or back into the backlog, and offers the way back. */
  const plan = async (cardIds: readonly number[], sprint: SprintOfCard | null, { planned, problem, back }: Planning): Promise<boolean> => {
    const accepted = await sendPlan(cardIds, sprint, problem)
    if (accepted) offerUndo(planned, Promise.resolve(true), back)
    return accepted
  }

  return { update, fill, label, participate, writeText, rename, sendPlan, plan }
}
