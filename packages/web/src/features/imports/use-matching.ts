import { type CsvTarget, csvTargets } from '@rodada/contract/boards/import-settings'
import { workStatuses } from '@rodada/contract/boards/settings'
import type { WorkStatus } from '@rodada/contract/core/fields'
import { useDraft } from '../../lib/device/use-draft.ts'

/** What the parts of a file were matched with, by their ids there. */
type Matching = {
  lists: Record<string, WorkStatus>
  /** null: the person stays a text. */
  people: Record<string, number | null>
  columns: Record<string, CsvTarget>
}

const nothing = { lists: '', people: '', columns: '' }

/** What a person has matched of an import, also after a reload, until `forget`. */
export function useMatching(importId: number) {
  const [kept, change, forget] = useDraft(`import.${importId}`, nothing)
  const matching: Matching = {
    lists: read(kept.lists, (value) => workStatuses.find((known) => known === value)),
    people: read(kept.people, (value) => (value === null || typeof value === 'number' ? value : undefined)),
    columns: read(kept.columns, (value) => csvTargets.find((known) => known === value)),
  }
  const choose = <Part extends keyof Matching>(part: Part, id: string, value: Matching[Part][string]) =>
    change({ [part]: JSON.stringify({ ...matching[part], [id]: value }) })
  return { ...matching, choose, forget }
}

/** The values that `known` knows; none of a text that cannot be read. */
function read<Value>(text: string, known: (value: unknown) => Value | undefined): Record<string, Value> {
  let kept: unknown
  try {
    kept = JSON.parse(text || '{}')
  } catch {
    return {}
  }
  if (typeof kept !== 'object' || kept === null) return {}
  const entries = Object.entries(kept).flatMap(([id, value]) => {
    const found = known(value)
    return found === undefined ? [] : [[id, found] as const]
  })
  return Object.fromEntries(entries)
}
