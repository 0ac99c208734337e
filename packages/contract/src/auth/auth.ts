import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { limits } from '../core/limits.ts'
import { typedText } from '../core/typed-text.ts'
import { texts } from '../texts/texts.ts'
import { ProfileChange } from './account.ts'
import { Profile, User } from './people.ts'
import { email, personName, typedAddress } from './person-fields.ts'

const emailOf = email({ required: texts.emailRequired, invalid: texts.emailInvalid })

const newPassword = z
  .string({ error: texts.passwordRequired })
  .min(1, { error: texts.passwordRequired })
  .min(limits.passwordMin, { error: texts.passwordShort })
  .max(limits.passwordMax, { error: texts.passwordLong })

export const Login = z.object({
  email: typedText(typedAddress, limits.email, texts.emailTooLong, texts.emailRequired).min(1, { error: texts.emailRequired }),
  password: z
    .string({ error: texts.passwordRequired })
    .min(1, { error: texts.passwordRequired })
    .max(limits.passwordMax, { error: texts.passwordLong }),
})

export const Register = z.object({
  name: personName,
  email: emailOf,
  password: newPassword,
  role: z.enum(['collaborator', 'manager'], { error: texts.roleInvalid }).default('collaborator'),
  /** The token of an invitation, for the address that it was made for. Without one the rule of `GET /system` decides. */
  invitation: z.string({ error: texts.invitationOver }).max(100, { error: texts.invitationOver }).optional(),
})

const Session = z.object({ token: z.string(), user: User })

export const authApi = {
  register: {
    method: 'POST',
    url: '/auth/register',
    access: 'open',
    summary: 'Cria uma conta e entra; 403 para quem não pode, pela regra de GET /system, sem convite',
    body: Register,
    reply: Session,
  },
  login: {
    method: 'POST',
    url: '/auth/login',
    access: 'open',
    summary: 'Entra com e-mail e senha; com verificação em duas etapas, 403 two_factor com o token que a completa',
    body: Login,
    reply: Session,
  },
  logout: {
    method: 'POST',
    url: '/auth/logout',
    access: 'session',
    summary: 'Encerra esta sessão; de quem entrou pela empresa, diz onde a sessão do provedor também se encerra',
    reply: z.object({ provider_url: z.string().optional() }),
  },
  profile: { method: 'GET', url: '/auth/profile', access: 'session', token: 'account', summary: 'A própria conta', reply: Profile },
  updateProfile: {
    method: 'PUT',
    url: '/auth/profile',
    access: 'session',
    summary: 'Muda campos da própria conta; outro e-mail pede a senha atual',
    body: ProfileChange,
    reply: Profile,
  },
} as const satisfies Record<string, Endpoint>
