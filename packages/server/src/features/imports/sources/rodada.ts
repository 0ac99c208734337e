import { DeckPointsChange } from '@rodada/contract/boards/deck-points'
import { BoardExportHead, ExportedCard, ExportedComment, ExportedEntry, ExportedEstimate } from '@rodada/contract/boards/export'
import { savedFiltersApi } from '@rodada/contract/boards/saved-filters'
import { isKeyPrefix, parseKey } from '@rodada/contract/cards/keys'
import { cardTemplatesApi } from '@rodada/contract/cards/templates'
import { Instant } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { Deck } from '@rodada/contract/rooms/decks'
import { z } from 'zod'
import { type OutsideEntry, type OutsideRelation, type OutsideState, type Reader, type Sink, Unreadable } from '../model.ts'
import { readJson } from './json-reader.ts'
import { instantOf, textOf, thingOf } from './values.ts'

/*
 * A board that was exported by this program, here or elsewhere (0093, 0111). What does not come is told: the bytes of its files are where they
 * were, and come as links, as issues of GitHub do, whose state is asked with an account; keys of other boards are of those.
 */

const things = ['members', 'labels', 'fields', 'lists', 'sprints', 'card_templates', 'saved_filters', 'cards', 'journal', 'people']
const wanted = ['format', 'version', 'source', 'board'].map((name) => `$.${name}`).concat(things.map((name) => `$.${name}.*`))

// What is added to the format raises nothing, so that a newer file is read, too; and what one of before does not say has a default.
const Board = BoardExportHead.shape.board
  .pick({
    ...{ id: true, title: true, description: true, color: true, key_prefix: true, is_public: true, created_at: true },
    ...{ deck: true, deck_points: true, auto_sprint: true, is_template: true, former_prefixes: true },
  })
  .extend({ last_number: z.int().min(0).default(0) })
const Label = BoardExportHead.shape.labels.element
const Field = BoardExportHead.shape.fields.element
const List = BoardExportHead.shape.lists.element
const Sprint = BoardExportHead.shape.sprints.element
  .pick({
    ...{ id: true, nome: true, descricao: true, data_inicio: true, data_fim: true, status: true, columns: true, created_at: true },
    ...{ ended_at: true, total_tasks: true, tasks_concluidas: true, tasks_em_andamento: true },
    ...{ committed: true, completed: true, journal_end: true },
  })
  // Files of earlier versions have none that was not.
  .extend({ recorded: z.boolean().default(true) })
const Recurrence = ExportedCard.shape.recurrence.unwrap().extend({ is_done: z.boolean().default(false) })
const Card = ExportedCard.extend({
  recurrence: Recurrence.nullable(),
  comments: z.array(ExportedComment.partial({ author_name: true })),
  estimates: z.array(ExportedEstimate),
})
const Person = z.object({ id: z.int(), name: z.string() })
const Kept = z.object({ id: z.int(), created_at: Instant, updated_at: Instant.optional() })

/** What a file says as the format has it. @throws Unreadable with the path */
function read<Value>(schema: z.ZodType<Value>, value: unknown, path: string): Value {
  const found = schema.safeParse(value)
  if (found.success) return found.data
  const [issue] = found.error.issues
  throw new Unreadable({ kind: 'foreign', path: [path, ...(issue?.path ?? [])].join('.') })
}

/**
 * Looks at all instants of a thing: they are kept as they come, and what the format calls one may have a million digits behind its seconds, or be
 * of a year that no day is told of. @throws Unreadable with the path
 */
function requireInstants(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, each] of Object.entries(value)) {
    const isFine = typeof each !== 'string' || !key.endsWith('_at') || (each.length <= limits.instant && instantOf(each) !== undefined)
    if (!isFine) throw new Unreadable({ kind: 'foreign', path: `${path}.${key}` })
    requireInstants(each, `${path}.${key}`)
  }
}

const idOf = (id: number | null): string | undefined => (id === null ? undefined : String(id))
const nameOf = (id: number | null): string | null => (id === null ? null : String(id))

