import { useNavigate, useSearch } from '@tanstack/react-router'
import { type DashboardSearch, readSearch } from './dashboard-search.ts'

/** What the address says about the dashboard, and how to change it. The same under /dashboard and /admin-dashboard. */
export function useDashboardSearch(): [DashboardSearch, (change: DashboardSearch, replace?: boolean) => void] {
  const search = readSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (next: DashboardSearch, replace = true) => {
    void navigate({ to: '.', search: (before) => readSearch({ ...before, ...next }), replace })
  }
  return [search, change]
}
