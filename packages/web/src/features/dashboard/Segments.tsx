import { Link } from '@tanstack/react-router'
import { format } from '../../lib/format.ts'
import { type DashboardSearch, readSearch } from './dashboard-search.ts'
import classes from './Segments.module.css'

type Item = { key: string; label: string; current: boolean; count?: number; search: DashboardSearch }

/** A choice that stands in the address: each option is a link, so that it can be kept, shared and gone back from. */
export function Segments({ label, items }: { label: string; items: Item[] }) {
  return (
    <nav aria-label={label} className={classes.segments}>
      {items.map(({ key, label: name, current, count, search }) => (
        <Link
          key={key}
          to="."
          search={(before) => readSearch({ ...before, ...search })}
          // What the address leaves out counts too: otherwise the usual choice would be current beside every other.
          activeOptions={{ exact: true, explicitUndefined: true }}
          aria-current={current ? 'page' : undefined}
        >
          {name}
          {count !== undefined && <span>{format.integer(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}
