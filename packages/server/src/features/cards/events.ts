import type { BoardField } from '@rodada/contract/boards/fields'
import type { FieldValue } from '@rodada/contract/cards/field-values'
import { topic } from '../../platform/work.ts'
import type { BoardRow } from '../boards/queries.ts'
import type { CardRow } from './queries.ts'

/** What a person edits on a card, apart from its place and its assignee. */
export const editableFields = [
  'title',
  'description',
  'notes',
  'start_date',
  'due_date',
  'priority',
  'estimate',
  'estimated_hours',
  'cover_file_id',
] as const
export type EditableField = (typeof editableFields)[number]

/** A card without its long texts. `list_hidden` is 1 when its list is archived or deleted. */
export type CardState = Omit<CardRow, 'description' | 'notes' | 'search_text'>

/** The meanings of a change, whatever screen or program made it. One change may have several. */
export type CardFact =
  | 'created'
  | 'edited'
  | 'moved'
  /** It went to another board, as the board that it left sees it. */
  | 'left'
  /** It came from another board. */
  | 'arrived'
  | 'planned'
  | 'estimated'
  | 'assigned'
  | 'done'
  | 'reopened'
  | 'archived'
  | 'restored'
  | 'deleted'
  | 'hidden'
  | 'shown'

/** A new value in a field of the board, null for none; `from` and `to` say it as people read it, with the names of then. */
export type ValueChange = { field: Pick<BoardField, 'id' | 'name' | 'type'>; value: FieldValue | null; from: string; to: string }

export type CardChange = {
  before: CardState | null
  after: CardState
  facts: ReadonlySet<CardFact>
  /** The edited fields. */
  fields: readonly EditableField[]
  /** What is new in the fields of its board. */
  values: readonly ValueChange[]
}

/**
 * Cards of one board that one write changed. `follows` when the write only follows from another change; `imported` when it brings them as they are in
 * another tool, of which people are told once and not card by card.
 */
export type CardsChanged = { board: BoardRow; follows: boolean; imported?: boolean; changes: readonly CardChange[] }

export const cardsChanged = topic<CardsChanged>('cards changed')

/** So many cards of a held board are about to change, and so many letters of long texts are written. A listener may refuse by throwing. */
export const cardsChanging = topic<{ count: number; letters?: number }>('cards changing')

/** People take part in a card from now on. */
export const participantsAdded = topic<{ card: CardState; userIds: readonly number[] }>('participants added')

/** Somebody is about to call so many people by name. A listener may refuse by throwing. */
export const mentioning = topic<{ count: number }>('mentioning')

/** A description or an item now mentions further people; `content` is the line that does. `isNew`: the card was just made. */
export const peopleMentioned = topic<{ card: CardState; content: string; mentioned: readonly number[]; isNew: boolean }>('people mentioned')

/** A comment was written, or (`edited`) now mentions further people. */
export const commentAdded = topic<{
  card: CardState
  commentId: number
  content: string
  mentioned: readonly number[]
  edited: boolean
}>('comment added')

/** The changes that have this meaning. */
export const changesWith = ({ changes }: CardsChanged, fact: CardFact): CardChange[] => changes.filter(({ facts }) => facts.has(fact))

/** A card that goes to another board, as the board that it leaves sees it: out of its sprint, and no longer to be seen. */
export const leavingCard = (before: CardState): CardChange => {
  const after = { ...before, sprint_id: null, column_id: null, column_rank: null, list_hidden: 1 }
  return { before, after, facts: new Set(['left']), fields: [], values: [] }
}

/** Compares a card before and after a write. `edited` are the fields with other values, `values` the new ones in fields of its board. */
export function compareCards(
  before: CardState | null,
  after: CardState,
  edited: readonly EditableField[],
  values: readonly ValueChange[] = [],
): CardChange {
  const facts = new Set<CardFact>()
  if (before === null) {
    facts.add('created')
    if (after.assignee_id !== null) facts.add('assigned')
    return { before, after, facts, fields: [], values }
  }
  const differs = (...fields: (keyof CardState)[]) => fields.some((field) => before[field] !== after[field])
  if (edited.length > 0 || values.length > 0) facts.add('edited')
  if (differs('board_id')) facts.add('arrived')
  if (differs('list_id', 'column_id', 'sprint_id')) facts.add('moved')
  if (differs('sprint_id')) facts.add('planned')
  if (differs('estimate', 'estimated_hours')) facts.add('estimated')
  if (differs('assignee_id')) facts.add('assigned')
  if (after.status === 'concluida' && before.status !== 'concluida') facts.add('done')
  if (after.status !== 'concluida' && before.status === 'concluida') facts.add('reopened')
  if (after.archived_at !== null && before.archived_at === null) facts.add('archived')
  if (after.deleted_at !== null && before.deleted_at === null) facts.add('deleted')
  const came = (field: 'archived_at' | 'deleted_at') => before[field] !== null && after[field] === null
  if (came('archived_at') || came('deleted_at')) facts.add('restored')
  if (differs('list_hidden')) facts.add(after.list_hidden === 1 ? 'hidden' : 'shown')
  return { before, after, facts, fields: edited, values }
}
