import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits } from '@rodada/contract/core/limits'
import { manyLinesText } from '@rodada/contract/core/plain-text'
import {
  type BundleCard,
  type BundleHead,
  type BundleLine,
  type LeftOut,
  type LeftOutKind,
  type OutsideCard,
  type OutsideField,
  type OutsideLabel,
  type OutsideList,
  type OutsidePerson,
  type OutsideRelation,
  type Sink,
  Unreadable,
} from '../model.ts'
import { cleanCard, type Known, type Note, nameOf, wholeCard } from './clean.ts'
import type { Scratch } from './scratch.ts'

/** How many titles are told of one kind of what does not come. */
const mostSubjects = 5

/** Counts what does not come. */
export function createNotes(): { note: Note; all: () => LeftOut[] } {
  const found = new Map<LeftOutKind, LeftOut>()
  return {
    note: (kind, subject, count = 1) => {
      const left = found.get(kind) ?? { kind, count: 0, subjects: [] }
      found.set(kind, left)
      left.count += count
      const title = subject && nameOf(subject, 100)
      if (title && left.subjects.length < mostSubjects && !left.subjects.includes(title)) left.subjects.push(title)
    },
    all: () => [...found.values()],
  }
}

type Columns = BundleHead['columns']

/** A sink that keeps everything in a scratch file. `rest` is what it holds in memory. */
export function createSink(scratch: Scratch, note: Note): { sink: Sink; rest: { board: BundleHead['board']; columns: Columns } } {
  const rest: { board: BundleHead['board']; columns: Columns } = { board: { id: '', title: '', description: '' }, columns: [] }
  // Each thing that somebody did names them.
  const people = new Set<string>()
  const sink: Sink = {
    board: (board) => {
      rest.board = board
    },
    person: (person) => {
      if (person.id === '' || people.has(person.id)) return
      if (people.size <= limits.importPeople) people.add(person.id)
      scratch.add('person', { id: person.id }, person)
    },
    list: (list) => void (list.id !== '' && scratch.add('list', list, list)),
    label: (label) => void (label.id !== '' && scratch.add('label', label, label)),
    field: (field) => void (field.id !== '' && scratch.add('field', field, field)),
    card: (card) => {
      const { id, list, position, parent } = card
      if (!scratch.add('card', { id, of: list, position }, card) || !parent) return
      scratch.add('relation', { id: `part of ${id}` }, {
        id: `part of ${id}`,
        kind: 'part_of',
        from: id,
        to: parent,
      } satisfies OutsideRelation)
    },
    checklist: (checklist) =>
      void scratch.add('checklist', { id: checklist.id, position: checklist.position, of: checklist.card }, checklist),
    comment: (comment) => void scratch.add('comment', { ...comment, of: comment.card }, comment),
    move: (move) => void scratch.add('move', { ...move, of: move.card }, move),
    start: (start) => void scratch.add('start', { ...start, of: start.card }, start),
    link: (link) => void scratch.add('link', { ...link, id: `${link.card} ${link.id}`, of: link.card }, link),
    relation: (relation) => void scratch.add('relation', relation, relation),
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

type Head = Omit<BundleHead, 'left_out' | 'totals'>

function headOf(scratch: Scratch, rest: { board: BundleHead['board']; columns: Columns }, note: Note): Head {
  const lists = first(scratch.all<OutsideList>('list'), limits.boardLists, () => note('lists_surplus'))
  const labels = first(scratch.all<OutsideLabel>('label'), limits.boardLabels, () => note('labels_surplus'))
  const fields = first(scratch.all<OutsideField>('field'), limits.boardFields, () => note('fields_surplus'))
  const people = first(scratch.all<OutsidePerson>('person'), limits.importPeople, () => note('people_surplus'))
  const { board } = rest
  return {
    board: {
      ...board,
      id: nameOf(board.id, limits.importKey),
      title: nameOf(board.title, limits.boardTitle) || 'Quadro',
      description: nameOf(manyLinesText(board.description), limits.boardDescription),
    },
    lists: lists.map((list) => ({ ...list, title: nameOf(list.title, limits.listTitle) || '—', cards: 0 })),
    labels: labels.map((label) => ({ ...label, name: nameOf(label.name, limits.labelName) || '—' })),
    fields: fields.map((field) => {
      if (field.options.length > limits.fieldOptions) note('fields_surplus', field.name)
      const options = field.options
        .slice(0, limits.fieldOptions)
        .map((option) => ({ ...option, name: nameOf(option.name, limits.fieldName) || '—' }))
      return { ...field, name: nameOf(field.name, limits.fieldName) || '—', options }
    }),
    people: people.map((person) => ({ ...person, name: nameOf(person.name, limits.personName) || person.id, cards: 0 })),
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
 * Writes what was read to a file, one JSON value a line: each card with all that is on it, then the relations of cards.
 * @returns what else the file has @throws Unreadable when it has no card
 */
export async function writeBundle(
  path: string,
  scratch: Scratch,
  rest: { board: BundleHead['board']; columns: Columns },
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
  const totals: BundleHead['totals'] = { cards: 0, archived: 0, comments: 0, checklists: 0, attachments: 0, moves: 0, relations: 0 }
  const named = new Map(head.people.map((person) => [person.id, person]))
  const written = new Set<string>()
  let shown = 0
  const count = (card: BundleCard) => {
    const list = lists.get(card.list)
    // Whoever is named on the way of a card counts once for it.
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
    totals.moves += card.moves.length
  }
  function* lines(): Generator<string> {
    for (const raw of cardsInOrder(scratch, head.lists)) {
      if (isShown(raw, hidden)) shown += 1
      if (totals.cards >= limits.importCards || (isShown(raw, hidden) && shown > limits.boardCards)) {
        note('cards_surplus', raw.title)
        continue
      }
      const parts = {
        checklists: scratch.of<BundleCard['checklists'][number]>('checklist', raw.id),
        comments: scratch.of<BundleCard['comments'][number]>('comment', raw.id),
        moves: scratch.of<BundleCard['moves'][number]>('move', raw.id),
        starts: scratch.of<NonNullable<BundleCard['start']>>('start', raw.id),
        links: scratch.of<BundleCard['links'][number]>('link', raw.id),
      }
      const card = wholeCard(cleanCard(raw, known, note), parts, note)
      count(card)
      written.add(card.id)
      yield lineOf({ card })
    }
    for (const relation of scratch.all<OutsideRelation>('relation')) {
      if (!written.has(relation.from) || !written.has(relation.to) || relation.from === relation.to) {
        note('relations_lost')
        continue
      }
      totals.relations += 1
      yield lineOf({ relation })
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }))
  if (totals.cards === 0) throw new Unreadable({ kind: 'no_cards' })
  return { ...head, totals, left_out: all() }
}

const lineOf = (line: BundleLine): string => `${JSON.stringify(line)}\n`
