import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { CardParams, Id } from '../core/fields.ts'
import { Card } from './cards.ts'

const BoardParams = z.object({ boardId: Id })
const WatchedBoard = z.object({ watching: z.boolean() })

/** Being told of what others do on a card, or on all cards of a board, as long as one sees it. All calls may be repeated. */
export const watchingApi = {
  watchCard: {
    method: 'PUT',
    url: '/cards/:cardId/watch',
    access: 'session',
    summary: 'Passa a acompanhar um cartão: comentários e mudanças dos outros chegam como notificações',
    params: CardParams,
    reply: Card,
  },
  leaveCard: {
    method: 'DELETE',
    url: '/cards/:cardId/watch',
    access: 'session',
    summary: 'Deixa de acompanhar um cartão',
    params: CardParams,
    reply: Card,
  },
  watchBoard: {
    method: 'PUT',
    url: '/boards/:boardId/watch',
    access: 'session',
    summary: 'Passa a acompanhar todos os cartões de um quadro',
    params: BoardParams,
    reply: WatchedBoard,
  },
  leaveBoard: {
    method: 'DELETE',
    url: '/boards/:boardId/watch',
    access: 'session',
    summary: 'Deixa de acompanhar um quadro',
    params: BoardParams,
    reply: WatchedBoard,
  },
} as const satisfies Record<string, Endpoint>
