import type { Endpoint } from '../core/endpoint.ts'
import { CardParams, Id } from '../core/fields.ts'
import { Card } from './cards.ts'

const params = CardParams.extend({ userId: Id })

/** People who take part in a card besides the one who answers for it. Its points stay with that one. */
export const participantsApi = {
  add: {
    method: 'PUT',
    url: '/cards/:cardId/participants/:userId',
    access: 'session',
    summary: 'Inclui alguém do quadro entre os participantes do cartão, até 20',
    params,
    reply: Card,
  },
  remove: {
    method: 'DELETE',
    url: '/cards/:cardId/participants/:userId',
    access: 'session',
    summary: 'Tira alguém dos participantes do cartão',
    params,
    reply: Card,
  },
} as const satisfies Record<string, Endpoint>
