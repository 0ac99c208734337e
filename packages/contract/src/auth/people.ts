import { z } from 'zod'
import { languages } from '../core/languages.ts'
import { limits } from '../core/limits.ts'
import { avatars } from './avatars.ts'

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
  language: z.enum(languages),
})
export type User = z.infer<typeof User>

export const timeZones = ['America/Sao_Paulo', 'America/New_York', 'Europe/London', 'Asia/Tokyo'] as const
export const themes = ['light', 'dark', 'auto'] as const

/**
 * An account with what only its owner sees. Empty texts are fields that the person left out. The profile's replies carry every
 * field; what a browser keeps from a login has none of them.
 */
export const Profile = User.extend(
  z
    .object({
      /** Whether the person was seen to read what is sent to their address; never true where no mail is sent. */
      email_verified: z.boolean(),
      /** The person's own picture, also while another avatar is in use. */
      uploaded_avatar: z.string().nullable(),
      bio: z.string(),
      phone: z.string(),
      company: z.string(),
      position: z.string(),
      location: z.string(),
      website: z.string(),
      timezone: z.enum(timeZones),
    })
    .partial().shape,
)
export type Profile = z.infer<typeof Profile>

/** Roles that land on the admin dashboard after login; 'gestor' is how old clients spell manager. */
export const landsOnAdminDashboard = (role: string): boolean => ['admin', 'manager', 'gestor'].includes(role)
