import type { Values } from './past-the-server.ts'
import { textOf } from './plain-words.ts'

/** A board with the ids of what it consists of, which follow from its number. */
export type Place = { boardId: number; listIds: number[]; members: number[]; labelIds: number[]; sprintIds: number[] }

const dayMs = 86_400_000
const today = Math.floor(Date.now() / dayMs) * dayMs
/** An instant so many days before today's midnight. Every text, id and date follows from numbers, so two companies of one size differ by nothing else. */
export const daysAgo = (days: number): string => new Date(today - days * dayMs).toISOString()

/** Puts rows into a table, in the order in which they come. */
export type Fill = (table: string, rows: Iterable<Values>) => Promise<void>

/** Of a board's cards so many are open; as many again are done and still shown, and the others are archived. */
export const cardsEach = 333
const openEach = 40
const doneEach = 40
const entriesEach = 10
const commentsEach = 3
const itemsEach = 2
/** Every so many-th card has a file. */
const fileEvery = 5

type Card = { id: number; number: number; place: Place; isOpen: boolean; isArchived: boolean; ageDays: number; sprintId: number | null }

function* cardsOf(places: readonly Place[]): Iterable<Card> {
  for (const [index, place] of places.entries())
    for (let at = 0; at < cardsEach; at++) {
      const isOpen = at >= cardsEach - openEach
      const isArchived = at < cardsEach - openEach - doneEach
      const ageDays = isOpen ? (cardsEach - at) % 30 : 30 + Math.floor(((cardsEach - at) * 1000) / cardsEach)
      const last = place.sprintIds.length - 1
      const sprint = isOpen ? last : last - Math.floor(ageDays / 14)
      const sprintId = at % 2 === 0 ? (place.sprintIds[sprint] ?? null) : null
      yield { id: index * cardsEach + at + 1, number: at + 1, place, isOpen, isArchived, ageDays, sprintId }
    }
}

/** Cards with all that is written on them and what happened to them. */
export async function fillCards(fill: Fill, places: readonly Place[]): Promise<void> {
  const each = function* (rows: (card: Card) => Iterable<Values>): Iterable<Values> {
    for (const card of cardsOf(places)) yield* rows(card)
  }
  await fill(
    'cards',
    each((card) => [cardRow(card)]),
  )
  await fill(
    'card_labels',
    each(({ id, place }) => [{ card_id: id, label_id: place.labelIds[id % place.labelIds.length] ?? 0 }]),
  )
  await fill('comments', each(commentsOf))
  await fill(
    'checklists',
    each(({ id }) => [{ id, card_id: id, title: 'Passos', rank: 'a0' }]),
  )
  await fill('checklist_items', each(itemsOf))
  await fill(
    'blobs',
    each((card) => (hasFile(card) ? [blobOf(card)] : [])),
  )
  await fill(
    'files',
    each((card) => (hasFile(card) ? [fileOf(card)] : [])),
  )
  await fill('activities', each(entriesOf))
}

const hasFile = ({ id }: Card): boolean => id % fileEvery === 0
const memberOf = ({ id, place }: Card): number => place.members[id % place.members.length] ?? 0
const listOf = ({ id, place, isOpen }: Card): number => place.listIds[isOpen ? id % 3 : 3] ?? 0
const columnOf = (card: Card): number | null =>
  card.sprintId === null ? null : (card.sprintId - 1) * 4 + (card.isOpen ? card.id % 3 : 3) + 1
const statusOf = ({ id, isOpen }: Card): string => (!isOpen ? 'concluida' : id % 3 === 0 ? 'pendente' : 'em_andamento')
const rankOf = (number: number): string => `a${String(number).padStart(7, '0')}z`

function cardRow(card: Card): Values {
  const { id, number, place, ageDays, isOpen, isArchived, sprintId } = card
  const [title, description] = [textOf(id, 1, 6), textOf(id, 11, 24)]
  const done = isOpen ? null : daysAgo(ageDays)
  return {
    id,
    number,
    board_id: place.boardId,
    list_id: listOf(card),
    title,
    description,
    search_text: `${title}\n${description}`,
    priority: 'medium',
    due_date: id % 3 === 0 ? daysAgo(ageDays - 10).slice(0, 10) : null,
    rank: rankOf(number),
    status: statusOf(card),
    estimate: id % 8,
    notes: '',
    assignee_id: memberOf(card),
    sprint_id: sprintId,
    column_id: columnOf(card),
    column_rank: sprintId === null ? null : rankOf(number),
    comment_count: commentsEach,
    checklist_total: itemsEach,
    checklist_done: itemsEach - 1,
    file_count: hasFile(card) ? 1 : 0,
    version: 1,
    revision: 1,
    created_by: place.members[0] ?? 0,
    created_at: daysAgo(ageDays + 20),
    updated_at: daysAgo(ageDays),
    started_at: daysAgo(ageDays + 5),
    completed_at: done,
    archived_at: isArchived ? done : null,
  }
}

const commentsOf = (card: Card): Values[] =>
  Array.from({ length: commentsEach }, (_, at) => {
    const content = textOf(card.id * commentsEach + at, 5, 20)
    return {
      card_id: card.id,
      user_id: card.place.members[(card.id + at) % card.place.members.length] ?? 0,
      content,
      search_text: content,
      version: 1,
      created_at: daysAgo(card.ageDays + at),
    }
  })

const itemsOf = ({ id, ageDays }: Card): Values[] =>
  Array.from({ length: itemsEach }, (_, at) => {
    const title = textOf(id * itemsEach + at, 9, 6)
    return { checklist_id: id, title, search_text: title, rank: `a${at}`, completed_at: at === 0 ? daysAgo(ageDays) : null, version: 1 }
  })

const sha256Of = ({ id }: Card): string => id.toString(16).padStart(64, '0')
const blobOf = (card: Card): Values => ({
  sha256: sha256Of(card),
  object_name: sha256Of(card),
  size: 40_000,
  type: 'application/pdf',
  created_at: daysAgo(card.ageDays),
})
const fileOf = (card: Card): Values => ({
  board_id: card.place.boardId,
  card_id: card.id,
  sha256: sha256Of(card),
  name: `contrato-${card.id}.pdf`,
  search_text: `contrato-${card.id}.pdf`,
  user_id: memberOf(card),
  created_at: daysAgo(card.ageDays),
})

/** Made, assigned, planned, moved and changed, in the order in which that happens. */
function entriesOf(card: Card): Values[] {
  const { id, place, ageDays, sprintId } = card
  const states = ['pendente', 'pendente', 'pendente', 'em_andamento', 'em_andamento', 'em_andamento', 'em_andamento', statusOf(card)]
  return Array.from({ length: entriesEach }, (_, at) => ({
    board_id: place.boardId,
    card_id: id,
    of_card_id: id,
    user_id: place.members[(id + at) % place.members.length] ?? 0,
    kind: at === 0 ? 'card.created' : at % 3 === 0 ? 'card.moved' : 'card.updated',
    subject: textOf(id, 1, 6),
    details: at % 3 === 0 && at > 0 ? '{"from":"A fazer","to":"Em andamento"}' : '{"fields":["title"]}',
    created_at: daysAgo(ageDays + 20 - 2 * at),
    list_id: place.listIds[Math.min(at, 3)] ?? 0,
    sprint_id: at > 2 ? sprintId : null,
    status: states[at] ?? statusOf(card),
    estimate: id % 8,
  }))
}
