import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

type Waiting = { id: number; user_id: number }
const [ana, bia, caio] = [1, 2, 3]
const of = (user_id: number, ...ids: number[]): Waiting[] => ids.map((id) => ({ id, user_id }))
/** In which order they are begun when `comes` says who is there before each turn. */
function begun(...comes: Waiting[][]): number[] {
  const turns = createTurns()
  const order: number[] = []
  let waiting: Waiting[] = []
  for (let at = 0; at < comes.length || waiting.length > 0; at += 1) {
    waiting.push(...(comes[at] ?? []))
    const [first] = turns.inOrder(waiting)
    if (!first) continue
    turns.took(first, waiting)
    order.push(first.id)
    waiting = waiting.filter(({ id }) => id !== first.id)
  }
  return order
}

test("of one person's five imports two at most come before another's", () => {
  expect(begun(of(ana, 1), [...of(ana, 2, 3, 4, 5), ...of(bia, 6)])).toEqual([1, 2, 6, 3, 4, 5])
  expect(begun([...of(ana, 1, 2, 3), ...of(bia, 4, 5)])).toEqual([1, 4, 2, 5, 3])
})

test('who comes later passes nobody who waits', () => {
  expect(begun(of(ana, 1, 2), of(bia, 3), of(caio, 4), of(caio, 5))).toEqual([1, 2, 3, 4, 5])
})
