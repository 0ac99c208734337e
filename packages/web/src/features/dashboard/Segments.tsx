import { Segments as Frame, Segment } from '../../ui/fields/Segments.tsx'
import { type DashboardSearch, readSearch } from './dashboard-search.ts'

type Item = { key: string; label: string; current: boolean; count?: number; search: DashboardSearch }

/** A choice among what the dashboard's address can say. */
export function Segments({ label, items }: { label: string; items: Item[] }) {
  return (
    <Frame label={label}>
      {items.map(({ key, label: name, current, count, search }) => (
        <Segment key={key} to="." search={(before) => readSearch({ ...before, ...search })} current={current} count={count}>
          {name}
        </Segment>
      ))}
    </Frame>
  )
}
