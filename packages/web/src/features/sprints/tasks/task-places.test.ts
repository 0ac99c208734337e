import { expect, test } from 'vitest'
import { placesOf } from './task-places.ts'

const task = (id: number, column_id: number | null, rank: string | null) => ({ id, column_id, rank })
const all = [task(1, 10, 'a2'), task(2, 10, 'a1'), task(3, 20, 'a0'), task(4, 10, 'a3'), task(5, 10, null), task(6, null, null)]

test('each task stands behind the one above it in its column, from top to bottom', () => {
  expect(placesOf([task(4, 10, 'a3'), task(1, 10, 'a2'), task(3, 20, 'a0'), task(5, 10, null)], all)).toEqual([
    { taskId: 3, column_id: 20, after_id: null },
    { taskId: 1, column_id: 10, after_id: 2 },
    { taskId: 4, column_id: 10, after_id: 1 },
    { taskId: 5, column_id: 10, after_id: 4 },
  ])
})

test('what stands in no column, or is not there, has no place', () => {
  expect(placesOf([task(6, null, null), task(9, 10, 'a0')], all)).toEqual([])
})
