import { DeckPointsChange } from '@rodada/contract/boards/deck-points'
import { BoardExportHead, ExportedCard, ExportedComment, ExportedEntry } from '@rodada/contract/boards/export'
import { isKeyPrefix, parseKey } from '@rodada/contract/cards/keys'
import { Deck } from '@rodada/contract/rooms/decks'
import { z } from 'zod'
import { type OutsideRelation, type Reader, type Sink, Unreadable } from '../model.ts'
import { readJson, textOf, thingOf } from './json-reader.ts'

/*
 * A board that was exported by this program, here or elsewhere (0093). Its ended sprints, templates, filters, recurrences and estimates with votes do not
 * come, nor what the journal says besides creations and moves.
 * The bytes of its files are where they were: they come as links.
 */

const things = ['members', 'labels', 'fields', 'lists', 'sprints', 'card_templates', 'saved_filters', 'cards', 'journal', 'people']
const wanted = ['format', 'version', 'source', 'board'].map((name) => `$.${name}`).concat(things.map((name) => `$.${name}.*`))

// What is added to the format raises nothing, so that a newer file is read, too.
const Board = BoardExportHead.shape.board.pick({
  ...{ id: true, title: true, description: true, color: true, key_prefix: true },
  ...{ deck: true, deck_points: true, auto_sprint: true, is_template: true, former_prefixes: true },
})
const Label = BoardExportHead.shape.labels.element
const Field = BoardExportHead.shape.fields.element
const List = BoardExportHead.shape.lists.element
const Sprint = BoardExportHead.shape.sprints.element.pick({
  ...{ id: true, nome: true, descricao: true, data_inicio: true, data_fim: true, status: true, columns: true },
})
const Card = ExportedCard.extend({ comments: z.array(ExportedComment.partial({ author_name: true })), estimates: z.array(z.unknown()) })
const Person = z.object({ id: z.int(), name: z.string() })

/** What a file says as the format has it. @throws Unreadable with the path */
function read<Value>(schema: z.ZodType<Value>, value: unknown, path: string): Value {
  const found = schema.safeParse(value)
  if (found.success) return found.data
  const [issue] = found.error.issues
  throw new Unreadable({ kind: 'foreign', path: [path, ...(issue?.path ?? [])].join('.') })
}

const idOf = (id: number | null): string | undefined => (id === null ? undefined : String(id))

export const readRodada: Reader = async (path, sink) => {
  let [format, url, last]: [string, string, number] = ['', '', 0]
  let board: z.infer<typeof Board> | undefined
  const lists = new Map<string, string>()
  const numbers = new Set<number>()
  const plans: Plans = { cards: new Map(), journal: new Map() }
  await readJson(path, wanted, ([name = '', index], value) => {
    const at = index === undefined ? String(name) : `${name}[${index}]`
    if (name === 'format') format = textOf(value)
    if (format !== 'rodada-board') throw new Unreadable({ kind: 'foreign', path: 'format' })
    if (name === 'source') url = textOf(thingOf(value).url)
    if (name === 'board') board = read(Board, value, at)
    if (name === 'labels') {
      const { id, ...label } = read(Label, value, at)
      sink.label({ ...label, id: String(id) })
    }
    if (name === 'fields') {
      const { id, name: title, type, on_card, options } = read(Field, value, at)
      sink.field({ id: String(id), name: title, type, on_card, options: options.map((option) => ({ ...option, id: String(option.id) })) })
    }
    if (name === 'lists') {
      const list = read(List, value, at)
      lists.set(String(list.id), list.title)
      const { title, status, wip_limit, wip_hard, archived_at } = list
      const bound = { wip_limit: wip_limit ?? undefined, wip_hard }
      sink.list({ id: String(list.id), title, status, position: lists.size, archived_at: archived_at ?? undefined, ...bound })
    }
    if (name === 'people') {
      const { id, name: called } = read(Person, value, at)
      sink.person({ id: String(id), name: called })
    }
    if (name === 'sprints') readSprint(read(Sprint, value, at), sink)
    if (name === 'card_templates' || name === 'saved_filters') {
      const thing = thingOf(value)
      sink.leftOut('parts_of_board', textOf(thing.nome) || textOf(thing.name))
    }
    if (name === 'cards') last = Math.max(last, readCard(read(Card, value, at), sink, numbers, plans, { position: Number(index), url, at }))
    if (name === 'journal') readEntry(value, sink, lists, plans)
  })
  if (!board) throw new Unreadable({ kind: 'foreign', path: 'board' })
  const { id, title, description, color, key_prefix } = board
  if (!isKeyPrefix(key_prefix)) throw new Unreadable({ kind: 'foreign', path: 'board.key_prefix' })
  for (const [card, { sprint, column, place, at }] of plans.cards) {
    const known = plans.journal.get(Number(card))
    sink.planned({ id: card, card, sprint, column, place, since: known && String(known.sprint) === sprint ? known.since : at })
  }
  const { deck_points, auto_sprint, is_template } = board
  const deck = board.deck && Deck.safeParse(board.deck)
  sink.board({
    ...{ id: `${url} ${id}`, title, description, color },
    keys: { prefix: key_prefix, last, former: board.former_prefixes.filter(isKeyPrefix) },
    settings: { deck: deck?.data ?? null, deck_points: fittingPoints(deck_points), auto_sprint, is_template },
  })
}

/** Where cards are planned to, and since when each was in the sprint that the journal names last. */
type Plans = {
  cards: Map<string, { sprint: string; column: string; place: string; at: string }>
  journal: Map<number, { sprint: number | null; since: string }>
}

