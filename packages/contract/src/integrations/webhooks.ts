import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Done, Id, Instant, PageSize, PersonSummary } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { oneLineText } from '../core/plain-text.ts'
import { typedText } from '../core/typed-text.ts'
import { texts } from '../texts/texts.ts'
import { deliveryProblems, deliveryStates, stopReasons, webhookEvents, webhookForms, webhookTypes } from './settings.ts'

export const WebhookEvent = z.enum(webhookEvents, { error: texts.webhookEventsMissing })
export const WebhookForm = z.enum(webhookForms)
const WebhookType = z.enum(webhookTypes)

/** An address that is told what happens on a board. It may let anybody write there, so only its beginning and end are shown. */
export const Webhook = z.object({
  id: z.int(),
  name: z.string(),
  form: WebhookForm,
  masked_url: z.string(),
  events: z.array(WebhookEvent),
  created_at: Instant,
  updated_at: Instant,
  /** Who answers for it; null when nobody is known to. */
  set_by: PersonSummary.nullable(),
  /** Why nothing is sent; null while it is. */
  stopped: z.enum(stopReasons).nullable(),
  /** Since when nothing arrives; null while it does. */
  failing_since: Instant.nullable(),
  /** When it was switched off, because nothing arrived for three days or the receiver said that it is gone. */
  switched_off_at: Instant.nullable(),
  /** When something last had to be dropped because too much waited. */
  dropped_at: Instant.nullable(),
  /** Deliveries of the last 24 hours, and how many of them have failed so far. */
  today: z.object({ all: z.int(), failed: z.int() }),
})
export type Webhook = z.infer<typeof Webhook>

/** The signed body of a message. `data` has the ids, keys and titles of what happened; a program asks the API for more. */
export const WebhookMessage = z.object({ type: WebhookType, timestamp: Instant, data: z.record(z.string(), z.unknown()) })
export type WebhookMessage = z.infer<typeof WebhookMessage>

export const WebhookDelivery = z.object({
  id: z.int(),
  webhook_id: z.int(),
  /** The header `webhook-id`: the same at each try, so that a receiver knows what it has already. */
  message_id: z.string(),
  type: WebhookType,
  message: WebhookMessage,
  status: z.enum(deliveryStates),
  tries: z.int(),
  /** The status that the receiver answered at the last try; null when none came. */
  answer_status: z.int().nullable(),
  problem: z.enum(deliveryProblems).nullable(),
  duration_ms: z.int().nullable(),
  created_at: Instant,
  tried_at: Instant.nullable(),
  next_try_at: Instant.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const url = z
  .string({ error: texts.webhookUrlInvalid })
  .trim()
  .min(1, { error: texts.webhookUrlInvalid })
  .max(limits.webhookUrl, { error: texts.webhookUrlInvalid })
const name = typedText(oneLineText, limits.webhookName, texts.webhookNameInvalid, texts.webhookNameInvalid)
const events = z
  .array(WebhookEvent, { error: texts.webhookEventsMissing })
  .min(1, { error: texts.webhookEventsMissing })
  .max(webhookEvents.length, { error: texts.webhookEventsMissing })

const BoardParams = z.object({ boardId: Id })
const WebhookParams = BoardParams.extend({ webhookId: Id })

export const webhooksApi = {
  list: {
    method: 'GET',
    url: '/boards/:boardId/webhooks',
    access: 'session',
    token: 'never',
    summary: 'Os webhooks do quadro, sem endereços inteiros nem segredos',
    params: BoardParams,
    reply: z.array(Webhook),
  },
  create: {
    method: 'POST',
    url: '/boards/:boardId/webhooks',
    access: 'session',
    token: 'never',
    summary:
      'Passa a avisar um endereço do que acontece no quadro, pela convenção Standard Webhooks; o segredo que assina é mostrado só aqui. `form` escolhe outra forma, para um serviço de conversas',
    params: BoardParams,
    body: z.object({ url, events, form: WebhookForm.default('rodada'), name: name.default('') }),
    reply: Webhook.extend({ secret: z.string() }),
  },
  update: {
    method: 'PUT',
    url: '/boards/:boardId/webhooks/:webhookId',
    access: 'session',
    token: 'never',
    summary: 'Muda endereço, eventos ou nome; `confirm` responde pelo que parou e o liga de novo, e um endereço novo também',
    params: WebhookParams,
    body: z.object({ url: url.optional(), events: events.optional(), name: name.optional(), confirm: z.literal(true).optional() }),
    reply: Webhook,
  },
  changeSecret: {
    method: 'POST',
    url: '/boards/:boardId/webhooks/:webhookId/secret',
    access: 'session',
    token: 'never',
    summary: 'Dá ao webhook um segredo novo, mostrado só aqui; o de antes não assina mais nada, nem o que está na fila',
    params: WebhookParams,
    reply: z.object({ secret: z.string() }),
  },
  remove: {
    method: 'DELETE',
    url: '/boards/:boardId/webhooks/:webhookId',
    access: 'session',
    token: 'never',
    summary: 'Exclui o webhook e as suas entregas; nada mais é enviado',
    params: WebhookParams,
    reply: Done,
  },
  deliveries: {
    method: 'GET',
    url: '/boards/:boardId/webhooks/:webhookId/deliveries',
    access: 'session',
    token: 'never',
    summary: 'As entregas, a mais nova primeiro; `before` pede a página seguinte, `failed` só as que não chegaram',
    params: WebhookParams,
    query: z.object({ before: Id.optional(), limit: PageSize, failed: z.stringbool().optional() }),
    reply: z.array(WebhookDelivery),
  },
  test: {
    method: 'POST',
    url: '/boards/:boardId/webhooks/:webhookId/test',
    access: 'session',
    token: 'never',
    summary: 'Envia uma mensagem de teste, agora e uma vez, e diz o que voltou',
    params: WebhookParams,
    reply: WebhookDelivery,
  },
  again: {
    method: 'POST',
    url: '/webhook-deliveries/:deliveryId/again',
    access: 'session',
    token: 'never',
    summary: 'Envia uma entrega de novo, agora, com o mesmo `webhook-id`, e diz o que voltou; se falhar, é tentada outras vezes',
    params: z.object({ deliveryId: Id }),
    reply: WebhookDelivery,
  },
} as const satisfies Record<string, Endpoint>
