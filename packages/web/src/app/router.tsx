import { oidcSearch } from '@rodada/contract/auth/oidc-pages'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router'
import { readMembersSearch } from '../features/admin/members-search.ts'
import { readTasksSearch as readAllTasksSearch } from '../features/admin/tasks-search.ts'
import { readSearch } from '../features/dashboard/dashboard-search.ts'
import { readMyTasksSearch } from '../features/my-tasks/my-tasks-search.ts'
import { readInboxSearch } from '../features/notifications/inbox-search.ts'
import { readSettingsSearch } from '../features/settings/settings-search.ts'
import { readReportSearch } from '../features/sprints/report/report-search.ts'
import { readSprintsSearch } from '../features/sprints/sprints-search.ts'
import { readTasksSearch } from '../features/sprints/tasks/tasks-search.ts'
import type { LazyNamespace } from '../i18n/catalogue.ts'
import { followLanguage, loadTexts } from '../i18n/index.ts'
import type { common } from '../i18n/pt-br/common.ts'
import { fetchPart } from '../lib/call/server-gone.ts'
import { readViewSearch, type ViewSearch } from '../ui/board/view-address.ts'
import { type FilterSearch, readFilterSearch } from '../ui/filters/filter-address.ts'
import { dashboardGuard, leaveWhenSignedIn, requireAdmin, requireRoomIdentity, requireSession, requireWith } from './guards.ts'
import { loadShell, RootLayout } from './RootLayout.tsx'
import { FrameError, FramePending } from './states/FrameStates.tsx'
import { NotFound } from './states/NotFound.tsx'
import { RouteError } from './states/RouteError.tsx'
import { RoutePending } from './states/RoutePending.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** Key of the page's name in the catalogue, for the title and the announcement. */
    page?: keyof typeof common.pages
    /** The frame of signed-in pages around the screen: 'rail' leaves it the whole height. Without it the screen stands alone. */
    shell?: 'side' | 'rail'
  }
}

/** A screen that is loaded when visited, together with the texts it shows. */
const screen = <Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  ...namespaces: LazyNamespace[]
) =>
  lazyRouteComponent(async () => {
    const [module] = await fetchPart(() => Promise.all([load(), loadTexts(...namespaces)]))
    return module
  }, name)

const text = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined

const root = createRootRoute({
  beforeLoad: ({ preload }) => (preload ? undefined : followLanguage()),
  component: RootLayout,
  notFoundComponent: NotFound,
})
const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path })

const landing = createRoute({
  ...at('/'),
  staticData: { page: 'landing' },
  validateSearch: (search: Record<string, unknown>): { sala?: string } => ({ sala: text(search.sala) }),
  component: screen(() => import('../features/landing/LandingScreen.tsx'), 'LandingScreen', 'landing'),
})
/** `senha`: the password is asked for, and not the company at once. `empresa`, `voltar`: what became of the way there, and from where it began. */
type LoginSearch = { roomId?: string; modo?: 'criar' | 'esqueci'; senha?: ''; empresa?: string; voltar?: string }
const login = createRoute({
  ...at('/login'),
  staticData: { page: 'login' },
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({
    roomId: text(search.roomId),
    modo: search.modo === 'criar' || search.modo === 'esqueci' ? search.modo : undefined,
    senha: search.senha === undefined ? undefined : '',
    [oidcSearch]: text(search[oidcSearch]),
    voltar: text(search.voltar),
  }),
  beforeLoad: leaveWhenSignedIn,
  component: screen(() => import('../features/auth/LoginScreen.tsx'), 'LoginScreen', 'auth'),
})
const avatar = createRoute({
  ...at('/avatar'),
  staticData: { page: 'avatar' },
  validateSearch: (search: Record<string, unknown>): { roomId?: string } => ({ roomId: text(search.roomId) }),
  beforeLoad: requireSession,
  component: screen(() => import('../features/auth/AvatarScreen.tsx'), 'AvatarScreen', 'auth'),
})
const reset = createRoute({
  ...at('/redefinir-senha'),
  staticData: { page: 'reset' },
  component: screen(() => import('../features/auth/ResetScreen.tsx'), 'ResetScreen', 'auth'),
})
const room = createRoute({
  ...at('/votacao/$roomId'),
  staticData: { page: 'room' },
  beforeLoad: requireRoomIdentity,
  component: screen(() => import('../features/rooms/RoomScreen.tsx'), 'RoomScreen', 'rooms'),
})

const invitation = createRoute({
  ...at('/convite'),
  staticData: { page: 'invitation' },
  beforeLoad: requireSession,
  component: screen(() => import('../features/invitations/InvitationScreen.tsx'), 'InvitationScreen', 'invitations'),
})
/** The links of older invitations, which still open: the token leaves the path, and the browser's history with it. */
const olderInvitation = createRoute({
  ...at('/convite/$token'),
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/convite', hash: params.token, replace: true })
  },
})