export const readRodada: Reader = async (path, sink) => {
  let [format, url, last]: [string, string, number] = ['', '', 0]
  let board: z.infer<typeof Board> | undefined
  const lists = new Map<string, string>()
  const numbers = new Set<number>()
  const journal = createJournal(sink)
  await readJson(path, wanted, ([name = '', index], value) => {
    const at = index === undefined ? String(name) : `${name}[${index}]`
    if (name === 'format') format = textOf(value)
    if (format !== 'rodada-board') throw new Unreadable({ kind: 'foreign', path: 'format' })
    requireInstants(value, at)
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
      const { id, title, status, status_chosen, wip_limit, wip_hard, archived_at, created_at } = read(List, value, at)
      lists.set(String(id), title)
      const bound = { wip_limit: wip_limit ?? undefined, wip_hard }
      const when = { created_at, archived_at: archived_at ?? undefined }
      sink.list({ id: String(id), title, status, status_chosen, position: lists.size, ...when, ...bound })
    }
    if (name === 'people') {
      const { id, name: called } = read(Person, value, at)
      sink.person({ id: String(id), name: called })
    }
    if (name === 'sprints') {
      const sprint = read(Sprint, value, at)
      readSprint(sprint, sink)
      journal.sprint(sprint)
    }
    if (name === 'card_templates') readTemplate(value, sink, at)
    if (name === 'saved_filters') readFilter(value, sink, at)
    if (name === 'cards') last = Math.max(last, readCard(read(Card, value, at), sink, numbers, { position: Number(index), url, at }))
    if (name === 'journal') {
      const found = ExportedEntry.safeParse(value)
      // An entry of a kind that a newer version has.
      if (!found.success) sink.leftOut('journal_lines')
      else {
        readMove(found.data, sink, lists)
        journal.entry(found.data)
      }
    }
  })
  journal.end()
  if (!board) throw new Unreadable({ kind: 'foreign', path: 'board' })
  const { id, title, description, color, key_prefix } = board
  if (!isKeyPrefix(key_prefix)) throw new Unreadable({ kind: 'foreign', path: 'board.key_prefix' })
  const { deck_points, auto_sprint, is_template, created_at } = board
  if (board.is_public) sink.leftOut('board_public', title)
  const deck = board.deck && Deck.safeParse(board.deck)
  sink.board({
    ...{ id: `${url} ${id}`, title, description, color },
    keys: { prefix: key_prefix, last: Math.max(last, board.last_number), former: board.former_prefixes },
    settings: { deck: deck?.data ?? null, deck_points: fittingPoints(deck_points), auto_sprint, is_template, created_at },
  })
}

/** What sizes are worth, as far as a board may say it. */
const fittingPoints = (points: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(points)
      .filter(([face, worth]) => DeckPointsChange.element.safeParse({ face, points: worth }).success)
      .slice(0, limits.deckPoints),
  )

const nothing = { points: 0, hours: 0, tasks: 0 }

function readSprint(sprint: z.infer<typeof Sprint>, sink: Sink): void {
  const { id, nome: name, descricao: description, data_inicio: starts_on, data_fim: ends_on, created_at, ended_at, status } = sprint
  const columns = sprint.columns.map((column) => ({
    ...{ id: String(column.id), name: column.nome, status: column.status, status_chosen: column.status_chosen },
  }))
  const { total_tasks: total, tasks_concluidas: done, tasks_em_andamento: in_progress, committed, completed, recorded } = sprint
  const known = { committed: committed ?? nothing, completed: completed ?? nothing, ...(!recorded && { recorded }) }
  const final = { total, done, in_progress, ...known }
  const isOver = status === 'encerrada' && ended_at !== null
  sink.sprint({
    ...{ id: String(id), name, description, starts_on, ends_on, created_at, columns },
    // One without an end lasts, whatever it is called.
    status: isOver ? 'encerrada' : status === 'planejada' ? 'planejada' : 'ativa',
    ended: isOver ? { at: ended_at, final } : null,
  })
}

/** What a field holds at most depends on its type, and no type holds more. */
const fitsField = (field: string, value: string | number | boolean): boolean =>
  field.length <= limits.fieldName && (typeof value !== 'string' || value.length <= limits.fieldText)

/** What the contract lets people save, and nothing else: all that is saved of a board is read at once. */
function readTemplate(value: unknown, sink: Sink, at: string): void {
  const found = cardTemplatesApi.add.body.safeParse(value)
  if (!found.success) {
    sink.leftOut('templates_surplus', textOf(thingOf(value).name))
    return
  }
  const { id, created_at, updated_at = created_at } = read(Kept, value, at)
  const { name, title = '', description = '', priority = 'medium', estimate = null, estimated_hours = null, ...rest } = found.data
  const { label_ids = [], assigned_to = null, participant_ids = [], checklists = [], fields = {} } = rest
  const values = Object.fromEntries(
    Object.entries(fields).flatMap(([field, each]) => (each === null || !fitsField(field, each) ? [] : [[field, each]])),
  )
  sink.template({
    ...{ id: String(id), name, created_at, updated_at },
    content: {
      ...{ title, description, priority, estimate, estimated_hours, label_ids, assigned_to, participant_ids, checklists, fields: values },
    },
  })
}

