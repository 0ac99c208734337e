/** Where each person's next import stands among those that wait, which are told apart by the order in which they came. */
export type Turns = {
  /** In which order these are begun: each person's next one as if it had come just after all that waited at their last turn. */
  inOrder: <T extends { id: number; user_id: number }>(waiting: readonly T[]) => T[]
  /** One of these begins. */
  took: (begun: { user_id: number }, waiting: readonly { id: number }[]) => void
}

/** Turns of people: five large files of one keep nobody waiting for more than two of them, and who comes later passes nobody who waits. */
export function createTurns(): Turns {
  /** After which import each one's next stands, and how many turns there had been by then. */
  const last = new Map<number, { id: number; turn: number }>()
  let turn = 0
  const placeOf = ({ id, user_id }: { id: number; user_id: number }) => {
    const before = last.get(user_id)
    return before && before.id >= id ? before : { id, turn: 0 }
  }
  return {
    inOrder: (waiting) => {
      if (waiting.length === 0) last.clear()
      return waiting
        .map((each) => ({ each, place: placeOf(each) }))
        .sort((one, other) => one.place.id - other.place.id || one.place.turn - other.place.turn || one.each.id - other.each.id)
        .map(({ each }) => each)
    },
    took: ({ user_id }, waiting) => {
      turn += 1
      last.set(user_id, { id: Math.max(...waiting.map(({ id }) => id)), turn })
    },
  }
}
