import type { BoardField } from '@rodada/contract/boards/fields'
import type { CardChange } from '@rodada/contract/cards/cards'
import type { FieldValue, FieldValues } from '@rodada/contract/cards/field-values'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { isCut, valueIn } from '../../../../ui/cards/field-text.ts'
import { type Loaded, useValuesByField, type ValuesByField, valuesKey } from '../../../../ui/filters/values-by-field.ts'
import { useBoardPart, useSession } from '../../session/board-session.ts'
import { useCardFacts } from '../../session/use-card-facts.ts'

/** What cards have in fields that they do not show, or not whole, which the board does not tell of them. */
export type OffCardValues = {
  /** A card with what it has in these fields, too. */
  whole: (card: CardChange) => CardChange
  /** Whether what a card has in a field is still to come: written over, it would be lost. */
  isAwaited: (card: CardChange, field: BoardField) => boolean
  /** Fills in any field of the board. */
  fill: (cardId: number, fieldId: number, value: FieldValue | null) => void
}

/** @param fieldIds the fields that are wanted; each is a question of its own, asked again when something on the board changed */
export function useOffCardValues(fieldIds: readonly number[]): OffCardValues {
  const { boardId } = useSession()
  const client = useQueryClient()
  const facts = useCardFacts()
  const revision = useBoardPart(({ frame }) => frame.revision, 0)
  const byField = useValuesByField(boardId, fieldIds, revision)
  const byCard = useMemo(() => gathered(byField), [byField])
  const whole = useCallback(
    (card: CardChange) => {
      const values = byCard.get(card.id)
      return values ? { ...card, fields: { ...values, ...withoutCut(card.fields, values) } } : card
    },
    [byCard],
  )
  const isAwaited = useCallback(
    (card: CardChange, field: BoardField) => !byField.has(field.id) && (!field.on_card || isCut(valueIn(card.fields, field))),
    [byField],
  )
  const fill = useCallback(
    (cardId: number, fieldId: number, value: FieldValue | null) => {
      const own = valuesKey(boardId, fieldId)
      // Drawn at once, because the board forgets it as soon as the server has it.
      client.setQueryData<Loaded>(own, (known) =>
        known ? [...known.filter(({ card_id }) => card_id !== cardId), ...(value === null ? [] : [{ card_id: cardId, value }])] : known,
      )
      void facts.fill(cardId, fieldId, value).then(async (accepted) => {
        if (!accepted) await client.invalidateQueries({ queryKey: own })
      })
    },
    [client, facts, boardId],
  )
  return { whole, isAwaited, fill }
}

/** What the board tells of a card, without the texts that it cut and that are known whole. */
const withoutCut = (told: FieldValues, known: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(told).filter(([id, value]) => !(isCut(value) && id in known)))

function gathered(byField: ValuesByField): ReadonlyMap<number, FieldValues> {
  const byCard = new Map<number, FieldValues>()
  for (const [fieldId, values] of byField)
    for (const [cardId, value] of values) byCard.set(cardId, { ...byCard.get(cardId), [fieldId]: value })
  return byCard
}
