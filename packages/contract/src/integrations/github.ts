import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { BodyId, CardParams, Done, Id, Instant, PersonSummary } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { texts } from '../texts/texts.ts'
import { githubProblems, githubStates, importProblems, importStatuses, readIssueAddress, readRepository, stopReasons } from './settings.ts'

/**
 * `available`: the installation has credentials, so people can connect. `broken`: GitHub no longer takes the account's
 * authorization, and connecting again mends it. The access token never leaves the server.
 */
export const GithubStatus = z.object({
  available: z.boolean(),
  connected: z.boolean(),
  username: z.string().nullable(),
  avatar_url: z.string().nullable(),
  connected_at: Instant.nullable(),
  broken: z.boolean(),
})
export type GithubStatus = z.infer<typeof GithubStatus>

/** An issue or pull request on a card. Its state is asked with the account of who linked it. */
export const GithubLink = z.object({
  id: z.int(),
  card_id: z.int(),
  /** owner/repo */
  repository: z.string(),
  number: z.int(),
  kind: z.enum(['issue', 'pull']),
  title: z.string(),
  state: z.enum(githubStates),
  url: z.string(),
  /** null when the account is gone. */
  linked_by: PersonSummary.nullable(),
  checked_at: Instant,
  /** Why the state may be old; null when it is not. */
  problem: z.enum(githubProblems).nullable(),
})
export type GithubLink = z.infer<typeof GithubLink>

/** Issues that are being brought into a list, a page at a time. */
export const GithubImport = z.object({
  id: z.int(),
  board_id: z.int(),
  list_id: z.int(),
  repository: z.string(),
  status: z.enum(importStatuses),
  /** Cards made, and issues that the board had already. */
  imported: z.int(),
  skipped: z.int(),
  /** Pages read, and as many as GitHub says there are, which is null before the first. */
  pages: z.int(),
  pages_total: z.int().nullable(),
  /** Whether it ended at its limit with issues left over. */
  limited: z.boolean(),
  problem: z.enum(importProblems).nullable(),
  /** While GitHub asks for patience: until when. */
  waits_until: Instant.nullable(),
  created_at: Instant,
})
export type GithubImport = z.infer<typeof GithubImport>

/** What GitHub is given so that it tells a board about merges: `url` and the secret, which is shown once. */
export const GithubWebhook = z.object({
  url: z.string(),
  created_at: Instant,
  last_delivery_at: Instant.nullable(),
  /** Who answers for it; null when nobody is known to. */
  set_by: PersonSummary.nullable(),
  /** Why deliveries are refused; null while they are taken. */
  stopped: z.enum(stopReasons).nullable(),
})
export type GithubWebhook = z.infer<typeof GithubWebhook>

const issueAddress = z
  .string({ error: texts.githubAddressInvalid })
  .max(limits.githubAddress, { error: texts.githubAddressInvalid })
  .refine((text) => readIssueAddress(text) !== undefined, { error: texts.githubAddressInvalid })
const repository = z
  .string({ error: texts.githubRepositoryInvalid })
  .max(limits.githubAddress, { error: texts.githubRepositoryInvalid })
  .refine((text) => readRepository(text) !== undefined, { error: texts.githubRepositoryInvalid })

const BoardParams = z.object({ boardId: Id })
const LinkParams = CardParams.extend({ linkId: Id })

export const githubApi = {
  status: {
    method: 'GET',
    url: '/github/status',
    access: 'session',
    token: 'never',
    summary: 'Se o GitHub pode ser conectado, e a conta que a pessoa conectou',
    reply: GithubStatus,
  },
  authUrl: {
    method: 'POST',
    url: '/github/auth-url',
    access: 'session',
    token: 'never',
    summary: 'O endereço em que a pessoa autoriza no GitHub; ele a devolve a `redirectUri`, uma página desta Rodada',
    body: z.object({ redirectUri: z.string({ error: texts.githubRedirectInvalid }).max(500, { error: texts.githubRedirectInvalid }) }),
    reply: z.object({ authUrl: z.string() }),
  },
  disconnect: {
    method: 'DELETE',
    url: '/github/disconnect',
    access: 'session',
    token: 'never',
    summary: 'Esquece a conta do GitHub e revoga a autorização lá',
    reply: Done,
  },

  links: {
    method: 'GET',
    url: '/cards/:cardId/github',
    access: 'session',
    summary: 'Issues e pull requests de um cartão; as que estão velhas são conferidas em seguida',
    params: CardParams,
    reply: z.array(GithubLink),
  },
  link: {
    method: 'POST',
    url: '/cards/:cardId/github',
    access: 'session',
    // It reads with the person's whole account of GitHub, and not only what lies on a board.
    token: 'account',
    summary: 'Liga uma issue ou pull request, lida com a conta de quem liga',
    params: CardParams,
    body: z.object({ address: issueAddress }),
    reply: GithubLink,
  },
  takeOver: {
    method: 'PUT',
    url: '/cards/:cardId/github/:linkId',
    access: 'session',
    token: 'account',
    summary: 'Passa a ler a issue ou pull request com a conta de quem pede',
    params: LinkParams,
    reply: GithubLink,
  },
  unlink: {
    method: 'DELETE',
    url: '/cards/:cardId/github/:linkId',
    access: 'session',
    summary: 'Desliga uma issue ou pull request do cartão',
    params: LinkParams,
    reply: Done,
  },

  imports: {
    method: 'GET',
    url: '/boards/:boardId/github/imports',
    access: 'session',
    summary: 'As últimas importações do quadro, a mais nova primeiro',
    params: BoardParams,
    reply: z.array(GithubImport),
  },
  startImport: {
    method: 'POST',
    url: '/boards/:boardId/github/imports',
    access: 'session',
    token: 'never',
    summary: 'Começa a trazer as issues de um repositório para uma lista; uma importação de cada vez',
    params: BoardParams,
    body: z.object({ list_id: BodyId, repository, state: z.enum(['open', 'all']).default('open') }),
    reply: GithubImport,
  },
  cancelImport: {
    method: 'DELETE',
    url: '/boards/:boardId/github/imports/:importId',
    access: 'session',
    summary: 'Para uma importação; os cartões que já vieram ficam',
    params: BoardParams.extend({ importId: Id }),
    reply: GithubImport,
  },

  webhook: {
    method: 'GET',
    url: '/boards/:boardId/github/webhook',
    access: 'session',
    token: 'never',
    summary: 'O webhook do quadro, sem o segredo',
    params: BoardParams,
    reply: z.object({ webhook: GithubWebhook.nullable() }),
  },
  createWebhook: {
    method: 'POST',
    url: '/boards/:boardId/github/webhook',
    access: 'session',
    token: 'never',
    summary: 'Cria o webhook do quadro, ou troca o que há; o segredo é mostrado só aqui',
    params: BoardParams,
    reply: GithubWebhook.extend({ secret: z.string() }),
  },
  removeWebhook: {
    method: 'DELETE',
    url: '/boards/:boardId/github/webhook',
    access: 'session',
    token: 'never',
    summary: 'Apaga o webhook do quadro; o que o GitHub ainda enviar é recusado',
    params: BoardParams,
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>
