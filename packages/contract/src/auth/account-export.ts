import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { currentPassword } from './person-fields.ts'

/** All that is one's own, as a file. */
export const accountExportApi = {
  download: {
    method: 'POST',
    url: '/auth/export',
    access: 'session',
    summary:
      'Um zip com o que é seu: perfil e foto, configurações, quadros, filtros salvos, cartões, comentários, notificações, votos e os arquivos que você enviou, até onde você os vê agora; uma vez por hora',
    body: z.object({ current_password: currentPassword }),
    download: 'application/zip',
    reply: z.string(),
  },
} as const satisfies Record<string, Endpoint>
