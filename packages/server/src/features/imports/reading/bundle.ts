import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits } from '@rodada/contract/core/limits'
import { manyLinesText } from '@rodada/contract/core/plain-text'
import type { BundleCard, BundleHead, BundleLine } from '../bundle-model.ts'
import { digestOf } from '../digest.ts'
import { checklistPortions, commentPortions, estimatePortions } from '../lines.ts'
import {
  type LeftOut,
  type LeftOutKind,
  type OutsideCard,
  type OutsideField,
  type OutsideLabel,
  type OutsideList,
  type OutsidePerson,
  type OutsidePlanned,
  type OutsideRelation,
  type OutsideSprint,
  type Sink,
  Unreadable,
} from '../model.ts'
import { cleanCard, cleanSprint, colorOf, emailOf, idOf, type Known, keysOf, type Note, nameOf, wholeCard } from './clean.ts'
import { createPlaces, ownLines } from './own.ts'
import type { Scratch } from './scratch.ts'

/** How many titles are told of one kind of what does not come. */
const mostSubjects = 5
/** Letters of a title that are looked at to tell it: one may have a million, and is told of again for each thing on its card. */
const subjectLetters = 400
/** How many of a kind are counted: what a file says of its own numbers may be any number, and half a comment. */
const mostLeftOut = 1_000_000_000

/** Counts what does not come. */
export function createNotes(): { note: Note; all: () => LeftOut[] } {
  const found = new Map<LeftOutKind, LeftOut>()
  return {
    note: (kind, subject, count = 1) => {
      const left = found.get(kind) ?? { kind, count: 0, subjects: [] }
      found.set(kind, left)
      left.count = Math.min(left.count + Math.ceil(count), mostLeftOut)
      const title = subject && nameOf(subject.slice(0, subjectLetters), 100)
      if (title && left.subjects.length < mostSubjects && !left.subjects.includes(title)) left.subjects.push(title)
    },
    all: () => [...found.values()],
  }
}

type Columns = BundleHead['columns']

/** What of a file is in memory. `entries` counts those of its journal. */
type Rest = { board: BundleHead['board']; columns: Columns; entries: number }

const byFieldId = <Value>(all: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).map(([field, value]) => [idOf(field), value]))

