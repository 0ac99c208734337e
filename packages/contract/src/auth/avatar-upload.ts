import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Done } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { texts } from '../texts/texts.ts'

/** Where the picture of this name is. */
export const avatarAddress = (name: string): string => `/api/avatars/${name}`

/**
 * A picture of one's own. The body is the file itself (PNG, JPEG or WebP); what is stored is drawn again from it, square and without
 * what else the file carried. `avatar_url` is an address on this origin. A new picture replaces the one before.
 */
export const avatarApi = {
  upload: {
    method: 'POST',
    url: '/auth/avatar',
    access: 'session',
    summary: 'Usa uma imagem (PNG, JPEG ou WebP, até 2 MB, no corpo do pedido) como o próprio avatar',
    upload: { maxBytes: limits.avatarBytes, tooLarge: texts.avatarTooLarge },
    reply: z.object({ avatar_url: z.string() }),
  },
  remove: {
    method: 'DELETE',
    url: '/auth/avatar',
    access: 'session',
    summary: 'Apaga a imagem enviada; quem a usava volta ao ladrilho com o seu nome',
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>
