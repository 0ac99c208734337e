import { IconCards, IconLayoutDashboard, IconLayoutKanban, IconListCheck, IconRun, IconUsers } from '@tabler/icons-react'

/** Where the frame leads. `paths` are the beginnings of the addresses at which an entry is the current one. */
export const navItems = {
  dashboard: { to: '/dashboard', icon: IconLayoutDashboard, paths: ['/dashboard', '/admin-dashboard', '/admin/tasks'] },
  boards: { to: '/trello', icon: IconLayoutKanban, paths: ['/trello', '/board/'] },
  sprints: { to: '/sprints', icon: IconRun, paths: ['/sprints', '/sprint/'] },
  myTasks: { to: '/my-tasks', icon: IconListCheck, paths: ['/my-tasks'] },
  members: { to: '/admin/members', icon: IconUsers, paths: ['/admin/members'] },
  voting: { to: '/', icon: IconCards, paths: ['/votacao/', '/salas'] },
} as const
export type NavItem = keyof typeof navItems

/** Whether an entry stands for the page at `path`. */
export const isCurrent = (item: NavItem, path: string): boolean => navItems[item].paths.some((start) => path.startsWith(start))
