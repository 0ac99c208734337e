import { limits } from '@rodada/contract/core/limits'
import { isRank, rankBetween } from '../../../platform/order/ranks.ts'
import type { BundleCard, OwnLine } from '../bundle-model.ts'
import type { OutsideEntry, OutsideFilter, OutsidePlanned, OutsideState, OutsideTemplate } from '../model.ts'
import { type Note, nameOf } from './clean.ts'
import type { Scratch } from './scratch.ts'

/*
 * What only a board of this program has: its journal, its templates of cards and its filters.
 */

/** Entries of one line, and letters of them: what is written in one transaction. */
const entriesAtOnce = 200
const lettersAtOnce = 50_000
/** Letters of one text of an entry, and things of each kind in it: more than this program writes. */
const entryText = 500
const entryParts = 60
/** Letters of all texts of an entry; hundreds of entries are read at once: this program writes two values of one field, or two titles. */
const entryLetters = 5_000

/** Behind this there would be no room for the places that are given: they would grow with each one. */
const lastPlace = 'f'
const isPlace = (text: string): boolean => text < lastPlace && isRank(text)

const columnOf = ({ sprint, column }: OutsidePlanned): string => `${sprint} ${column}`

/**
 * Ranks as they come, which keeps the order: each once in its column, because nothing could be put between two that are one. What is none goes
 * behind all that come to its column, also behind those that come later.
 */
export function createPlaces(all: Iterable<OutsidePlanned>) {
  const taken = new Set<string>()
  const last = new Map<string, string>()
  for (const planned of all)
    if (planned.place > (last.get(columnOf(planned)) ?? '') && isPlace(planned.place)) last.set(columnOf(planned), planned.place)
  const atEnd = (planned: OutsidePlanned): string => {
    const before = last.get(columnOf(planned))
    if (before === undefined) return ''
    const place = rankBetween(before, null)
    last.set(columnOf(planned), place)
    return place
  }
  const free = (order: string, rank: string): boolean => {
    const key = `${order} ${rank}`
    if (!isPlace(rank) || taken.has(key)) return false
    taken.add(key)
    return true
  }
  return {
    planned: (planned: OutsidePlanned): OutsidePlanned =>
      free(columnOf(planned), planned.place) ? planned : { ...planned, place: atEnd(planned) },
    backlog: (place: string | undefined): string | undefined => (place !== undefined && free('backlog', place) ? place : undefined),
  }
}

const textOf = (text: string | undefined): string | undefined => text && nameOf(text, entryText)

/** What an entry says, within what one may say. What does not fit behind the rest is left out. */
function detailsOf({ from, to, fields, changes, ...rest }: OutsideEntry['details']): OutsideEntry['details'] {
  let room = entryLetters
  const fits = (...said: (string | undefined)[]): boolean => {
    room -= said.join('').length
    return room >= 0
  }
  const [before, now] = [textOf(from), textOf(to)]
  fits(before, now)
  return {
    ...rest,
    ...(from !== undefined && { from: before }),
    ...(to !== undefined && { to: now }),
    ...(fields && {
      fields: fields
        .slice(0, entryParts)
        .map((field) => nameOf(field, entryText))
        .filter((field) => fits(field)),
    }),
    ...(changes && {
      changes: changes
        .slice(0, entryParts)
        .map((change) => ({ field: nameOf(change.field, entryText), from: textOf(change.from), to: textOf(change.to) }))
        .filter((change) => fits(change.field, change.from, change.to)),
    }),
  }
}

const pointsOf = (points: number | null): number | null => (points !== null && points >= 0 && points <= limits.estimate ? points : null)
const inBounds = <State extends OutsideState>(state: State | null): State | null =>
  state && { ...state, estimate: pointsOf(state.estimate) }

const cleanEntry = (entry: OutsideEntry): OutsideEntry => ({
  ...entry,
  subject: nameOf(entry.subject, entryText),
  details: detailsOf(entry.details),
  before: inBounds(entry.before),
  after: entry.after && { ...entry.after, estimate: pointsOf(entry.after.estimate), hours: pointsOf(entry.after.hours) },
})

/** What the journal has to say of a card, last: figures of sprints that last are read from the cards, those of ended ones from the journal. */
const stateOf = (
  card: BundleCard,
  hidden: ReadonlySet<string>,
  sprints: ReadonlyMap<string, unknown>,
): NonNullable<OutsideEntry['after']> => ({
  list: card.list,
  sprint: card.planned && sprints.has(card.planned.sprint) ? card.planned.sprint : null,
  column: card.planned && sprints.has(card.planned.sprint) ? card.planned.column : null,
  status: card.status ?? null,
  estimate: card.estimate ?? null,
  hours: card.hours ?? null,
  assignee: card.assignee ?? null,
  shown: card.archived_at === undefined && !hidden.has(card.list),
})
const fields = ['list', 'sprint', 'column', 'status', 'estimate', 'hours', 'assignee', 'shown'] as const

