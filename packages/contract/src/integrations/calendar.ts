import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Done, Id, Instant } from '../core/fields.ts'
import { SecretInAddress } from '../core/secret-address.ts'

/** The calendar address of a person, without the secret in it. */
export const CalendarFeed = z.object({
  id: z.int(),
  created_at: Instant,
  /** When a calendar last asked, as far as an hour goes; null when none ever did. */
  last_read_at: Instant.nullable(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

/** One's own dates as a calendar that others subscribe to. No token makes these calls, and who has the address needs no session. */
export const calendarApi = {
  get: {
    method: 'GET',
    url: '/calendar',
    access: 'session',
    token: 'never',
    summary: 'O próprio endereço de calendário, sem o segredo; null sem um',
    reply: z.object({ feed: CalendarFeed.nullable() }),
  },
  create: {
    method: 'POST',
    url: '/calendar',
    access: 'session',
    token: 'never',
    summary: 'Cria um endereço de calendário, que toma o lugar do que havia; só esta resposta o mostra',
    reply: z.object({ id: z.int(), url: z.string() }),
  },
  remove: {
    method: 'DELETE',
    url: '/calendar/:feedId',
    access: 'session',
    token: 'never',
    summary: 'Desliga o endereço de calendário, na hora',
    params: z.object({ feedId: Id }),
    reply: Done,
  },
  read: {
    method: 'GET',
    url: '/calendar/:secret.ics',
    access: 'open',
    token: 'never',
    summary: 'Os prazos dos próprios cartões abertos e as sprints dos próprios quadros, como a pessoa os vê agora',
    params: z.object({ secret: SecretInAddress }),
    download: 'text/calendar; charset=utf-8',
    reply: z.string(),
  },
} as const satisfies Record<string, Endpoint>
