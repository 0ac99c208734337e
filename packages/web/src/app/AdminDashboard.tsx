import { useSearch } from '@tanstack/react-router'
import { AdminScreen } from '../features/admin/AdminScreen.tsx'
import { DashboardScreen } from '../features/dashboard/DashboardScreen.tsx'
import { readSearch } from '../features/dashboard/dashboard-search.ts'

/** /admin-dashboard: the administration's own, or the personal one when the address asks for tasks or boards. */
export function AdminDashboard() {
  const { ver, q, criar } = readSearch(useSearch({ strict: false }))
  return ver || q || criar ? <DashboardScreen admin /> : <AdminScreen />
}
