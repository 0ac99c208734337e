import { useSearch } from '@tanstack/react-router'
import { AdminScreen } from '../features/admin/AdminScreen.tsx'
import { DashboardScreen } from '../features/dashboard/DashboardScreen.tsx'
import { readSearch } from '../features/dashboard/dashboard-search.ts'
import { useFirstRun } from '../features/dashboard/first-run/use-first-run.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

const FirstSteps = lazyPart(async () => (await import('../features/dashboard/first-run/FirstSteps.tsx')).FirstSteps, {
  texts: ['firstRun', 'inviting'],
})

/** /admin-dashboard: the administration's own, or the personal one when the address asks for tasks or boards. */
export function AdminDashboard() {
  const { ver, q, criar } = readSearch(useSearch({ strict: false }))
  return ver || q || criar ? <DashboardScreen admin /> : <Administration />
}

/** In an empty installation the first steps stand where its numbers will. */
function Administration() {
  const firstRun = useFirstRun(true)
  return <AdminScreen firstSteps={firstRun && <FirstSteps run={firstRun} />} />
}
