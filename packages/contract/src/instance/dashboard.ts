import { z } from 'zod'
import { ActivityKind } from '../boards/activities.ts'
import type { Endpoint } from '../core/endpoint.ts'
import { PersonSummary } from '../core/fields.ts'
import { SprintStatus } from '../sprints/sprints.ts'

/**
 * A person's numbers over the cards assigned to them on the boards they see. Cancelled cards do not count; `overdue` ones
 * are also among the pending or in progress. Days are those of the person's time zone, 'YYYY-MM-DD'.
 */
export const DashboardStats = z.object({
  userTasks: z.object({ total: z.int(), completed: z.int(), inProgress: z.int(), pending: z.int(), overdue: z.int(), dueToday: z.int() }),
  /** Newest first. `action` is a kind of activity, `task` what it was done to. */
  recentActivity: z.array(
    z.object({
      id: z.int(),
      action: ActivityKind,
      task: z.string(),
      time: z.iso.datetime(),
      to: z.string().nullable(),
      user: PersonSummary.nullable(),
      /** A program of theirs did it, with a personal token. */
      by_program: z.boolean(),
      board_id: z.int(),
      card_id: z.int().nullable(),
    }),
  ),
  /** Monday to Sunday of this week. `tasks` were due or done that day, `completed` were done. */
  weeklyProgress: z.array(z.object({ day: z.string(), tasks: z.int(), completed: z.int() })),
  /** The sprint under way that ends next, one that is planned included; a late one only when there is no other, null when there is none. */
  sprintProgress: z
    .object({
      sprint_id: z.int(),
      currentSprint: z.string(),
      status: SprintStatus,
      progress: z.number(),
      /** 0 unless it is planned. */
      daysUntilStart: z.int(),
      daysRemaining: z.int(),
      tasksCompleted: z.int(),
      totalTasks: z.int(),
    })
    .nullable(),
})
export type DashboardStats = z.infer<typeof DashboardStats>

export const dashboardApi = {
  stats: {
    method: 'GET',
    url: '/dashboard/stats',
    access: 'session',
    token: 'account',
    summary: 'Números, semana e novidades de quem pergunta',
    reply: DashboardStats,
  },
} as const satisfies Record<string, Endpoint>