/** A sink that keeps everything in a scratch file, by short ids. `rest` is what it holds in memory. */
export function createSink(scratch: Scratch, note: Note): { sink: Sink; rest: Rest } {
  const rest: Rest = { board: { id: '', title: '', description: '' }, columns: [], entries: 0 }
  // Each thing that somebody did names them.
  const people = new Set<string>()
  const keep = <Thing extends { id: string; position?: number }>(kind: string, thing: Thing) => void scratch.add(kind, thing, thing)
  const shortly = (list: { id: string; title: string }) => ({ ...list, id: idOf(list.id) })
  const keepOnCard = <Thing extends { id: string; card: string; by?: string | undefined; position?: number }>(
    kind: string,
    thing: Thing,
  ) => {
    const [id, card, by] = [idOf(thing.id), idOf(thing.card), thing.by === undefined ? undefined : idOf(thing.by)]
    scratch.add(kind, { id, of: card, position: thing.position ?? 0 }, { ...thing, id, card, by })
  }
  const sink: Sink = {
    board: (board) => {
      rest.board = board
    },
    person: (person) => {
      const id = idOf(person.id)
      if (id === '' || people.has(id)) return
      if (people.size <= limits.importPeople) people.add(id)
      scratch.add('person', { id }, { ...person, id, email: emailOf(person.email) })
    },
    list: (list) => void (list.id !== '' && keep('list', { ...list, id: idOf(list.id) })),
    label: (label) => void (label.id !== '' && keep('label', { ...label, id: idOf(label.id) })),
    field: (field) => {
      const options = field.options.map((option) => ({ ...option, id: idOf(option.id) }))
      if (field.id !== '') keep('field', { ...field, id: idOf(field.id), options })
    },
    card: (whole) => {
      const [id, list, parent] = [idOf(whole.id), idOf(whole.list), whole.parent === undefined ? undefined : idOf(whole.parent)]
      const [members, labels] = [whole.members.map(idOf), whole.labels.map(idOf)]
      const [values, written] = [byFieldId(whole.values), whole.written && byFieldId(whole.written)]
      const created_by = whole.created_by === undefined ? undefined : idOf(whole.created_by)
      const card = { ...whole, id, list, parent, members, labels, values, written, created_by }
      const isFirst = scratch.add('card', { id, of: list, position: card.position }, card)
      if (isFirst && parent) keep('relation', { id: `part of ${id}`, kind: 'part_of', from: id, to: parent } satisfies OutsideRelation)
      return isFirst
    },
    checklist: (checklist) => keepOnCard('checklist', checklist),
    comment: (comment) => keepOnCard('comment', comment),
    move: (move) => keepOnCard('move', { ...move, from: shortly(move.from), to: shortly(move.to) }),
    start: (start) => keepOnCard('start', { ...start, list: shortly(start.list) }),
    link: (link) => keepOnCard('link', { ...link, id: `${idOf(link.card)} ${idOf(link.id)}` }),
    relation: ({ id, kind, from, to }) => keep('relation', { id: idOf(id), kind, from: idOf(from), to: idOf(to) }),
    sprint: (sprint) => keep('sprint', { ...sprint, id: idOf(sprint.id), also: sprint.also === undefined ? undefined : idOf(sprint.also) }),
    planned: (planned) => keepOnCard('planned', { ...planned, sprint: idOf(planned.sprint) }),
    estimate: (estimate) => keepOnCard('estimate', estimate),
    template: (template) => keep('template', template),
    filter: (filter) => keep('filter', filter),
    entry: (entry) => {
      scratch.add('entry', { id: entry.id, of: entry.card ?? '', position: rest.entries }, entry)
      rest.entries += 1
    },
    leftOut: note,
    column: (column) => void rest.columns.push(column),
  }
  return { sink, rest }
}

/** The first so many of what there is, and a note of the others. */
function first<Thing>(things: Iterable<Thing>, most: number, surplus: () => void): Thing[] {
  const kept: Thing[] = []
  for (const thing of things) {
    if (kept.length < most) kept.push(thing)
    else surplus()
  }
  return kept
}

/** Who has no name is called by their id, which may hold what no name may. */
const personNameOf = ({ id, name }: OutsidePerson): string => nameOf(name, limits.personName) || nameOf(id, limits.personName) || '—'

type Head = Omit<BundleHead, 'left_out' | 'totals'>

function headOf(scratch: Scratch, rest: Rest, note: Note): Head {
  const lists = first(scratch.all<OutsideList>('list'), limits.boardLists, () => note('lists_surplus'))
  const labels = first(scratch.all<OutsideLabel>('label'), limits.boardLabels, () => note('labels_surplus'))
  const fields = first(scratch.all<OutsideField>('field'), limits.boardFields, () => note('fields_surplus'))
  const people = first(scratch.all<OutsidePerson>('person'), limits.importPeople, () => note('people_surplus'))
  const sprints = first(scratch.all<OutsideSprint>('sprint'), limits.boardSprints, () => note('sprints_surplus')).flatMap((sprint) =>
    cleanSprint(sprint, note).map((cleaned) => ({ ...cleaned, cards: 0 })),
  )
  // What is known of all of them is read with each look at the import.
  let columns = 0
  const fitting = sprints.filter((sprint) => {
    columns += sprint.columns.length
    if (columns > limits.importedColumns) note('sprints_surplus', sprint.name)
    return columns <= limits.importedColumns
  })
  const { board } = rest
  return {
    sprints: fitting,
    board: {
      ...board,
      id: nameOf(board.id, limits.importKey),
      title: nameOf(board.title, limits.boardTitle) || 'Quadro',
      description: nameOf(manyLinesText(board.description), limits.boardDescription),
      color: colorOf(board.color),
      keys: keysOf(board.keys),
    },
    lists: lists.map((list) => ({ ...list, title: nameOf(list.title, limits.listTitle) || '—', cards: 0 })),
    labels: labels.map((label) => ({ ...label, name: nameOf(label.name, limits.labelName) || '—', color: colorOf(label.color) })),
    fields: fields.map((field) => {
      if (field.options.length > limits.fieldOptions) note('fields_surplus', field.name)
      const options = field.options
        .slice(0, limits.fieldOptions)
        .map((option) => ({ ...option, name: nameOf(option.name, limits.fieldName) || '—', color: colorOf(option.color) }))
      return { ...field, name: nameOf(field.name, limits.fieldName) || '—', options }
    }),
    people: people.map((person) => ({ ...person, name: personNameOf(person), cards: 0 })),
    columns: rest.columns.slice(0, limits.importColumns),
  }
}