/**
 * The lines of a bundle behind its relations. `settle` looks at each card that comes: where its journal does not end with what it is, an entry at
 * the end says it, because what stands on a card and what its journal says are one.
 */
export function ownLines(
  scratch: Scratch,
  count: number,
  {
    written,
    sprints,
    hidden,
    note,
  }: { written: ReadonlySet<string>; sprints: ReadonlyMap<string, unknown>; hidden: ReadonlySet<string>; note: Note },
) {
  const settling: OutsideEntry[] = []
  const cardsIn = new Map<string, Set<string>>()
  const arrivals = new Map<string, number>()
  const skipped = Math.max(0, count - limits.importedEntries)

  function settle(card: BundleCard): void {
    const state = stateOf(card, hidden, sprints)
    let last: OutsideEntry | undefined
    for (const entry of scratch.each<OutsideEntry>('entry', card.id)) if (entry.after) last = cleanEntry(entry)
    if (last?.after && fields.every((field) => last?.after?.[field] === state[field])) return
    const told = card.updated_at ?? card.created_at ?? ''
    settling.push({
      ...{ id: `settled ${card.id}`, kind: 'card.state', card: card.id, by: null, subject: card.title, details: {}, replaced: false },
      ...{ at: last && last.at > told ? last.at : told, after: state, before: last?.after ?? null },
    })
  }

  /** A state, in no sprint where that had too many cards: each is a task of its report. */
  function inSprint<State extends OutsideState>(state: State | null, card: string | null): State | null {
    if (!state || state.sprint === null) return state
    const cards = cardsIn.get(state.sprint) ?? new Set()
    cardsIn.set(state.sprint, cards)
    if (cards.size < limits.importedSprintCards) cards.add(card ?? '')
    return cards.has(card ?? '') ? state : { ...state, sprint: null, column: null }
  }

  /** An entry, of which only the state stays when its card arrived too often: an export reads the keys of a card from all its arrivals. */
  function arrived(entry: OutsideEntry): OutsideEntry | null {
    if (entry.kind !== 'card.arrived' || entry.card === null) return entry
    const times = (arrivals.get(entry.card) ?? 0) + 1
    arrivals.set(entry.card, times)
    if (times <= limits.importedArrivals) return entry
    note('journal_lines', entry.subject)
    return entry.after && { ...entry, kind: 'card.state', details: {} }
  }

  function* entries(): Generator<OutsideEntry> {
    let index = 0
    for (const raw of scratch.all<OutsideEntry>('entry')) {
      index += 1
      if (index <= skipped) continue
      const entry = arrived(cleanEntry(raw))
      if (!entry) continue
      const [after, before] = [inSprint(entry.after, entry.card), inSprint(entry.before, entry.card)]
      if (after?.sprint !== entry.after?.sprint || before?.sprint !== entry.before?.sprint) note('journal_lines', entry.subject)
      yield { ...entry, after, before }
    }
    yield* settling
  }

  function* lines(): Generator<OwnLine> {
    yield* someOf<OutsideTemplate, OwnLine>(
      scratch.all('template'),
      limits.cardTemplates,
      (template) => ({ template }),
      () => note('templates_surplus'),
    )
    yield* someOf<OutsideFilter, OwnLine>(
      scratch.all('filter'),
      limits.savedFilters,
      (filter) => ({ filter }),
      () => note('filters_surplus'),
    )
    if (skipped > 0) note('journal_lines', undefined, skipped)
    const gone = new Map<string, number>()
    let [some, letters]: [OutsideEntry[], number] = [[], 0]
    for (const entry of entries()) {
      // Of cards that are no more, figures of sprints tell one from another.
      const isGone = entry.card !== null && !written.has(entry.card)
      if (isGone && !gone.has(entry.card ?? '')) gone.set(entry.card ?? '', gone.size + 1)
      some.push(isGone ? { ...entry, gone: gone.get(entry.card ?? '') } : entry)
      letters += JSON.stringify(entry.details).length + entry.subject.length + 200
      if (some.length < entriesAtOnce && letters < lettersAtOnce && !entry.ends) continue
      yield { entries: some }
      ;[some, letters] = [[], 0]
    }
    if (some.length > 0) yield { entries: some }
  }
  return { settle, lines }
}

function* someOf<Thing, Line>(things: Iterable<Thing>, most: number, line: (thing: Thing) => Line, surplus: () => void): Generator<Line> {
  let n = 0
  for (const thing of things) {
    n += 1
    if (n <= most) yield line(thing)
    else surplus()
  }
}