function readFilter(value: unknown, sink: Sink, at: string): void {
  const found = savedFiltersApi.add.body.safeParse(value)
  if (!found.success) {
    sink.leftOut('filters_surplus', textOf(thingOf(value).name))
    return
  }
  const { id, created_at } = read(Kept, value, at)
  sink.filter({ id: String(id), name: found.data.name, filter: found.data.filter, created_at })
}

/** @returns the number of its key */
function readCard(
  card: z.infer<typeof Card>,
  sink: Sink,
  numbers: Set<number>,
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
    assignee: card.assigned_to === null ? null : String(card.assigned_to),
    backlog_place: card.sprint_id === null ? (card.column_rank ?? undefined) : undefined,
    from_sprint: idOf(card.from_sprint_id),
    recurrence: card.recurrence ? recurrenceOf(card.recurrence) : undefined,
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
  for (const link of card.github_links) {
    const title = `${link.repository}#${link.number} ${link.title}`
    sink.link({ id: `github ${link.url}`, card: id, title, url: link.url, at: link.created_at, by: idOf(link.linked_by) })
    sink.leftOut('github_as_links', card.title)
  }
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
  for (const { id: own, user_id, estimate, average, votes, room_name, created_at } of card.estimates)
    sink.estimate({ id: String(own), card: id, by: idOf(user_id), at: created_at, estimate, average, votes, room_name })
  if (card.sprint_id !== null && card.column_id !== null) {
    const [sprint, column] = [String(card.sprint_id), String(card.column_id)]
    sink.planned({ id, card: id, sprint, column, place: card.column_rank ?? '' })
  }
  if (card.former_keys.length > 0) sink.leftOut('former_keys', card.title)
  if (card.cover_file_id !== null) sink.leftOut('covers', card.title)
  return number
}

const recurrenceOf = ({ every, mode, set_on, dates_of, next_on, list_id, is_done }: z.infer<typeof Recurrence>) => ({
  ...{ every, mode, set_on, dates_of, next_on, is_done, list: list_id === null ? null : String(list_id) },
})

/** Where cards began and went, which is all that a board that is there already takes of the journal. */
function readMove(
  { id, kind, card_id, user_id, created_at, before, after }: ExportedEntry,
  sink: Sink,
  lists: ReadonlyMap<string, string>,
) {
  if (card_id === null || !after || after.list_id === null) return
  const named = (list: number) => ({ id: String(list), title: lists.get(String(list)) ?? '' })
  const about = { id: String(id), card: String(card_id), at: created_at, by: idOf(user_id) }
  if (kind === 'card.created') sink.start({ ...about, list: named(after.list_id) })
  else if (before && before.list_id !== null && before.list_id !== after.list_id)
    sink.move({ ...about, from: named(before.list_id), to: named(after.list_id) })
}

/** Passes the journal on, one entry late: behind which one a sprint ended, only the next one says. */
function createJournal(sink: Sink) {
  /** Sprints whose end is not reached yet, by the last entry that counts for them, the first of them last. */
  const waiting: { end: number; id: string }[] = []
  let isSorted = true
  let held: OutsideEntry | undefined
  const pass = (next: number) => {
    if (!isSorted) waiting.sort((a, b) => b.end - a.end)
    isSorted = true
    const ends: string[] = []
    for (let first = waiting.at(-1); first && first.end < next; first = waiting.at(-1)) {
      ends.push(first.id)
      waiting.pop()
    }
    if (held) sink.entry(ends.length > 0 ? { ...held, ends } : held)
    held = undefined
  }
  const stateOf = ({
    list_id,
    column_id,
    sprint_id,
    status,
    estimate,
    assigned_to,
  }: NonNullable<ExportedEntry['before']>): OutsideState => ({
    ...{ list: nameOf(list_id), column: nameOf(column_id), sprint: nameOf(sprint_id), status, estimate, assignee: nameOf(assigned_to) },
  })
  return {
    sprint: ({ id, ended_at, journal_end }: z.infer<typeof Sprint>): void => {
      if (ended_at === null || journal_end === null) return
      waiting.push({ end: journal_end, id: String(id) })
      isSorted = false
    },
    entry: ({ id, kind, card_id, user_id, subject, details, created_at, before, after, replaced }: ExportedEntry): void => {
      pass(id)
      held = {
        ...{ id: String(id), kind, card: nameOf(card_id), by: nameOf(user_id), subject, details, at: created_at, replaced },
        after: after && { ...stateOf(after), hours: after.estimated_hours, shown: after.shown },
        before: before && stateOf(before),
      }
    },
    end: (): void => pass(Number.POSITIVE_INFINITY),
  }
}
