import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { BoardRole, Done, Id, Instant } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { texts } from '../texts/texts.ts'
import { addressText, email, emailPattern } from './person-fields.ts'

/** Who may make an account: anybody, who was invited, or besides these who reads mail at one of some domains. */
export const signUpModes = ['open', 'invitation', 'domains'] as const
export const SignUpMode = z.enum(signUpModes)
export type SignUpMode = z.infer<typeof SignUpMode>

/** 'empresa.com.br', as it stands in stored addresses; '@empresa.com.br' is the same. Its subdomains are others. */
export const domainText = (text: string): string => addressText(`x@${text.trim().replace(/^@/, '')}`).slice(2)
export const isDomain = (domain: string): boolean => emailPattern.test(`x@${domain}`)

const Domain = z
  .string({ error: texts.domainInvalid })
  .max(limits.email, { error: texts.domainInvalid, abort: true })
  .overwrite(domainText)
  .refine(isDomain, { error: texts.domainInvalid })

export const SignUp = z
  .object({ mode: SignUpMode, domains: z.array(Domain).max(limits.signUpDomains, { error: texts.tooManyDomains }) })
  .refine(({ mode, domains }) => mode !== 'domains' || domains.length > 0, { path: ['domains'], error: texts.domainRequired })
export type SignUp = z.infer<typeof SignUp>
export const defaultSignUp: SignUp = { mode: 'open', domains: [] }

/** The domain of a stored address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/**
 * What became of one of many addresses. 'mailed': the link is on its way there. 'linked': no mail is sent here, and `url` is the link, this
 * once. 'added': the person has an account and is on the board now. 'asked': they are asked on their own pages. 'member': they were on
 * the board. 'account': they had an account. 'later': a limit of invitations is used up for now. 'full': the board or the list of
 * invitations is.
 */
export const InviteOutcome = z.object({
  email: z.string(),
  outcome: z.enum(['mailed', 'linked', 'added', 'asked', 'member', 'account', 'later', 'full']),
  url: z.string().nullable(),
})
export type InviteOutcome = z.infer<typeof InviteOutcome>

/** The addresses of one call; one that is there twice counts once. */
export const InvitedEmails = z
  .array(email({ required: texts.inviteEmailInvalid, invalid: texts.inviteEmailInvalid }))
  .min(1, { error: texts.inviteEmailInvalid })
  .max(limits.invitedAtOnce, { error: texts.tooManyInvited })
  .transform((emails) => [...new Set(emails)])

/** One that waits, to this Rodada or to one of its boards. */
export const PendingInvitation = z.object({
  id: z.int(),
  email: z.string(),
  invited_by: z.string(),
  /** Null: to no board. */
  board: z.object({ id: z.int(), title: z.string(), role: BoardRole }).nullable(),
  expires_at: Instant,
  created_at: Instant,
})
export type PendingInvitation = z.infer<typeof PendingInvitation>

/** The address of the page on which an invited person makes their account. The token comes behind it, as in `invitationPage`. */
export const signUpPage = '/login?modo=criar#'

/**
 * Who may make an account, and the invitations that lead here. `GET /system` says the rule; `auth.register` takes the token of an
 * invitation, to this Rodada or to a board, and only for the address that it was made for.
 */
export const signUpApi = {
  change: {
    method: 'PUT',
    url: '/admin/sign-up',
    access: 'admin',
    summary: 'Muda quem pode criar conta, na hora, em todos os processos; 409 por domínios quando a instalação não envia e-mails',
    body: SignUp,
    reply: SignUp,
  },
  invite: {
    method: 'POST',
    url: '/admin/invitations',
    access: 'admin',
    summary: 'Convida até 100 endereços de uma vez para a Rodada; a resposta diz o que houve com cada um',
    body: z.object({ emails: InvitedEmails }),
    reply: z.object({ outcomes: z.array(InviteOutcome) }),
  },
  invitations: {
    method: 'GET',
    url: '/admin/invitations',
    access: 'admin',
    summary: 'Convites à espera, para a Rodada e para quadros, o mais novo primeiro',
    reply: z.array(PendingInvitation),
  },
  withdraw: {
    method: 'DELETE',
    url: '/admin/invitations/:invitationId',
    access: 'admin',
    summary: 'Retira um convite para a Rodada; o link dele deixa de valer',
    params: z.object({ invitationId: Id }),
    reply: Done,
  },
  ask: {
    method: 'POST',
    url: '/auth/sign-up',
    access: 'open',
    summary: 'Pede o link de cadastro para um endereço de um domínio aceito; responde o mesmo se ele já tem conta',
    body: z.object({ email: email({ required: texts.emailRequired, invalid: texts.emailInvalid }) }),
    reply: Done,
  },
  open: {
    // Reads, and is a POST all the same: in an address the token would be in every log on its way.
    method: 'POST',
    url: '/auth/sign-up/invitation',
    access: 'open',
    summary: 'Para quem é um convite, e de quem; 404 quando ele não vale mais',
    body: z.object({ token: z.string({ error: texts.invitationOver }).max(100, { error: texts.invitationOver }) }),
    /** `invited_by` is null for a link that the person asked for, `board_title` for an invitation to no board. */
    reply: z.object({ email: z.string(), invited_by: z.string().nullable(), board_title: z.string().nullable() }),
  },
} as const satisfies Record<string, Endpoint>
