import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { BodyId, Done, Id, Instant, PageSize, PersonSummary } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { texts } from '../texts/texts.ts'
import { inboxFilters, mailKinds, notificationKinds, watchedChanges } from './settings.ts'

/**
 * Something that somebody is told. `subject` is what the card, sprint or person was called then. Whatever it leads to is null
 * when it is gone.
 */
export const Notification = z.object({
  id: z.int(),
  kind: z.enum(notificationKinds),
  /** Who did it, of several the last one; null for what comes by itself, and when the account is gone. */
  actor: PersonSummary.nullable(),
  /** null for an import that left none. */
  board: z.object({ id: z.int(), title: z.string(), color: z.string() }).nullable(),
  card_id: z.int().nullable(),
  /** 'PAG-42' */
  card_key: z.string().nullable(),
  sprint_id: z.int().nullable(),
  estimation_id: z.int().nullable(),
  subject: z.string(),
  /** How many comments or changes were gathered into this one. */
  count: z.int(),
  details: z.object({
    /** The day a card is due, and how near that was. */
    due_date: z.string().optional(),
    when: z.enum(['today', 'tomorrow']).optional(),
    /** What was done on a watched card, of several things the last. */
    change: z.enum(watchedChanges).optional(),
    /** What it was before, and what it became: days of a due date, names of lists or people. */
    from: z.string().optional(),
    to: z.string().optional(),
    /** The beginning of a comment. */
    excerpt: z.string().optional(),
    /** Some of the cards that changed. */
    cards: z.array(z.string()).optional(),
    /** Why an import left no board, in the language that the person had then. */
    reason: z.string().optional(),
    /** Which import ended. */
    import_id: z.int().optional(),
  }),
  created_at: Instant,
  read_at: Instant.nullable(),
  /** When it was put aside as done. */
  done_at: Instant.nullable(),
  /** When it comes back by itself; null unless it is snoozed. */
  snoozed_until: Instant.nullable(),
  /** When it came back from being snoozed: it stands where it came back, not where it happened. */
  returned_at: Instant.nullable(),
})
export type Notification = z.infer<typeof Notification>

const MailKindField = z.enum(mailKinds)
const base64url = (length: number) =>
  z.string({ error: texts.pushInvalid }).regex(new RegExp(`^[\\w-]{${length}}=*$`), { error: texts.pushInvalid })
const endpoint = z
  .string({ error: texts.pushInvalid })
  .max(limits.pushEndpoint, { error: texts.pushInvalid, abort: true })
  .check(z.url({ protocol: /^https?$/, error: texts.pushInvalid }))
const token = z.string({ error: texts.unsubscribeInvalid }).max(200, { error: texts.unsubscribeInvalid })

export const notificationsApi = {
  list: {
    method: 'GET',
    url: '/notifications',
    access: 'session',
    token: 'board',
    summary:
      'As próprias notificações, as mais novas primeiro; `before` pede a página seguinte. Sem `filter`, as que não estão feitas nem adiadas',
    query: z.object({ before: Id.optional(), limit: PageSize, filter: z.enum(inboxFilters).default('all') }),
    reply: z.array(Notification),
  },
  unread: {
    method: 'GET',
    url: '/notifications/unread',
    access: 'session',
    token: 'board',
    summary: 'Quantas das próprias notificações não foram lidas',
    reply: z.object({ unread: z.int() }),
  },
  counts: {
    method: 'GET',
    url: '/notifications/counts',
    access: 'session',
    token: 'board',
    summary: 'Quantas notificações cada filtro da lista mostra',
    reply: z.object({ all: z.int(), unread: z.int(), mentions: z.int(), assigned: z.int(), snoozed: z.int(), done: z.int() }),
  },
  change: {
    method: 'PUT',
    url: '/notifications/:notificationId',
    access: 'session',
    token: 'board',
    summary:
      'Marca uma das próprias notificações como lida, não lida ou feita, adia-a até `snoozed_until` (no máximo 30 dias), ou a traz de volta (`open`)',
    params: z.object({ notificationId: Id }),
    body: z.object({ state: z.enum(['read', 'unread', 'done', 'open', 'snoozed']), snoozed_until: Instant.optional() }),
    reply: Done,
  },
  read: {
    method: 'PUT',
    url: '/notifications/:notificationId/read',
    access: 'session',
    token: 'board',
    summary: 'Marca uma das próprias notificações como lida',
    params: z.object({ notificationId: Id }),
    reply: Done,
  },
  readAll: {
    method: 'PUT',
    url: '/notifications/read',
    access: 'session',
    token: 'board',
    summary:
      'Marca as próprias notificações como lidas: todas, até a de número `up_to`, ou só as de que uma importação (`import_id`) não deu certo',
    body: z.object({ up_to: BodyId.optional(), import_id: BodyId.optional() }),
    reply: Done,
  },
  delivery: {
    method: 'GET',
    url: '/notifications/delivery',
    access: 'session',
    token: 'never',
    summary: 'O que os navegadores precisam para receber avisos, e os e-mails que a pessoa cancelou por um link',
    /** `push_key` is the `applicationServerKey`. */
    reply: z.object({ push_key: z.string(), muted_mail: z.array(MailKindField) }),
  },
  muteMail: {
    method: 'PUT',
    url: '/notifications/mail',
    access: 'session',
    token: 'never',
    summary: 'Deixa de receber um tipo de e-mail, ou volta a receber',
    body: z.object({ kind: MailKindField, muted: z.boolean() }),
    reply: Done,
  },
  subscribe: {
    method: 'POST',
    url: '/notifications/push',
    access: 'session',
    token: 'never',
    summary: 'Passa a mandar avisos a este navegador; o mais antigo de dez dá lugar',
    body: z.object({ endpoint, keys: z.object({ p256dh: base64url(87), auth: base64url(22) }) }),
    reply: Done,
  },
  unsubscribe: {
    method: 'DELETE',
    url: '/notifications/push',
    access: 'session',
    token: 'never',
    summary: 'Deixa de mandar avisos a um navegador',
    body: z.object({ endpoint }),
    reply: Done,
  },
  test: {
    method: 'POST',
    url: '/notifications/push/test',
    access: 'session',
    token: 'never',
    summary: 'Manda um aviso de teste a um dos próprios navegadores; `sent` diz se o serviço do navegador o aceitou',
    body: z.object({ endpoint }),
    reply: z.object({ sent: z.boolean() }),
  },
  endMail: {
    method: 'POST',
    url: '/notifications/unsubscribe',
    access: 'open',
    token: 'never',
    summary: 'Deixa de mandar um tipo de e-mail a quem recebeu o link',
    body: z.object({ token }),
    reply: z.object({ kind: MailKindField }),
  },
  /** As mail programs do it (RFC 8058): the token is in the address and the body says nothing. It opens nothing and reads nothing. */
  endMailByOneClick: {
    method: 'POST',
    url: '/unsubscribe/:token',
    alias: '/notifications/unsubscribe/:token',
    access: 'open',
    token: 'never',
    summary: 'O mesmo, para o botão dos programas de e-mail (RFC 8058)',
    params: z.object({ token }),
    reply: z.object({ kind: MailKindField }),
  },
} as const satisfies Record<string, Endpoint>

export interface NotificationServerEvents {
  /** The person's notifications changed, or were read elsewhere: a page that shows them asks again. */
  notificationsChanged: () => void
}
