/** A row of a column as it is drawn, slot included. */
export type Row = { index: number; start: number; size: number }

/**
 * Where among the other rows a card dropped at height `y` would go. `row` is the drawn row under it, undefined below
 * the last one; `slot` the drawn index of the dashed slot, -1 without one. A row gives way when its middle is passed,
 * so that the answer does not change again by the slot having moved.
 */
export function dropIndex(row: Row | undefined, slot: number, y: number, others: number): number {
  if (!row) return others
  if (row.index === slot) return slot
  const index = slot >= 0 && row.index > slot ? row.index - 1 : row.index
  return Math.min(others, index + (y > row.start + row.size / 2 ? 1 : 0))
}

/** The ids without the dragged one, and `null`, the slot, where it would land. */
export function withSlot(ids: readonly number[], dragged: number | null, slot: number): readonly (number | null)[] {
  if (dragged === null) return ids
  const others = ids.filter((id) => id !== dragged)
  return slot < 0 ? others : [...others.slice(0, slot), null, ...others.slice(slot)]
}

/** The columns in the order that a dragged one leaves them in when it lands at `index`. */
export function reordered(ids: readonly number[], dragged: number, index: number): readonly number[] {
  const others = ids.filter((id) => id !== dragged)
  return [...others.slice(0, index), dragged, ...others.slice(index)]
}
