import { listCardsApi } from '@rodada/contract/cards/card-calls'
import { type CardRelation, relationsApi } from '@rodada/contract/cards/relations'
import type { RelationKind } from '@rodada/contract/cards/settings'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { undoToast } from '../../../../ui/states/feedback.tsx'
import { tellProblem } from '../../../../ui/states/tell-problem.ts'
import { useCard } from '../card-context.ts'
import { useShowLinks } from '../links/use-links.ts'

/** What a relation's other card is called, also to who does not see it. */
export const nameOf = ({ card }: Pick<CardRelation, 'card'>): string => (card ? `${card.key} ${card.title}` : t('relations:elsewhere'))

/** What people do with the relations of the card that is open. Each says itself what went wrong, and answers whether it was done. */
export function useRelations() {
  const { card } = useCard()
  const show = useShowLinks()
  const done = async (act: () => Promise<unknown>, problem: string): Promise<boolean> => {
    let isDone = true
    try {
      await act()
    } catch (reason) {
      isDone = false
      tellProblem(problem, reason)
    }
    await show()
    return isDone
  }
  const relate = (kind: RelationKind, card_id: number) =>
    done(() => call(relationsApi.add, { params: { cardId: card.id }, body: { kind, card_id } }), t('relations:problem'))
  const remove = async (relation: CardRelation) => {
    const params = { cardId: card.id, relationId: relation.id }
    if (!(await done(() => call(relationsApi.remove, { params }), t('relations:removeProblem')))) return
    // Who does not see the other card could not bring it back.
    const other = relation.card
    if (other) undoToast(t('relations:removed', { card: nameOf(relation) }), () => void relate(relation.kind, other.id))
  }
  const addSubcard = (title: string) => {
    const params = { boardId: card.board_id, listId: card.list_id }
    return done(() => call(listCardsApi.create, { params, body: { title, part_of: card.id } }), t('relations:subcards.problem'))
  }
  return { relate, remove, addSubcard }
}