/** The cards by their lists and places, those of lists that are nowhere at the end. */
function* cardsInOrder(scratch: Scratch, lists: readonly OutsideList[]): Generator<OutsideCard> {
  for (const list of lists) yield* scratch.each<OutsideCard>('card', list.id)
  const known = new Set(lists.map(({ id }) => id))
  for (const id of scratch.owners('card')) if (!known.has(id)) yield* scratch.each<OutsideCard>('card', id)
}

/** A card that is shown is one of the twenty thousand that a board takes. */
const isShown = (card: OutsideCard, hidden: ReadonlySet<string>): boolean => card.archived_at === undefined && !hidden.has(card.list)

/**
 * Writes what was read to a file, one JSON value a line: each card with all that is on it, then the relations of cards, then what a board of this
 * program has besides.
 * @returns what else the file has @throws Unreadable when it has no card
 */
export async function writeBundle(
  path: string,
  scratch: Scratch,
  rest: Rest,
  { note, all }: ReturnType<typeof createNotes>,
): Promise<BundleHead> {
  const head = headOf(scratch, rest, note)
  if (head.lists.length === 0) head.lists.push({ id: '', title: 'A Fazer', position: 0, cards: 0 })
  const lists = new Map(head.lists.map((list) => [list.id, list]))
  const open = head.lists.find((list) => list.archived_at === undefined) ?? head.lists[0]
  const known: Known = {
    fields: new Map(head.fields.map((field) => [field.id, field])),
    labels: new Set(head.labels.map(({ id }) => id)),
    lists,
    firstList: open?.id ?? '',
  }
  const hidden = new Set(head.lists.flatMap(({ id, archived_at }) => (archived_at === undefined ? [] : [id])))
  const totals = { cards: 0, archived: 0, comments: 0, checklists: 0, attachments: 0, files: 0, moves: 0, relations: 0 }
  const named = new Map(head.people.map((person) => [person.id, person]))
  const written = new Set<string>()
  let shown = 0
  const sprints = new Map(head.sprints.map((sprint) => [sprint.id, sprint]))
  /** Where a card is planned, when there is room. Of a sprint that does not come it is still known that the card is in it. */
  const plannedIn = (card: OutsideCard): OutsidePlanned | null => {
    const [planned] = scratch.of<OutsidePlanned>('planned', card.id)
    const sprint = planned && sprints.get(planned.sprint)
    if (!planned || !sprint) return planned ?? null
    const n = sprint.cards ?? 0
    if (n >= limits.sprintTasks) {
      note('sprint_tasks_surplus', card.title)
      return null
    }
    sprint.cards = n + 1
    return places.planned(planned)
  }
  let peopleInFields = 0
  /** What a card has in its fields, without people beyond those that can leave the board at once. */
  const withFewPeople = ({ values, title }: OutsideCard): OutsideCard['values'] =>
    Object.fromEntries(
      Object.entries(values).filter(([id]) => {
        if (known.fields.get(id)?.type !== 'person') return true
        peopleInFields += 1
        if (peopleInFields <= limits.importedPeopleInFields) return true
        note('values_invalid', title)
        return false
      }),
    )
  const leftOf = new Map<string, number>()
  /** The sprint that a card came from, unless too many did: when it is deleted, all of them forget it at once. */
  const cameFrom = ({ from_sprint, title }: OutsideCard): string | undefined => {
    if (from_sprint === undefined) return undefined
    const n = (leftOf.get(from_sprint) ?? 0) + 1
    leftOf.set(from_sprint, n)
    if (n <= limits.importedSprintCards) return from_sprint
    note('journal_lines', title)
    return undefined
  }
  const count = (card: BundleCard) => {
    const list = lists.get(card.list)
    // Who is named on the way of a card counts once for it.
    for (const id of new Set([...card.members, ...card.comments.map(({ by }) => by ?? '')])) {
      const person = named.get(id)
      if (person) person.cards += 1
    }
    if (list) list.cards += 1
    totals.cards += 1
    if (card.archived_at !== undefined || hidden.has(card.list)) totals.archived += 1
    totals.comments += card.comments.length
    totals.checklists += card.checklists.length
    totals.attachments += card.links.length
    totals.files += card.links.filter(({ upload }) => upload).length
    totals.moves += card.moves.length
  }
  const own = ownLines(scratch, rest.entries, { written, sprints, hidden, note })
  const places = createPlaces(scratch.all('planned'))
  function* lines(): Generator<string> {
    for (const raw of cardsInOrder(scratch, head.lists)) {
      if (isShown(raw, hidden)) shown += 1
      if (totals.cards >= limits.importCards || (isShown(raw, hidden) && shown > limits.boardCards)) {
        note('cards_surplus', raw.title)
        continue
      }
      const parts = {
        planned: plannedIn(raw),
        estimates: scratch.of<BundleCard['estimates'][number]>('estimate', raw.id),
        checklists: scratch.of<BundleCard['checklists'][number]>('checklist', raw.id),
        comments: scratch.of<BundleCard['comments'][number]>('comment', raw.id),
        moves: scratch.of<BundleCard['moves'][number]>('move', raw.id),
        starts: scratch.of<NonNullable<BundleCard['start']>>('start', raw.id),
        links: scratch.of<BundleCard['links'][number]>('link', raw.id),
      }
      const cleaned = cleanCard({ ...raw, from_sprint: cameFrom(raw), backlog_place: places.backlog(raw.backlog_place) }, known, note)
      const card = wholeCard({ ...cleaned, values: withFewPeople(cleaned) }, parts, note)
      count(card)
      written.add(card.id)
      if (rest.board.settings) own.settle(card)
      // What was said on one card may be forty megabytes, and what is written at once is waited for.
      const [comments = [], ...further] = commentPortions(card.comments)
      const [checklists = [], ...moreOfThem] = checklistPortions(card.checklists)
      const [estimates = [], ...furtherEstimates] = estimatePortions(card.estimates)
      const digest = moreOfThem.length > 0 ? digestOf(card) : undefined
      yield lineOf({
        card: {
          ...{ ...card, checklists, comments, estimates, said_at: card.comments.at(-1)?.at, digest },
          ...(furtherEstimates.length > 0 && { more_estimates: true }),
        },
      })
      for (const more of furtherEstimates) yield lineOf({ of: card.id, estimates: more })
      for (const [index, more] of moreOfThem.entries())
        yield lineOf({ of: card.id, checklists: more, digest: digest ?? '', isLast: index === moreOfThem.length - 1 })
      for (const more of further) yield lineOf({ of: card.id, comments: more })
    }
    for (const relation of scratch.all<OutsideRelation>('relation')) {
      const isLost = !written.has(relation.from) || !written.has(relation.to) || relation.from === relation.to
      if (isLost || totals.relations >= limits.importRelations) {
        note('relations_lost')
        continue
      }
      totals.relations += 1
      yield lineOf({ relation })
    }
    if (rest.board.settings) for (const line of own.lines()) yield lineOf(line)
  }
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }))
  if (totals.cards === 0) throw new Unreadable({ kind: 'no_cards' })
  return { ...head, totals, left_out: all() }
}

const lineOf = (line: BundleLine): string => `${JSON.stringify(line)}\n`
