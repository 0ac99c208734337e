import { useSearch } from '@tanstack/react-router'
import { AdminScreen } from '../features/admin/AdminScreen.tsx'
import { DashboardScreen } from '../features/dashboard/DashboardScreen.tsx'
import { readSearch } from '../features/dashboard/dashboard-search.ts'

/** /admin-dashboard: the administration's own, or for whoever asks for tasks or boards the personal one. */
export function AdminDashboard() {
  const { ver, q, criar } = readSearch(useSearch({ strict: false }))
  return ver || q || criar ? <DashboardScreen admin /> : <AdminScreen />
}
