import type { FilterInUse } from './use-card-filter.ts'

/** Escape shows everybody's cards again. What is open over the page has its own Escape. @returns whether the key meant that */
export function freePeople({ key, target }: KeyboardEvent, { filter, setFilter }: FilterInUse): boolean {
  const isInLayer = target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null
  if (key !== 'Escape' || isInLayer || filter.people.length === 0) return false
  setFilter({ ...filter, people: [] })
  return true
}
