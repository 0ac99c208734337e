import { expect, test } from 'vitest'
import type { SprintTask } from '../../../lib/call/sprint-words.ts'
import { afterOf, between, rankedBehind, takenWith } from './backlog-state.ts'

const tasks = [1, 2, 3, 4].map((id) => ({ id }) as SprintTask)
const ids = (list: readonly SprintTask[]) => list.map(({ id }) => id)

test('a task goes behind another, or on top', () => {
  expect(ids(rankedBehind(tasks, 1, 3))).toEqual([2, 3, 1, 4])
  expect(ids(rankedBehind(tasks, 4, null))).toEqual([4, 1, 2, 3])
  expect(ids(rankedBehind(tasks, 2, 2))).toEqual([1, 2, 3, 4])
  expect(ids(rankedBehind(tasks, 9, 1)), 'one that is gone').toEqual([1, 2, 3, 4])
  expect(ids(rankedBehind(tasks, 1, 9)), 'behind one that is gone').toEqual([1, 2, 3, 4])
})

test('steps lead behind the right neighbour, and stop at the ends', () => {
  expect(afterOf(tasks, 1, 1)).toBe(2)
  expect(afterOf(tasks, 3, -1)).toBe(1)
  expect(afterOf(tasks, 2, -1)).toBeNull()
  expect(afterOf(tasks, 1, -1)).toBeUndefined()
  expect(afterOf(tasks, 4, 5)).toBeUndefined()
  expect(afterOf(tasks, 3, -99)).toBeNull()
})

test('Shift chooses what lies between, in both directions', () => {
  expect(between(tasks, 2, 4)).toEqual([2, 3, 4])
  expect(between(tasks, 4, 2)).toEqual([2, 3, 4])
  expect(between(tasks, 9, 2)).toEqual([2])
})

test('taking a chosen task takes all of them, in their order', () => {
  expect(takenWith(tasks, new Set([4, 2]), 4)).toEqual([2, 4])
  expect(takenWith(tasks, new Set([4, 2]), 1)).toEqual([1])
})
