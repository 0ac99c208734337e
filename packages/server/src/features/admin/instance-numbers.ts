import { setImmediate as nextLoop } from 'node:timers/promises'
import type { Db } from '../../platform/database.ts'
import {
  type BoardNumbers,
  type CountedBoard,
  countBoards,
  countedBoardsOf,
  type Days,
  type OfPerson,
  type OpenSprint,
  readCountedBoards,
  type Sums,
} from './number-queries.ts'

/** How many cards boards may have, together, that are counted by one statement: some ten milliseconds, and everybody else has a turn between two. */
const cardsAtOnce = 10_000
const boardsAtOnce = 50
/** What is remembered at most: as many boards and people of boards. Each is about a hundred bytes. Further boards are counted at each change. */
const keptAtMost = 300_000
/** As above, added up before everybody else has a turn: two milliseconds. */
const addedAtOnce = 5000

const mostPeople = 10

/** All boards in numbers. `sums` are by the names of `countBoards`. */
export type InstanceNumbers = {
  boards: number
  sums: Sums
  /** Those with the most cards. */
  people: readonly OfPerson[]
  openSprints: number
  /** The sprint under way that ends first, else the one that is planned, else the one that is late the longest. */
  sprintId: number | undefined
}

/**
 * Counts all boards, and remembers the numbers of each. They are true on one day and at one revision of the board, which every change of anything on
 * it counts in its own transaction: each call asks for the revisions, and counts only boards whose revision is another one. Nothing is told
 * between processes, and no number is older than the call.
 */
export function createInstanceNumbers(db: Db, mostKept = keptAtMost): (days: Days) => Promise<InstanceNumbers> {
  const kept = new Map<number, { revision: number; numbers: BoardNumbers }>()
  let size = 0
  let day: string | undefined
  /** The sum of all boards, and what was read of them before they were counted. */
  let whole: { read: string; numbers: InstanceNumbers } | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const forget = (id: number): void => {
    const gone = kept.get(id)
    if (!gone) return
    kept.delete(id)
    size -= sizeOf(gone.numbers)
  }
  const keep = (id: number, revision: number, numbers: BoardNumbers): void => {
    forget(id)
    if (size + sizeOf(numbers) > mostKept) return
    kept.set(id, { revision, numbers })
    size += sizeOf(numbers)
  }

  const count = async (days: Days): Promise<InstanceNumbers> => {
    if (day !== days.today) {
      kept.clear()
      size = 0
      whole = undefined
      day = days.today
    }
    // Before what they are the revisions of: who changes a board meanwhile has it counted once more, and never once too little.
    const read = await readCountedBoards(db)
    if (whole?.read === read) return whole.numbers
    const boards = countedBoardsOf(read)
    const changed = boards.filter(({ id, revision }) => kept.get(id)?.revision !== revision)
    const there = new Set(boards.map(({ id }) => id))
    for (const id of [...kept.keys()]) if (!there.has(id)) forget(id)
    const counted = new Map<number, BoardNumbers>()
    for (const some of portionsOf(changed)) {
      const numbers = await countBoards(
        db,
        some.map(({ id }) => id),
        days,
      )
      for (const { id, revision } of some) {
        const own = numbers.get(id)
        if (!own) throw new Error('a board was not counted')
        counted.set(id, own)
        keep(id, revision, own)
      }
    }
    const numbers = await addUp(boards.flatMap(({ id }) => counted.get(id) ?? kept.get(id)?.numbers ?? []))
    whole = { read, numbers }
    return numbers
  }

  // One after another: a call that comes while all boards are counted has little left to count.
  return (days) => {
    const mine = turn.then(() => count(days))
    turn = mine.catch(() => undefined)
    return mine
  }
}

const sizeOf = ({ people, sprints }: BoardNumbers): number => 1 + people.length + sprints.length

function* portionsOf(boards: readonly CountedBoard[]): Iterable<CountedBoard[]> {
  let portion: CountedBoard[] = []
  let cards = 0
  for (const board of boards) {
    if (portion.length > 0 && (portion.length === boardsAtOnce || cards + board.cards > cardsAtOnce)) {
      yield portion
      portion = []
      cards = 0
    }
    portion.push(board)
    cards += board.cards
  }
  if (portion.length > 0) yield portion
}

/** Always in the order of the boards, so that every process comes to the same sums of fractions. */
async function addUp(boards: readonly BoardNumbers[]): Promise<InstanceNumbers> {
  const sums: Record<string, number> = {}
  const people = new Map<number, OfPerson>()
  let [openSprints, added] = [0, 0]
  let sprint: OpenSprint | undefined
  for (const board of boards) {
    for (const name in board.sums) sums[name] = (sums[name] ?? 0) + (board.sums[name] ?? 0)
    for (const own of board.people) addTo(people, own)
    for (const own of board.sprints) if (!sprint || comesBefore(own, sprint)) sprint = own
    openSprints += board.sprints.length
    added += sizeOf(board)
    if (added < addedAtOnce) continue
    added = 0
    await nextLoop()
  }
  const most = [...people.values()].sort((one, other) => other.total - one.total || one.user_id - other.user_id).slice(0, mostPeople)
  return { boards: boards.length, sums, people: most, openSprints, sprintId: sprint?.id }
}

function addTo(people: Map<number, OfPerson>, { user_id, total, completed, in_progress, overdue, points }: OfPerson): void {
  const sum = people.get(user_id)
  if (!sum) return void people.set(user_id, { user_id, total, completed, in_progress, overdue, points })
  sum.total += total
  sum.completed += completed
  sum.in_progress += in_progress
  sum.overdue += overdue
  sum.points += points
}

function comesBefore(one: OpenSprint, other: OpenSprint): boolean {
  if (one.rank !== other.rank) return one.rank < other.rank
  return one.ends_on === other.ends_on ? one.id < other.id : one.ends_on < other.ends_on
}
