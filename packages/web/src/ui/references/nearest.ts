import type { FinishedCards } from '@rodada/contract/cards/references'

/** The estimate nearest to a value, with the one below and the one above it. */
export function nearest(references: readonly FinishedCards[], value: number): readonly FinishedCards[] {
  const distances = references.map(({ estimate }) => Math.abs(estimate - value))
  const index = distances.indexOf(Math.min(...distances))
  return references.slice(Math.max(0, index - 1), index + 2)
}
