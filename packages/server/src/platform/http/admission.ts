import type { Endpoint } from '@rodada/contract/core/endpoint'
import type { Language } from '@rodada/contract/core/languages'
import { unattendedHeader } from '@rodada/contract/core/limits'
import { tokenMayCall } from '@rodada/contract/core/token-reach'
import { texts } from '@rodada/contract/texts/texts'
import type { FastifyRequest } from 'fastify'
import { networkOf } from './addresses.ts'
import { allow, forbidden, notFound, unauthorized } from './errors.ts'
import type { Authenticate, OpenAddress, Token, Viewer } from './viewer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the account behind the request; null when nobody was recognised. */
    accountLanguage: Language | null
    /** Who is asking, known before the body is read; undefined when nobody has been recognised. */
    viewer: Viewer | undefined
    /** Whether the whole request had arrived when its sender was recognised. */
    wasWhole: boolean
    /** When that was, on the clock of `performance`. */
    recognisedAt: number
  }
}

/** Recognises who makes a call. @throws AppError 401, 403 or 404 when they may not make it at all */
export type Admit = (request: FastifyRequest, endpoint: Endpoint) => Promise<void>

/** @param openAddress finds out whose session an address was signed for */
export function createAdmit(authenticate: Authenticate, openAddress?: OpenAddress): Admit {
  return async (request, endpoint) => {
    const how = { unattended: request.headers[unattendedHeader] === '1', address: networkOf(request.ip) }
    const token = bearerToken(request)
    const viewer = endpoint.signed && token === undefined ? await openAddress?.(request.url, how.address) : await authenticate(token, how)
    request.viewer = viewer
    request.accountLanguage = viewer?.language ?? null
    permit(viewer, endpoint, request.params)
    request.wasWhole = request.raw.complete
    request.recognisedAt = performance.now()
  }
}

/** How long a caller stays recognised without another look at their session. Milliseconds. */
const recognisedMs = 1000

/** Whether the session or a right may have ended since the sender was recognised. */
export const wasLongAgo = ({ recognisedAt }: FastifyRequest): boolean => performance.now() - recognisedAt > recognisedMs

/** @throws AppError 401, 403 or 404 when somebody may not make a call at all */
export function permit(viewer: Viewer | undefined, endpoint: Endpoint, params: unknown): void {
  if (endpoint.access !== 'open' && !viewer) throw unauthorized()
  if (viewer?.token) confine(viewer.token, endpoint, params)
  if (endpoint.access === 'admin') allow(viewer?.role === 'admin')
}

/**
 * What a token may call at all, by the declaration of the call alone, so that nothing of a new one is open by accident. The queries ask for the
 * board of whatever a call is about; where its address names the board, that is known already.
 * @throws AppError 403 or 404
 */
function confine(token: Token, endpoint: Endpoint, params: unknown): void {
  if (!tokenMayCall(token, endpoint)) throw forbidden(texts.tokenRefused)
  const { boardId } = (params ?? {}) as { boardId?: unknown }
  if (token.boardIds && boardId !== undefined && !token.boardIds.includes(Number(boardId))) throw notFound()
}

/** What a client sends as `Authorization: Bearer …`, the scheme in any case (RFC 9110). */
export function bearerToken({ headers: { authorization } }: FastifyRequest): string | undefined {
  return authorization && /^bearer /i.test(authorization) ? authorization.slice(7) : undefined
}
