import type { BoardSummary } from '@rodada/contract/boards/boards'
import type { FoundCard, SearchMatch } from '@rodada/contract/cards/cards'
import type { PersonSummary } from '@rodada/contract/core/fields'
import type { Icon } from '@tabler/icons-react'
import { t } from '../../i18n/index.ts'
import type { Sprint } from '../../lib/call/sprint-words.ts'
import { sprintTimeText } from '../../lib/dates/sprint-time.ts'
import { normalize } from '../../lib/text/normalize.ts'

/** What the palette lists, in the order in which equally good groups stand. */
export const entryGroups = [
  'choice',
  'suggestion',
  'onCard',
  'recent',
  'board',
  'command',
  'page',
  'sprint',
  'person',
  'card',
  'filter',
] as const
export type EntryGroup = (typeof entryGroups)[number]

/** A second question that a command asks before it acts. */
export type Step = 'assign' | 'move' | 'create'

/** What choosing an entry does: it leads somewhere, puts a text into the field, asks further, or does something and then closes. */
export type Act =
  | { kind: 'go'; path: string; cardId?: number }
  | { kind: 'write'; text: string }
  | { kind: 'ask'; step: Step }
  | { kind: 'do'; run: () => Promise<void> | void }

export type Entry = {
  key: string
  group: EntryGroup
  title: string
  act: Act
  /** What people call it, when it is a card. */
  cardKey?: string
  /** Where it is, or what it does. */
  detail?: string
  /** Where a search found a card, when that is not its title. */
  match?: SearchMatch | null
  /** What it is known by besides: a colour, a face or a sign. */
  color?: string
  person?: PersonSummary
  icon?: Icon
}

export const boardPath = (boardId: number, cardId?: number): string => `/board/${boardId}${cardId === undefined ? '' : `?card=${cardId}`}`

export const boardEntry = ({ id, title, color }: BoardSummary): Entry => ({
  key: `board-${id}`,
  group: 'board',
  title,
  color,
  act: { kind: 'go', path: boardPath(id) },
})

export const sprintEntry = (sprint: Sprint): Entry => ({
  key: `sprint-${sprint.id}`,
  group: 'sprint',
  title: sprint.name,
  color: sprint.board_color,
  detail: t('palette:sprintWhere', { board: sprint.board_name, when: sprintTimeText(sprint) }),
  act: { kind: 'go', path: `/sprint/${sprint.id}/board` },
})

type CardFacts = Pick<FoundCard, 'id' | 'key' | 'title' | 'board_id' | 'board_title' | 'board_color' | 'list_title'> & {
  match: SearchMatch | null
}
export const cardEntry = (card: CardFacts): Entry => ({
  key: `card-${card.id}`,
  group: 'card',
  title: card.title,
  cardKey: card.key,
  color: card.board_color,
  detail: t('palette:where', { list: card.list_title, board: card.board_title }),
  match: card.match?.in === 'title' || card.match?.in === 'key' ? null : card.match,
  act: { kind: 'go', path: boardPath(card.board_id, card.id), cardId: card.id },
})

/** Choosing a person shows their cards. */
export const personEntry = (person: PersonSummary, operator: string): Entry => ({
  key: `person-${person.id}`,
  group: 'person',
  title: person.name,
  person,
  detail: t('palette:personCards'),
  act: { kind: 'write', text: `${operator}:${quoted(person.name)} ` },
})

/** A value as an operator takes it. */
export const quoted = (value: string): string => (/\s/.test(value) ? `"${value.replaceAll('"', '')}"` : value)

/** How well a title answers a text: it begins so, one of its words does, all words of the text begin words of it, it holds it, or not at all. */
export function closeness(title: string, text: string): number {
  const [folded, wanted] = [normalize(title), normalize(text)]
  if (folded.startsWith(wanted)) return 4
  const words = folded.split(/[^\p{L}\p{N}]+/u)
  if (words.some((word) => word.startsWith(wanted))) return 3
  if (wanted.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)))) return 2
  return folded.includes(wanted) ? 1 : 0
}

/** What was typed finds these, the closest first. */
export const matching = (entries: readonly Entry[], text: string, most: number): Entry[] =>
  entries
    .map((entry) => ({ entry, close: closeness(entry.title, text) }))
    .filter(({ close }) => close > 0)
    .sort((one, other) => other.close - one.close)
    .slice(0, most)
    .map(({ entry }) => entry)

/** The groups one after another: the one with the closest title first, so that the first letters of anything lead to it. */
export function inOrder(entries: readonly Entry[], text: string): Entry[] {
  const groups = entryGroups.map((group, place) => {
    const all = entries.filter((entry) => entry.group === group)
    // What is equally close stays in the order in which it was found.
    const of = text === '' ? all : all.toSorted((one, other) => closeness(other.title, text) - closeness(one.title, text))
    const isFixed = group === 'choice' || group === 'suggestion'
    // Who types the name of a board wants the board, also where a card begins so.
    const best = group === 'filter' ? 0 : group === 'card' ? 3 : 4
    const close = text === '' ? 0 : Math.max(0, ...of.map(({ title }) => Math.min(best, closeness(title, text))))
    return { of, close: isFixed ? 9 : close, place }
  })
  return groups.sort((one, other) => other.close - one.close || one.place - other.place).flatMap(({ of }) => of)
}

/** Where a key leads from the entry at `at` of `count`: up and down go round. Null for any other key: Home and End belong to the text. */
export function moveTo(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'PageDown') return Math.min(count - 1, at + 5)
  if (key === 'PageUp') return Math.max(0, at - 5)
  return null
}
