import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

export const systemApi = {
  health: { method: 'GET', url: '/health', access: 'open', summary: 'Pronta para atender', reply: z.object({ status: z.literal('ok') }) },
} as const satisfies Record<string, Endpoint>
