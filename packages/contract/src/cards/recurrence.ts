import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { CardParams } from '../core/fields.ts'
import { texts } from '../texts/texts.ts'
import { Card } from './cards.ts'
import { recurrenceModes, recurrences } from './settings.ts'

/** A card that comes again, as a copy or as itself. */
export const recurrenceApi = {
  set: {
    method: 'PUT',
    url: '/cards/:cardId/recurrence',
    access: 'session',
    summary:
      'Faz o cartão se repetir: a cada dia útil, semana ou mês, ou depois de concluído; como cópia no topo da lista em que está, ou ele mesmo de volta a ela',
    params: CardParams,
    body: z.object({
      every: z.enum(recurrences, { error: texts.recurrenceInvalid }),
      mode: z.enum(recurrenceModes, { error: texts.recurrenceInvalid }),
    }),
    reply: Card,
  },
  remove: {
    method: 'DELETE',
    url: '/cards/:cardId/recurrence',
    access: 'session',
    summary: 'Deixa de repetir o cartão',
    params: CardParams,
    reply: Card,
  },
} as const satisfies Record<string, Endpoint>
