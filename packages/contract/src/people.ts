import { z } from 'zod'
import { avatars } from './avatars.ts'
import { limits } from './limits.ts'

/** System roles as stored. Registration offers only the first two. */
export const roles = ['collaborator', 'manager', 'admin', 'member', 'guest'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

export const Avatar = z.enum(avatars)
export type Avatar = z.infer<typeof Avatar>

/** A person's account as the API shows it to themselves. Instants are ISO 8601 UTC. */
export const User = z.object({
  id: z.int(),
  name: z.string().max(limits.personName),
  email: z.string().max(limits.email),
  role: Role,
  avatar_url: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_login: z.iso.datetime().nullable(),
  boards_count: z.int(),
  is_active: z.boolean(),
  /** Idle minutes after which the session ends. */
  session_timeout: z.int(),
})
export type User = z.infer<typeof User>

/** Roles that land on the admin dashboard after login; 'gestor' is how old clients spell manager. */
export const landsOnAdminDashboard = (role: string): boolean => ['admin', 'manager', 'gestor'].includes(role)
