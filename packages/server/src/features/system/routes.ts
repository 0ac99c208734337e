import { timingSafeEqual } from 'node:crypto'
import { systemApi } from '@rodada/contract/system'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { createMetrics, isLoopback } from './metrics.ts'
import { openApi, openApiPage } from './openapi.ts'

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/** Health, the description of the API, and metrics. The latter three are not JSON entities, so they are plain routes. */
export function systemRoutes(route: Route, http: FastifyInstance, deps: Deps): void {
  // Answered only while the process is ready; before and after, the edge says 503.
  route(systemApi.health, async () => ({ status: 'ok' as const }))
  route(systemApi.info, async () => ({ mail: { enabled: deps.outbox.enabled } }))

  const description = openApi()
  const page = openApiPage()
  http.get('/api/openapi.json', async () => description)
  http.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page))

  const metrics = createMetrics(deps)
  http.get('/api/metrics', async (request, reply) => {
    // Behind a proxy every request comes from this machine, so whatever a proxy leaves behind closes this door.
    const forwarded = proxyHeaders.some((name) => request.headers[name] !== undefined)
    if (!hasToken(request.headers.authorization, deps.config.metricsToken) && (forwarded || !isLoopback(request.ip))) throw notFound()
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}

function hasToken(header: string | undefined, token: string | undefined): boolean {
  if (!token || !header) return false
  return timingSafeEqual(Buffer.from(hashSecret(header)), Buffer.from(hashSecret(`Bearer ${token}`)))
}
