import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

export const systemApi = {
  health: { method: 'GET', url: '/health', access: 'open', summary: 'Pronta para atender', reply: z.object({ status: z.literal('ok') }) },
  info: {
    method: 'GET',
    url: '/system',
    access: 'open',
    summary: 'O que esta instalação oferece',
    /** `mail.enabled`: letters are sent, so a forgotten password can be reset. */
    reply: z.object({ mail: z.object({ enabled: z.boolean() }) }),
  },
} as const satisfies Record<string, Endpoint>
