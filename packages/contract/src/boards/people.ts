import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { PersonSummary, Search } from '../core/fields.ts'

/** People whom one call lists. */
const mostPeople = 20

export const peopleApi = {
  find: {
    method: 'GET',
    url: '/people',
    access: 'session',
    token: 'account',
    summary: 'Pessoas dos quadros de quem pergunta, pelo nome; quem administra a instância acha todas. Contas desativadas ficam de fora',
    query: z.object({ q: Search.optional(), limit: z.coerce.number().int().min(1).max(mostPeople).default(mostPeople) }),
    reply: z.array(PersonSummary),
  },
} as const satisfies Record<string, Endpoint>