/** What a public link opens, without an account. */
const publicBoard = createRoute({
  ...at('/publico/$secret'),
  staticData: { page: 'publicBoard' },
  validateSearch: readReportSearch,
  component: screen(() => import('./PublicScreen.tsx'), 'PublicScreen', 'publicLinks', 'kanban'),
})

const endMail = createRoute({
  ...at('/cancelar-emails'),
  staticData: { page: 'endMail' },
  component: screen(() => import('../features/notifications/UnsubscribeScreen.tsx'), 'UnsubscribeScreen', 'notifications'),
})
const confirmEmail = createRoute({
  ...at('/confirmar-email'),
  staticData: { page: 'confirmEmail' },
  beforeLoad: requireSession,
  component: screen(() => import('../features/email-confirmation/ConfirmEmailScreen.tsx'), 'ConfirmEmailScreen', 'emailConfirmation'),
})

/** Screens inside the frame of signed-in pages, which RootLayout draws around them. */
const framed = <Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  ...namespaces: LazyNamespace[]
) => ({
  component: screen(async () => (await Promise.all([load(), loadShell()]))[0], name, 'shell', ...namespaces),
  pendingComponent: FramePending,
  errorComponent: FrameError,
})
const side = { shell: 'side' } as const

const dashboard = createRoute({
  ...at('/dashboard'),
  staticData: { page: 'dashboard', ...side },
  validateSearch: readSearch,
  beforeLoad: dashboardGuard,
  ...framed(() => import('../features/dashboard/DashboardScreen.tsx'), 'DashboardScreen', 'dashboard', 'activity', 'work'),
})
// Admins are sent here from /dashboard, as specified; behind `ver` they find the personal one, with the way to their boards.
const adminDashboard = createRoute({
  ...at('/admin-dashboard'),
  staticData: { page: 'adminDashboard', ...side },
  validateSearch: readSearch,
  beforeLoad: requireAdmin,
  ...framed(() => import('./AdminDashboard.tsx'), 'AdminDashboard', 'admin', 'work', 'dashboard', 'activity'),
})
const imports = createRoute({
  ...at('/trazer'),
  staticData: { page: 'imports', ...side },
  validateSearch: (search: Record<string, unknown>): { id?: string | undefined } => ({ id: text(search.id) }),
  beforeLoad: requireSession,
  ...framed(() => import('../features/imports/ImportScreen.tsx'), 'ImportScreen', 'imports'),
})
const trello = createRoute({
  ...at('/trello'),
  staticData: { page: 'boards', ...side },
  beforeLoad: requireSession,
  ...framed(() => import('../features/dashboard/TrelloScreen.tsx'), 'TrelloScreen', 'dashboard'),
})
const board = createRoute({
  ...at('/board/$boardId'),
  staticData: { page: 'board', shell: 'rail' },
  validateSearch: (search: Record<string, unknown>): FilterSearch & ViewSearch & { card?: string } => ({
    ...readFilterSearch(search),
    ...readViewSearch(search),
    card: text(search.card),
  }),
  beforeLoad: requireWith('boardId', '/boards/:boardId'),
  ...framed(() => import('../features/boards/BoardScreen.tsx'), 'BoardScreen', 'boards', 'kanban'),
})
// Keys are for people, who write them down: the address of the board follows.
const cardByKey = createRoute({
  ...at('/cartao/$key'),
  staticData: { page: 'board' },
  beforeLoad: requireSession,
  component: screen(() => import('../features/boards/CardByKeyScreen.tsx'), 'CardByKeyScreen', 'card'),
})

const sprints = createRoute({
  ...at('/sprints'),
  staticData: { page: 'sprints', ...side },
  validateSearch: readSprintsSearch,
  beforeLoad: requireSession,
  ...framed(() => import('../features/sprints/SprintsScreen.tsx'), 'SprintsScreen', 'sprints', 'work'),
})
const sprintTasks = createRoute({
  ...at('/sprint/$sprintId/tasks'),
  staticData: { page: 'sprintTasks', ...side },
  validateSearch: readTasksSearch,
  beforeLoad: requireWith('sprintId', '/sprints/:sprintId/board'),
  ...framed(() => import('../features/sprints/tasks/TasksScreen.tsx'), 'TasksScreen', 'sprints', 'work', 'kanban'),
})
const sprintBoard = createRoute({
  ...at('/sprint/$sprintId/board'),
  staticData: { page: 'sprintBoard', shell: 'rail' },
  validateSearch: readFilterSearch,
  beforeLoad: requireWith('sprintId', '/sprints/:sprintId/board'),
  ...framed(() => import('../features/sprints/board/SprintBoardScreen.tsx'), 'SprintBoardScreen', 'sprints', 'work', 'kanban'),
})
const sprintReport = createRoute({
  ...at('/sprint/$sprintId/report'),
  staticData: { page: 'sprintReport', ...side },
  validateSearch: readReportSearch,
  beforeLoad: requireWith('sprintId', '/sprints/:sprintId/report', '/sprints/:sprintId/burndown'),
  ...framed(() => import('../features/sprints/report/ReportScreen.tsx'), 'ReportScreen', 'sprints', 'work', 'report', 'references'),
})
const backlog = createRoute({
  ...at('/board/$boardId/backlog'),
  staticData: { page: 'backlog', ...side },
  validateSearch: readFilterSearch,
  beforeLoad: requireSession,
  ...framed(() => import('../features/sprints/backlog/BacklogScreen.tsx'), 'BacklogScreen', 'sprints', 'work', 'kanban', 'planning'),
})
const boardSprints = createRoute({
  ...at('/board/$boardId/sprints'),
  staticData: { page: 'boardSprints', ...side },
  beforeLoad: requireSession,
  ...framed(() => import('../features/sprints/BoardSprintsScreen.tsx'), 'BoardSprintsScreen', 'sprints', 'work'),
})
const boardReports = createRoute({
  ...at('/board/$boardId/relatorios'),
  staticData: { page: 'boardReports', ...side },
  beforeLoad: requireSession,
  ...framed(() => import('../features/sprints/BoardReportsScreen.tsx'), 'BoardReportsScreen', 'sprints', 'work', 'report', 'planning'),
})

