import { mcpCall } from '@rodada/contract/integrations/mcp'
import { mcpPath } from '@rodada/contract/integrations/settings'
import { texts } from '@rodada/contract/texts/texts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { AppError, forbidden, unauthorized } from '../../platform/http/errors.ts'
import type { Route } from '../../platform/http/http.ts'
import { answerMessage } from './assistant.ts'

/** Where assistants that speak MCP work with boards. */
export function mcpRoutes(route: Route, http: FastifyInstance, { config, log }: Pick<Deps, 'config' | 'log'>): void {
  const own = config.publicUrl && new URL(config.publicUrl).origin
  const before = (request: FastifyRequest) => {
    const { origin } = request.headers
    // Programs send none. A page of somebody else has nothing to ask here, whatever token it came by; which hosts are ours was looked at before.
    if (origin !== undefined && origin !== own && origin !== `${request.protocol}://${request.host}`) throw forbidden()
  }
  const handle = ({ viewer, language, body, callWithin, header }: Parameters<Parameters<typeof route<typeof mcpCall>>[1]>[0]) => {
    // A session is a person at a page, who may do more than any program.
    if (!viewer.token) throw unauthorized()
    return answerMessage(log, { call: callWithin, viewer, language }, body, header)
  }
  route(mcpCall, handle, { at: mcpPath, before })

  // Nothing is streamed, and there is no session to end.
  http.route({
    method: ['GET', 'DELETE', 'PUT', 'PATCH'],
    url: mcpPath,
    handler: async (_request, reply) => {
      reply.header('allow', 'POST')
      throw new AppError('invalid', texts.invalidInput, { status: 405 })
    },
  })
}
