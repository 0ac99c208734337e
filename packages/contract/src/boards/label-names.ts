import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Search } from '../core/fields.ts'

/** Names that one call lists. */
const mostNames = 20

export const labelNamesApi = {
  find: {
    method: 'GET',
    url: '/label-names',
    access: 'session',
    token: 'board',
    summary: 'Nomes de etiquetas dos quadros que a pessoa vê, cada um uma vez; primeiro os dos quadros em que ela está',
    query: z.object({ q: Search.optional(), limit: z.coerce.number().int().min(1).max(mostNames).default(mostNames) }),
    reply: z.array(z.string()),
  },
} as const satisfies Record<string, Endpoint>
