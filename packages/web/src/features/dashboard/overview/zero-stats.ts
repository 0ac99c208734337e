import type { DashboardStats } from '@rodada/contract/instance/dashboard'

/** What is shown when the numbers did not come: zeros and empty lists, as the specification says. */
export const zeroStats = (): DashboardStats => ({
  userTasks: { total: 0, completed: 0, inProgress: 0, pending: 0, overdue: 0, dueToday: 0 },
  recentActivity: [],
  weeklyProgress: [],
  sprintProgress: null,
})
