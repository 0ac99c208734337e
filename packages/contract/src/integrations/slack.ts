import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Done, Id, Instant, PersonSummary } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { texts } from '../texts/texts.ts'
import { stopReasons } from './settings.ts'

const Switches = z.object({
  sprint_ended: z.boolean(),
  vote_finished: z.boolean(),
  card_done: z.boolean(),
})

/** Where a board tells its news. The address lets anybody write there, so only its beginning and end are shown. */
export const SlackHook = Switches.extend({
  masked_url: z.string(),
  updated_at: Instant,
  /** Since when messages are refused; null while they arrive. */
  failing_since: Instant.nullable(),
  /** Who answers for the address; null when nobody is known to. */
  set_by: PersonSummary.nullable(),
  /** Why nothing is sent; null while it is. */
  stopped: z.enum(stopReasons).nullable(),
})
export type SlackHook = z.infer<typeof SlackHook>

const BoardParams = z.object({ boardId: Id })

export const slackApi = {
  get: {
    method: 'GET',
    url: '/boards/:boardId/slack',
    access: 'session',
    token: 'never',
    summary: 'Para onde o quadro manda avisos, e quais',
    params: BoardParams,
    reply: z.object({ hook: SlackHook.nullable() }),
  },
  save: {
    method: 'PUT',
    url: '/boards/:boardId/slack',
    access: 'session',
    token: 'never',
    summary: 'Guarda o endereço (incoming webhook) e os avisos; sem endereço, fica o que havia; `confirm` responde pelo que parou',
    params: BoardParams,
    body: Switches.partial().extend({
      confirm: z.literal(true).optional(),
      url: z
        .string({ error: texts.slackUrlInvalid })
        .trim()
        .min(1, { error: texts.slackUrlInvalid })
        .max(limits.slackUrl, { error: texts.slackUrlInvalid })
        .optional(),
    }),
    reply: SlackHook,
  },
  remove: {
    method: 'DELETE',
    url: '/boards/:boardId/slack',
    access: 'session',
    token: 'never',
    summary: 'Esquece o endereço; nada mais é enviado',
    params: BoardParams,
    reply: Done,
  },
  test: {
    method: 'POST',
    url: '/boards/:boardId/slack/test',
    access: 'session',
    token: 'never',
    summary: 'Envia uma mensagem de teste, agora',
    params: BoardParams,
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>
