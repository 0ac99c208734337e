import type { Texts } from '../catalogue.ts'
import type { shell as original } from '../pt-br/shell.ts'

/** Texts of the frame around every signed-in page. */
export const shell: Texts<typeof original> = {
  nav: {
    label: 'Main',
    dashboard: 'Dashboard',
    boards: 'Boards',
    sprints: 'Manage sprints',
    sprintsShort: 'Sprints',
    myTasks: 'My tasks',
    open_one: '{{count}} open',
    open_other: '{{count}} open',
    notifications: 'Notifications',
    unread_one: '{{count}} unread',
    unread_other: '{{count}} unread',
    members: 'Manage members',
    voting: 'Voting',
    openRoom: 'Open a room',
    search: 'Search',
    searchKeys: 'Ctrl K',
  },
  boards: {
    title: 'Boards',
    all: 'See all',
    none: 'Your boards show up here.',
    failed: 'The boards did not load.',
  },
  menu: {
    profile: 'My profile',
    settings: 'Settings',
    theme: 'Theme: {{current}}',
    signOut: 'Sign out',
  },
  roles: {
    admin: 'Administrator',
    member: 'Member',
    guest: 'Guest',
    collaborator: 'Contributor',
    manager: 'Manager',
  },
}
