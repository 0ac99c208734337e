import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { BodyId, Done, Id, Instant, PageSize, PersonSummary, title } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { tokenScopes } from '../core/token-reach.ts'
import { texts } from '../texts/texts.ts'

/** How many days a token counts. */
export const tokenDays = { min: 1, usual: 90, max: 365 } as const
/** What every token begins with, so that programs that look for secrets know it. */
export const tokenPrefix = 'rdd_'

export const TokenScope = z.enum(tokenScopes)

/** A personal token as its owner sees it: all but the secret, of which `hint` is the end. */
export const PersonalToken = z.object({
  id: z.int(),
  name: z.string(),
  hint: z.string(),
  scope: TokenScope,
  /** Those it is confined to; null: all of its owner, also later ones. One that its owner does not see any more has no title. */
  boards: z.array(z.object({ id: z.int(), title: z.string().nullable() })).nullable(),
  created_at: Instant,
  expires_at: Instant,
  /** As far as minutes go; null when it was never used. */
  last_used_at: Instant.nullable(),
})
export type PersonalToken = z.infer<typeof PersonalToken>

/** The same for who administers the installation: how many boards it is confined to, and not which. */
export const AnybodysToken = PersonalToken.omit({ boards: true }).extend({ user: PersonSummary, boards_count: z.int().nullable() })
export type AnybodysToken = z.infer<typeof AnybodysToken>

const days = { error: texts.tokenDays }
export const NewToken = z.object({
  name: title(limits.tokenName, texts.tokenNameRequired, texts.tokenNameTooLong),
  scope: TokenScope,
  board_ids: z.array(BodyId).min(1, { error: texts.tokenBoards }).max(limits.tokenBoards, { error: texts.tokenBoards }).optional(),
  expires_in_days: z.int(days).min(tokenDays.min, days).max(tokenDays.max, days).default(tokenDays.usual),
})

const TokenParams = z.object({ tokenId: Id })

/** Personal tokens: how programs call in the name of their owner. No token makes these calls. */
export const tokensApi = {
  list: {
    method: 'GET',
    url: '/tokens',
    access: 'session',
    summary: 'Os próprios tokens, o mais novo primeiro; os vencidos, por mais 30 dias',
    reply: z.array(PersonalToken),
  },
  create: {
    method: 'POST',
    url: '/tokens',
    access: 'session',
    summary: 'Cria um token pessoal; só esta resposta o mostra. Sem `board_ids` ele vale em todos os quadros',
    body: NewToken,
    reply: z.object({ id: z.int(), token: z.string() }),
  },
  revoke: {
    method: 'DELETE',
    url: '/tokens/:tokenId',
    access: 'session',
    summary: 'Revoga um dos próprios tokens, na hora e em toda parte',
    params: TokenParams,
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>

/** The tokens of all accounts, for who administers the installation. */
export const adminTokensApi = {
  list: {
    method: 'GET',
    url: '/admin/tokens',
    access: 'admin',
    summary: 'Os tokens de todas as contas, o mais novo primeiro; `next` vai em `before` para a página seguinte',
    query: z.object({ before: Id.optional(), limit: PageSize }),
    reply: z.object({ tokens: z.array(AnybodysToken), next: z.int().nullable() }),
  },
  revoke: {
    method: 'DELETE',
    url: '/admin/tokens/:tokenId',
    access: 'admin',
    summary: 'Revoga o token de uma conta; a pessoa recebe um e-mail',
    params: TokenParams,
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>
