import type { WebhookEvent, WebhookType } from '@rodada/contract/integrations/settings'
import type { WebhookMessage } from '@rodada/contract/integrations/webhooks'
import type { Db } from '../../platform/database.ts'
import type { Work } from '../../platform/work.ts'
import { findNames } from '../activities/queries.ts'
import type { CardChange, CardState, CardsChanged } from '../cards/events.ts'
import { keyOf, priorityOf } from '../cards/queries.ts'
import { newMessageId } from './signing.ts'
import type { Message } from './waiting-queries.ts'

type Named = { id: number; title: string }
type Data = WebhookMessage['data']

/** The body of a message, as it is signed. */
export const messageOf = (type: WebhookType, data: Data): Message => {
  const body: WebhookMessage = { type, timestamp: new Date().toISOString(), data }
  return { id: newMessageId(), type, body: JSON.stringify(body) }
}

/** The board as every message has it. */
export const boardData = ({ id, title }: Named) => ({ id, title })

/** Who did it, and whether a program of theirs did: so that a program knows what it caused itself. */
export async function actorData({ trx, actorId, actor }: Work): Promise<{ id: number; name: string; program: boolean } | null> {
  if (actorId === null) return null
  const names = await findNames(trx, 'users', [actorId])
  return { id: actorId, name: names.get(actorId) ?? '', program: Boolean(actor?.token) }
}

const facts = {
  done: 'card.done',
  reopened: 'card.reopened',
  archived: 'card.archived',
  restored: 'card.restored',
  deleted: 'card.deleted',
} as const

/**
 * What a board tells of a change. A card that goes to another board is deleted for this one, and created there: neither hears of the other.
 * A change that only follows from another is told where a list or sprint is another one, and not as an edit.
 */
export function eventsOf({ before, after, facts: has, fields, values }: CardChange, follows: boolean): WebhookEvent[] {
  if (has.has('left')) return ['card.deleted']
  const told = Object.entries(facts).flatMap(([fact, event]) => (has.has(fact as keyof typeof facts) ? [event] : []))
  if (before === null || has.has('arrived')) return ['card.created', ...told]
  const isElsewhere = before.list_id !== after.list_id || before.sprint_id !== after.sprint_id
  const isMoved = isElsewhere || (!follows && before.column_id !== after.column_id)
  const isEdited = !follows && (fields.length > 0 || values.length > 0 || has.has('assigned'))
  return [...(isMoved ? (['card.moved'] as const) : []), ...(isEdited ? (['card.updated'] as const) : []), ...told]
}

/** A card by its key and title alone. */
export const cardName = (card: CardState) => ({ id: card.id, key: keyOf(card), title: card.title })

/** Says some changes of a board in the words of its API, with the names that their cards have now, read once for all. */
export async function cardTeller(
  work: Work,
  { board }: CardsChanged,
  changes: readonly CardChange[],
): Promise<(type: WebhookEvent, change: CardChange) => Message> {
  const { trx } = work
  const states = changes.flatMap(({ before, after, facts: has }) => (before && !has.has('arrived') ? [before, after] : [after]))
  const [lists, sprints, people] = [
    await namesOf(trx, 'lists', states, 'list_id'),
    await namesOf(trx, 'sprints', states, 'sprint_id'),
    await namesOf(trx, 'users', states, 'assignee_id'),
  ]
  const actor = await actorData(work)
  const place = ({ list_id, sprint_id }: CardState) => ({
    list: { id: list_id, title: lists.get(list_id) ?? '' },
    sprint: sprint_id === null ? null : { id: sprint_id, nome: sprints.get(sprint_id) ?? '' },
  })
  const card = (state: CardState) => ({
    ...cardName(state),
    ...place(state),
    status: state.status,
    priority: priorityOf(state),
    start_date: state.start_date,
    due_date: state.due_date,
    estimate: state.estimate,
    assigned_user: state.assignee_id === null ? null : { id: state.assignee_id, name: people.get(state.assignee_id) ?? '' },
  })
  return (type, { before, after, facts: has, fields, values }) =>
    messageOf(type, {
      board: boardData(board),
      card: card(after),
      ...(type === 'card.moved' && before && { from: place(before) }),
      ...(type === 'card.updated' && {
        changed: [...fields, ...(has.has('assigned') ? ['assigned_user'] : [])],
        changed_fields: values.map(({ field: { id, name } }) => ({ id, name })),
      }),
      actor,
    })
}

const namesOf = (
  trx: Db,
  of: 'lists' | 'sprints' | 'users',
  states: readonly CardState[],
  field: 'list_id' | 'sprint_id' | 'assignee_id',
) =>
  findNames(
    trx,
    of,
    states.map((state) => state[field]),
  )
