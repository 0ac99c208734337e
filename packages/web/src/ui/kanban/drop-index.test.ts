import { describe, expect, it } from 'vitest'
import { dropIndex, reordered, withSlot } from './drop-index.ts'

/** Rows of 100 without gaps. */
const row = (index: number) => ({ index, start: index * 100, size: 100 })

describe('where a card would land', () => {
  it('gives way at the middle of a row', () => {
    expect(dropIndex(row(1), -1, 149, 3)).toBe(1)
    expect(dropIndex(row(1), -1, 151, 3)).toBe(2)
  })

  it('stays while the pointer is over the slot, and is stable after the slot has moved', () => {
    expect(dropIndex(row(1), 1, 199, 3)).toBe(1)
    // Above the slot: only past the middle upwards; below it: only past the middle downwards.
    expect(dropIndex(row(0), 1, 60, 3)).toBe(1)
    expect(dropIndex(row(0), 1, 40, 3)).toBe(0)
    expect(dropIndex(row(2), 1, 240, 3)).toBe(1)
    expect(dropIndex(row(2), 1, 260, 3)).toBe(2)
  })

  it('is the end below the last row, and the start of an empty column', () => {
    expect(dropIndex(undefined, -1, 900, 3)).toBe(3)
    expect(dropIndex(undefined, -1, 0, 0)).toBe(0)
  })

  it('draws the slot among the others, wherever the dragged card came from', () => {
    expect(withSlot([1, 2, 3], 2, 2)).toEqual([1, 3, null])
    expect(withSlot([1, 2, 3], 9, 1)).toEqual([1, null, 2, 3])
    expect(withSlot([1, 2, 3], 2, -1)).toEqual([1, 3])
    const ids = [1, 2]
    expect(withSlot(ids, null, -1)).toBe(ids)
  })

  it('orders columns as they would be after the drop', () => {
    expect(reordered([1, 2, 3], 1, 2)).toEqual([2, 3, 1])
    expect(reordered([1, 2, 3], 3, 0)).toEqual([3, 1, 2])
  })
})
