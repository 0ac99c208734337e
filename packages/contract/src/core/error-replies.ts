import type { Endpoint } from './endpoint.ts'
import { type ErrorId, errorStatus } from './errors.ts'
import { tokenReach } from './token-reach.ts'

/** Any call may meet these: a foreign host, too many calls, a fault of ours, a server that starts or stops. */
const ofAll = ['misdirected', 'too_many', 'unexpected', 'unavailable'] as const

/** The statuses, beside 200, with which a call may answer, in their order. */
export function errorsOf(endpoint: Endpoint): number[] {
  const { method, access, params, query, body, upload } = endpoint
  const asks = access !== 'open'
  const writes = method !== 'GET'
  const ids: ErrorId[] = [
    ...ofAll,
    ...(params || query || body || upload ? (['invalid'] as const) : []),
    // Open calls with a body let somebody in: by a password, a link, an invitation.
    ...(asks || body ? (['unauthorized', 'forbidden'] as const) : []),
    // Also of an open call, to a token that does not reach so far.
    ...(tokenReach(endpoint) !== 'board' || writes ? (['forbidden'] as const) : []),
    ...(params || query || body ? (['not_found'] as const) : []),
    ...(writes ? (['conflict', 'too_large', 'storage_full'] as const) : []),
  ]
  const statuses = ids.map((id) => errorStatus[id])
  return [...new Set(writes ? [...statuses, encodedBody] : statuses)].sort((a, b) => a - b)
}

/** A body that is compressed is refused, whatever it is. */
const encodedBody = 415
