import { type RefObject, useEffect, useRef } from 'react'
import { listenToPageKeys } from '../../lib/device/page-keys.ts'
import { focusIfLost } from '../../ui/focus/focus-if-lost.ts'

/** The rows of all groups, in the order they stand. */
const rowsOf = (panel: HTMLElement | null): HTMLElement[] => [...(panel?.querySelectorAll<HTMLElement>('[data-task]') ?? [])]

export const findRow = (panel: HTMLElement | null, id: number): HTMLElement | undefined =>
  rowsOf(panel).find(({ dataset }) => Number(dataset.task) === id)

const openerOf = (row: HTMLElement | undefined): HTMLElement | null => row?.querySelector<HTMLElement>('[data-open]') ?? null

/** J and K, or the arrows, walk through the rows; of the one that has the focus X completes the task, and D asks for its date. */
export function useTaskKeys(panel: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      listenToPageKeys({
        key: ({ key }) => {
          const rows = rowsOf(panel.current)
          const at = rows.findIndex((row) => row.contains(document.activeElement))
          const walk = (by: 1 | -1) => () => {
            const to = rows[at === -1 ? 0 : at + by]
            openerOf(to)?.focus()
            to?.scrollIntoView({ block: 'nearest' })
          }
          const press = (button: string) => rows[at] && (() => rows[at]?.querySelector<HTMLElement>(button)?.click())
          const pressed: Record<string, (() => void) | undefined> = {
            j: walk(1),
            k: walk(-1),
            ArrowDown: walk(1),
            ArrowUp: walk(-1),
            x: press('[data-complete]'),
            d: press('[data-set-due]'),
          }
          const act = rows.length > 0 ? pressed[key.length === 1 ? key.toLowerCase() : key] : undefined
          act?.()
          return act !== undefined
        },
      }),
    [panel],
  )
}

/**
 * Keeps the focus among the rows: one that goes to another group takes it along, and for one that leaves the row that takes its place
 * gets it, also when it left under the card that was open.
 */
export function useKeptFocus(panel: RefObject<HTMLElement | null>, data: unknown, open: string | undefined): void {
  const last = useRef<{ id: number; at: number } | null>(null)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const rows = rowsOf(panel.current)
      const at = rows.findIndex((row) => target instanceof Node && row.contains(target))
      if (at !== -1) last.current = { id: Number(rows[at]?.dataset.task), at }
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [panel])
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows leave when there is other data, and a card lets go of the focus when it closes
  useEffect(() => {
    const had = last.current
    if (!had || open !== undefined) return
    focusIfLost(() => {
      const rows = rowsOf(panel.current)
      return openerOf(findRow(panel.current, had.id) ?? rows[Math.min(had.at, rows.length - 1)])
    })
  }, [panel, data, open])
}
