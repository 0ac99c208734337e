import { z } from 'zod'
import { Role } from '../auth/people.ts'
import { CardHit, CardSummary } from '../cards/cards.ts'
import type { Endpoint } from '../core/endpoint.ts'
import { BodyId, Id, Instant, longText, PageSize, PersonSummary, Search, title, WorkStatus } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { Sprint } from '../sprints/sprints.ts'
import { texts } from '../texts/texts.ts'

/** An account as administrators see it. `locked`: user 1, whose role and state nobody changes. */
export const AdminUser = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  role: Role,
  avatar_url: z.string().nullable(),
  created_at: Instant,
  last_login: Instant.nullable(),
  boards_count: z.int(),
  is_active: z.boolean(),
  locked: z.boolean(),
  /** Whether signing in asks for a code besides the password. */
  two_factor: z.boolean(),
})
export type AdminUser = z.infer<typeof AdminUser>

const LabelCount = z.object({ open: z.int(), completed: z.int(), opened_this_month: z.int() })

/** The whole instance in numbers. Months are 'YYYY-MM', the last six, oldest first. Cancelled and archived cards do not count. */
export const AdminDashboard = z.object({
  stats: z.object({
    users: z.int(),
    active_users: z.int(),
    boards: z.int(),
    active_sprints: z.int(),
    tasks: z.int(),
    completed: z.int(),
    in_progress: z.int(),
    overdue: z.int(),
  }),
  /** The active sprint that ends first, overdue ones last. */
  current_sprint: Sprint.nullable(),
  /** Those with the most tasks, at most ten: over the cards assigned to them. */
  performance: z.array(
    z.object({ user: PersonSummary, total: z.int(), completed: z.int(), in_progress: z.int(), overdue: z.int(), points: z.number() }),
  ),
  monthly: z.array(z.object({ month: z.string(), created: z.int(), completed: z.int(), points: z.number() })),
  /** Cards by labels that name a bug or an improvement by a whole word in one of the product's languages, accents and case folded. */
  bugs: LabelCount,
  improvements: LabelCount,
})
export type AdminDashboard = z.infer<typeof AdminDashboard>

/** Which tasks of the instance. Without a status all but the cancelled ones; `late` are those due before today that are not done. */
export const TaskFilter = z.object({
  q: Search.optional(),
  status: WorkStatus.optional(),
  late: z.stringbool().optional(),
  board_id: Id.optional(),
  /** Whose the card is: they answer for it, or take part. */
  assigned_to: Id.optional(),
  limit: PageSize,
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type TaskFilter = z.infer<typeof TaskFilter>

const bugTitle = title(limits.cardTitle, texts.cardTitleRequired, texts.cardTitleTooLong)
const UserParams = z.object({ userId: Id })

export const adminApi = {
  dashboard: {
    method: 'GET',
    url: '/admin/dashboard',
    access: 'admin',
    summary: 'Os números de toda a instância',
    reply: AdminDashboard,
  },
  users: {
    method: 'GET',
    url: '/admin/users',
    access: 'admin',
    summary: 'Contas, por nome; `total` conta as que passam pelos filtros',
    query: z.object({
      q: Search.optional(),
      role: Role.optional(),
      active: z.enum(['true', 'false']).optional(),
      limit: PageSize,
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    reply: z.object({ total: z.int(), users: z.array(AdminUser) }),
  },
  tasks: {
    method: 'GET',
    url: '/admin/tasks',
    access: 'admin',
    summary: 'Tarefas de todos os quadros, por texto e filtros, a última mudança primeiro; `total` conta as que passam pelos filtros',
    query: TaskFilter,
    reply: z.object({ total: z.int(), tasks: z.array(CardHit) }),
  },
  updateUser: {
    method: 'PUT',
    url: '/admin/users/:userId',
    access: 'admin',
    summary: 'Muda o papel ou a situação de uma conta, na hora; a primeira é fixa',
    params: UserParams,
    body: z.object({ role: z.enum(['admin', 'manager', 'collaborator', 'member', 'guest']).optional(), is_active: z.boolean().optional() }),
    reply: AdminUser,
  },
  resetTwoFactor: {
    method: 'DELETE',
    url: '/admin/users/:userId/two-factor',
    access: 'admin',
    summary: 'Desativa a verificação em duas etapas de outra conta, a primeira inclusive; a pessoa recebe um e-mail',
    params: UserParams,
    reply: AdminUser,
  },
  reportBug: {
    method: 'POST',
    url: '/admin/bugs',
    access: 'admin',
    summary: 'Cria um cartão com a etiqueta de bug na primeira lista de um quadro',
    body: z.object({
      board_id: BodyId,
      title: bugTitle,
      description: longText(limits.cardDescription, texts.descriptionTooLong).default(''),
    }),
    reply: CardSummary,
  },
} as const satisfies Record<string, Endpoint>