/** What sizes are worth, as far as a board may say it. */
const fittingPoints = (points: Record<string, number>): Record<string, number> => {
  const rows = Object.entries(points).map(([face, worth]) => ({ face, points: worth }))
  const found = DeckPointsChange.safeParse(rows)
  return found.success ? points : {}
}

function readSprint(sprint: z.infer<typeof Sprint>, sink: Sink): void {
  const { id, nome: name, descricao: description, data_inicio: starts_on, data_fim: ends_on, status } = sprint
  // Its figures are what the journal said at its end, of which only creations and moves come.
  if (status === 'encerrada') {
    sink.leftOut('sprints_ended', name)
    return
  }
  const columns = sprint.columns.map((column) => ({
    ...{ id: String(column.id), name: column.nome, status: column.status, status_chosen: column.status_chosen },
  }))
  sink.sprint({ id: String(id), name, description, starts_on, ends_on, status, columns })
}

/** @returns the number of its key */
function readCard(
  card: z.infer<typeof Card>,
  sink: Sink,
  numbers: Set<number>,
  plans: Plans,
  { position, url, at }: { position: number; url: string; at: string },
): number {
  const id = String(card.id)
  const number = parseKey(card.key)?.number
  // No two cards of a board have one number.
  if (number === undefined || numbers.has(number)) throw new Unreadable({ kind: 'foreign', path: `${at}.key` })
  numbers.add(number)
  const members = [card.assigned_to, ...card.participant_ids].filter((person) => person !== null).map(String)
  sink.card({
    ...{ id, number, position, list: String(card.list_id), title: card.title, description: card.description, members },
    ...{ created_at: card.created_at, created_by: idOf(card.created_by), archived_at: card.archived_at ?? undefined },
    ...{ start_date: card.start_date ?? undefined, due_date: card.due_date ?? undefined, completed_at: card.completed_at ?? undefined },
    ...{ status: card.status, priority: card.priority, estimate: card.estimate ?? undefined, hours: card.estimated_hours ?? undefined },
    ...{ started_at: card.started_at ?? undefined, moved_at: card.moved_at ?? undefined, updated_at: card.updated_at },
    ...{ labels: card.label_ids.map(String), values: card.fields, notes: card.notes },
  })
  for (const [index, { id: own, title, items }] of card.checklists.entries()) {
    const ticked = items.map((item, place) => ({
      title: item.title,
      position: place,
      done: item.completed_at !== null,
      done_at: item.completed_at ?? undefined,
    }))
    sink.checklist({ id: String(own), card: id, title, position: index, items: ticked })
  }
  for (const { id: own, user_id, author_name, content, created_at, edited_at } of card.comments)
    sink.comment({
      id: String(own),
      card: id,
      by: idOf(user_id),
      name: author_name ?? undefined,
      at: created_at,
      text: content,
      edited_at: edited_at ?? undefined,
    })
  for (const link of card.attachments)
    sink.link({ id: String(link.id), card: id, title: link.title, url: link.url, at: link.created_at, by: idOf(link.user_id) })
  for (const link of card.github_links)
    sink.link({
      id: `github ${link.url}`,
      card: id,
      title: `${link.repository}#${link.number} ${link.title}`,
      url: link.url,
      at: link.created_at,
    })
  for (const file of card.files) {
    sink.link({
      id: `file ${file.id}`,
      card: id,
      title: file.name,
      url: `${url}${file.url}`,
      at: file.created_at,
      by: idOf(file.user_id),
      size: file.size,
    })
    sink.leftOut('files_as_links', card.title)
  }
  for (const { id: own, kind, card: other } of card.relations) {
    // Each stands at both of its cards; what goes out says it once.
    if (!other || !(kind === 'blocks' || kind === 'part_of' || kind === 'duplicates' || kind === 'relates_to')) continue
    sink.relation({ id: String(own), kind, from: id, to: String(other.id) } satisfies OutsideRelation)
  }
  if (card.sprint_id !== null && card.column_id !== null)
    plans.cards.set(id, {
      ...{ sprint: String(card.sprint_id), column: String(card.column_id), place: card.column_rank ?? '', at: card.updated_at },
    })
  if (card.former_keys.length > 0) sink.leftOut('former_keys', card.title)
  if (card.cover_file_id !== null) sink.leftOut('covers', card.title)
  if (card.recurrence !== null || card.estimates.length > 0) sink.leftOut('parts_of_board', card.title)
  return number
}

/** Where cards began and went, of which figures are added up. */
function readEntry(value: unknown, sink: Sink, lists: ReadonlyMap<string, string>, { journal }: Plans): void {
  const found = ExportedEntry.safeParse(value)
  // An entry of a kind that a newer version has.
  if (!found.success) return
  const { id, kind, card_id, user_id, created_at, before, after } = found.data
  if (card_id !== null && after && (journal.get(card_id)?.sprint ?? null) !== after.sprint_id)
    journal.set(card_id, { sprint: after.sprint_id, since: created_at })
  const isMove = before && before.list_id !== null && before.list_id !== after?.list_id
  if (kind !== 'card.created' && kind !== 'card.state' && !isMove) sink.leftOut('journal_lines')
  if (card_id === null || !after || after.list_id === null) return
  const named = (list: number) => ({ id: String(list), title: lists.get(String(list)) ?? '' })
  const about = { id: String(id), card: String(card_id), at: created_at, by: idOf(user_id) }
  if (kind === 'card.created') sink.start({ ...about, list: named(after.list_id) })
  else if (before && before.list_id !== null && before.list_id !== after.list_id)
    sink.move({ ...about, from: named(before.list_id), to: named(after.list_id) })
}