const record = createRoute({
  ...at('/votacao/$roomId/historico'),
  staticData: { page: 'record', ...side },
  beforeLoad: requireSession,
  ...framed(() => import('../features/rooms/record/RecordScreen.tsx'), 'RecordScreen', 'record'),
})
const recordedRooms = createRoute({
  ...at('/salas'),
  staticData: { page: 'recordedRooms', ...side },
  beforeLoad: requireSession,
  ...framed(() => import('../features/rooms/record/RecordedRoomsScreen.tsx'), 'RecordedRoomsScreen', 'record'),
})

const estimation = createRoute({
  ...at('/estimativas/$estimationId'),
  staticData: { page: 'estimation', ...side },
  beforeLoad: requireWith('estimationId', '/estimations/:estimationId'),
  ...framed(() => import('../features/estimations/EstimationScreen.tsx'), 'EstimationScreen', 'estimations'),
})
// One card at a time, without the frame: the whole screen is the card and the hand.
const sealing = createRoute({
  ...at('/estimativas/$estimationId/votar'),
  staticData: { page: 'estimation' },
  beforeLoad: requireWith('estimationId', '/estimations/:estimationId'),
  component: screen(() => import('../features/estimations/voting/SealScreen.tsx'), 'SealScreen', 'estimations'),
})

const notifications = createRoute({
  ...at('/notificacoes'),
  staticData: { page: 'notifications', shell: 'rail' },
  validateSearch: readInboxSearch,
  beforeLoad: requireSession,
  ...framed(() => import('./Notifications.tsx'), 'Notifications', 'notifications'),
})

const myTasks = createRoute({
  ...at('/my-tasks'),
  staticData: { page: 'myTasks', ...side },
  validateSearch: readMyTasksSearch,
  beforeLoad: requireSession,
  ...framed(() => import('./MyTasks.tsx'), 'MyTasks', 'myTasks', 'work'),
})
const members = createRoute({
  ...at('/admin/members'),
  staticData: { page: 'members', ...side },
  validateSearch: readMembersSearch,
  beforeLoad: requireAdmin,
  ...framed(() => import('../features/admin/MembersScreen.tsx'), 'MembersScreen', 'admin', 'inviting'),
})
const allTasks = createRoute({
  ...at('/admin/tasks'),
  staticData: { page: 'allTasks', ...side },
  validateSearch: readAllTasksSearch,
  beforeLoad: requireAdmin,
  ...framed(() => import('../features/admin/TasksScreen.tsx'), 'TasksScreen', 'admin', 'work'),
})

const settings = createRoute({
  ...at('/settings'),
  staticData: { page: 'settings', ...side },
  validateSearch: readSettingsSearch,
  beforeLoad: requireSession,
  ...framed(() => import('../features/settings/SettingsScreen.tsx'), 'SettingsScreen', 'settings'),
})

export const router = createRouter({
  // Search values are texts: read as JSON, which is the default, a room like 2E3456 would be a number beyond all bounds.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(JSON.stringify),
  routeTree: root.addChildren([
    landing,
    login,
    avatar,
    reset,
    room,
    record,
    recordedRooms,
    invitation,
    olderInvitation,
    publicBoard,
    endMail,
    confirmEmail,
    dashboard,
    adminDashboard,
    trello,
    imports,
    board,
    cardByKey,
    sprints,
    sprintTasks,
    sprintReport,
    backlog,
    boardSprints,
    boardReports,
    sprintBoard,
    estimation,
    sealing,
    notifications,
    myTasks,
    members,
    allTasks,
    settings,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: RouteError,
  defaultPendingComponent: RoutePending,
  defaultPendingMs: 200,
  // What is there is shown at once: by default a skeleton that was shown at all would stay for half a second.
  defaultPendingMinMs: 0,
  scrollRestoration: true,
})
