import { timingSafeEqual } from 'node:crypto'
import { systemApi } from '@rodada/contract/instance/system'
import { texts } from '@rodada/contract/texts/texts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isDatabaseThere } from '../../platform/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { networkOf } from '../../platform/http/addresses.ts'
import { bearerToken } from '../../platform/http/admission.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import type { Route } from '../../platform/http/http.ts'
import { requirePoints } from '../../platform/limits/require-points.ts'
import { hashSecret } from '../../platform/secrets/secrets.ts'
import { getSignUp } from '../auth/sign-up/sign-up-queries.ts'
import { isLoopback, type Metrics, watchParts } from './metrics.ts'
import { openApi } from './openapi.ts'
import { openApiPage } from './openapi-page.ts'

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/** Health, the description of the API, and metrics. The latter three are not JSON entities, so they are plain routes. */
export function systemRoutes(
  route: Route,
  http: FastifyInstance,
  deps: Deps,
  { metrics, countOpenRooms }: { metrics: Metrics; countOpenRooms: () => number },
): void {
  // Only while the process is ready; before and after, the edge answers 503.
  route(systemApi.health, async () => {
    if (!(await isDatabaseThere(deps.db))) throw new AppError('unavailable', texts.starting, { retryAfter: 2 })
    return { status: 'ok' as const }
  })
  route(systemApi.live, async () => ({ status: 'ok' as const }))
  const { oidc, passwordLogin } = deps.config
  route(systemApi.info, async () => ({
    mail: { enabled: deps.outbox.enabled },
    sign_up: await getSignUp(deps.db),
    oidc: oidc ? { name: oidc.name ?? null, auto_redirect: oidc.autoRedirect, groups: oidc.groupsClaim !== undefined } : null,
    password_login: passwordLogin,
  }))

  // Nearly half a megabyte for anybody, so it is built once and requests are limited.
  const descriptions = deps.limits('description', { points: 60, seconds: 60 })
  const count = (request: FastifyRequest) => requirePoints(descriptions, networkOf(request.ip))
  let description: string | undefined
  http.get('/api/openapi.json', { onRequest: count }, async (_request, reply) => {
    description ??= JSON.stringify(openApi())
    return reply.type('application/json; charset=utf-8').send(description)
  })
  let page: string | undefined
  http.get('/api/docs', { onRequest: count }, async (_request, reply) => {
    page ??= openApiPage()
    return reply.type('text/html; charset=utf-8').send(page)
  })

  const { registry } = metrics
  watchParts(metrics, deps, countOpenRooms)
  http.get('/api/metrics', async (request, reply) => {
    // Behind a proxy every request comes from this machine, so any header of a proxy closes this door.
    const forwarded = proxyHeaders.some((name) => request.headers[name] !== undefined)
    if (!isToken(bearerToken(request), deps.config.metricsToken) && (forwarded || !isLoopback(request.ip))) throw notFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function isToken(given: string | undefined, token: string | undefined): boolean {
  if (!token || !given) return false
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(token)))
}
