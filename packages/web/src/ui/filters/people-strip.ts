import type { PersonSummary } from '@rodada/contract/core/fields'
import type { CardFilter, WantedPerson } from './card-filter.ts'
import type { FilteredCard } from './card-matcher.ts'

/** Faces that are drawn; the others are in a menu. */
const mostFaces = 8

/** How many cards each person has, answering for them or taking part; null is nobody. */
export function countByPerson(cards: Iterable<FilteredCard>): ReadonlyMap<number | null, number> {
  const counts = new Map<number | null, number>()
  const count = (person: number | null) => counts.set(person, (counts.get(person) ?? 0) + 1)
  for (const card of cards) {
    const assigned = card.assigned_user?.id ?? null
    count(assigned)
    const others = 'participant_ids' in card ? card.participant_ids : card.participants.map(({ id }) => id)
    for (const id of others) if (id !== assigned) count(id)
  }
  return counts
}

/** Who is drawn, those with cards first, and who is in the menu behind. Who is filtered by is always drawn. */
export function facesOf(
  people: readonly PersonSummary[],
  counts: ReadonlyMap<number | null, number> | null,
  isOn: (id: number) => boolean,
): { faces: readonly PersonSummary[]; others: readonly PersonSummary[] } {
  const withCards = counts ? people.filter(({ id }) => counts.has(id)) : people
  const ordered = [...withCards, ...people.filter((person) => !withCards.includes(person))]
  // A menu for one more is longer than the face.
  const drawn = ordered.length <= mostFaces + 1 ? ordered.length : mostFaces
  const isDrawn = (person: PersonSummary, at: number) => at < drawn || isOn(person.id)
  return { faces: ordered.filter(isDrawn), others: ordered.filter((person, at) => !isDrawn(person, at)) }
}

/** Whether a person is filtered by; `me` also by 'mine'. */
export const isWanted = (people: CardFilter['people'], person: number | null, me: number): boolean =>
  people.includes(person) || (person === me && people.includes('me'))

/** The people after one was pressed: only this one, or nobody when it was the only one; with `adding`, this one beside the others. */
export function pressed(
  people: CardFilter['people'],
  person: number | null,
  { me, adding }: { me: number; adding: boolean },
): WantedPerson[] {
  const others = people.filter((each) => each !== person && !(person === me && each === 'me'))
  const isOn = others.length < people.length
  if (adding) return isOn ? others : [...others, person]
  return isOn && others.length === 0 ? [] : [person]
}
