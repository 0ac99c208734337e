import { z } from 'zod'
import { SignUp } from '../auth/sign-up.ts'
import type { Endpoint } from '../core/endpoint.ts'

const Ok = z.object({ status: z.literal('ok') })

/** What an installation offers, and who may make an account. `mail.enabled`: emails are sent, so a forgotten password can be reset. */
const SystemInfo = z.object({
  mail: z.object({ enabled: z.boolean() }),
  sign_up: SignUp,
  /** The provider of the company, by which people sign in. `name` null: the page has words of its own. */
  /** `groups`: its groups can give people a place on boards. */
  oidc: z.object({ name: z.string().nullable(), auto_redirect: z.boolean(), groups: z.boolean() }).nullable(),
  /** Whether e-mail and password let anybody in. */
  password_login: z.boolean(),
})
export type SystemInfo = z.infer<typeof SystemInfo>

export const systemApi = {
  /** For balancers: whether people may be sent here. */
  health: { method: 'GET', url: '/health', access: 'open', token: 'board', summary: 'Pronta para atender, com o banco', reply: Ok },
  /** For supervisors: whether the process is there. Starting it again would not bring the database back. */
  live: {
    method: 'GET',
    url: '/health/live',
    access: 'open',
    token: 'board',
    summary: 'No ar, mesmo sem o banco ou ainda iniciando',
    reply: Ok,
  },
  info: {
    method: 'GET',
    url: '/system',
    access: 'open',
    token: 'board',
    summary: 'O que esta instalação oferece',
    reply: SystemInfo,
  },
} as const satisfies Record<string, Endpoint>
