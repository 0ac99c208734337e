import type { Label } from '@rodada/contract/boards/boards'
import type { PublicBoard, PublicCard } from '@rodada/contract/boards/read-links'
import { keyOf } from '../cards/queries.ts'
import type { listPublicCardLabels, listPublicCards, listPublicLists, listPublicPeople } from './board-queries.ts'
import type { OpenLink } from './link-queries.ts'

type Rows<Query extends (...of: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>
export type PublicRows = {
  lists: Rows<typeof listPublicLists>
  cards: Rows<typeof listPublicCards>
  labels: readonly Label[]
  onCards: Rows<typeof listPublicCardLabels>
  people: Rows<typeof listPublicPeople>
  count: number
}

/** A board for strangers, field by field: what is not named here no link tells. */
export function publicBoard({ title, color, names }: OpenLink, { lists, cards, labels, onCards, people, count }: PublicRows): PublicBoard {
  const places = new Map(labels.map(({ id }, place) => [id, place]))
  const labelsOf = Map.groupBy(onCards, ({ card_id }) => card_id)
  const peopleOf = Map.groupBy(people, ({ card_id }) => card_id)
  const cardsOf = Map.groupBy(cards, ({ list_id }) => list_id)
  const card = (row: PublicRows['cards'][number]): PublicCard => ({
    key: keyOf(row),
    title: row.title,
    status: row.status,
    start_date: row.start_date,
    due_date: row.due_date,
    estimate: row.estimate,
    labels: (labelsOf.get(row.id) ?? []).flatMap(({ label_id }) => places.get(label_id) ?? []).sort((a, b) => a - b),
    checklist_done: row.checklist_done,
    checklist_total: row.checklist_total,
    // The assignee may take part, too, and is named once.
    people: [...new Map((peopleOf.get(row.id) ?? []).map(({ user_id, name }) => [user_id, name])).values()],
  })
  return {
    kind: 'board',
    title,
    color,
    names: names === 1,
    labels: labels.map(({ name, color: of }) => ({ name, color: of })),
    lists: lists.map(({ id, title: called, status }) => ({ title: called, status, cards: (cardsOf.get(id) ?? []).map(card) })),
    left_out: Math.max(0, count - cards.length),
  }
}
