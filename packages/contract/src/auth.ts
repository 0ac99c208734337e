import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { Avatar, User } from './people.ts'
import { oneLineText } from './plain-text.ts'
import { texts } from './texts.ts'

const name = z
  .string({ error: texts.nameRequired })
  .overwrite(oneLineText)
  .min(1, { error: texts.nameRequired })
  .max(limits.personName, { error: texts.nameTooLong })

/** Trimmed and in lower case: two spellings of one address are one account. */
const email = z
  .string({ error: texts.emailRequired })
  .overwrite(oneLineText)
  .toLowerCase()
  .min(1, { error: texts.emailRequired })
  .max(limits.email, { error: texts.emailTooLong })
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: texts.emailInvalid })

const newPassword = z
  .string({ error: texts.passwordRequired })
  .min(1, { error: texts.passwordRequired })
  .min(limits.passwordMin, { error: texts.passwordShort })
  .max(limits.passwordMax, { error: texts.passwordLong })

export const Login = z.object({
  email: z
    .string({ error: texts.emailRequired })
    .overwrite(oneLineText)
    .toLowerCase()
    .min(1, { error: texts.emailRequired })
    .max(limits.email, { error: texts.emailTooLong }),
  password: z
    .string({ error: texts.passwordRequired })
    .min(1, { error: texts.passwordRequired })
    .max(limits.passwordMax, { error: texts.passwordLong }),
})

export const Register = z.object({
  name,
  email,
  password: newPassword,
  role: z.enum(['collaborator', 'manager'], { error: texts.roleInvalid }).default('collaborator'),
})

/** Only what a person may change of themselves; role, id and the rest are not part of it, so sending them changes nothing. */
export const ProfileChange = z.object({
  name: name.optional(),
  avatar_url: Avatar.nullable().optional(),
})

const Session = z.object({ token: z.string(), user: User })

export const authApi = {
  register: { method: 'POST', url: '/auth/register', access: 'open', summary: 'Cria uma conta e entra', body: Register, reply: Session },
  login: { method: 'POST', url: '/auth/login', access: 'open', summary: 'Entra com e-mail e senha', body: Login, reply: Session },
  logout: { method: 'POST', url: '/auth/logout', access: 'session', summary: 'Encerra esta sessão', reply: z.object({}) },
  profile: { method: 'GET', url: '/auth/profile', access: 'session', summary: 'A própria conta', reply: User },
  updateProfile: {
    method: 'PUT',
    url: '/auth/profile',
    access: 'session',
    summary: 'Muda nome ou avatar da própria conta',
    body: ProfileChange,
    reply: User,
  },
} as const satisfies Record<string, Endpoint>
