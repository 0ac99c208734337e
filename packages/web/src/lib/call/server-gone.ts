import { t } from '../../i18n/index.ts'
import { CallError } from './call.ts'

/** What a proxy answers that does not reach the server behind it. A 503 may be the server's own, and it serves files then. */
const proxyAlone = new Set([502, 504])
const patienceMs = 5_000

/** Whether no answer comes from the server, or none in time; one that says no is an answer. */
export const isServerGone = (): Promise<boolean> =>
  fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) }).then(
    ({ status }) => proxyAlone.has(status),
    () => true,
  )

/**
 * Fetches a part of the program. @throws CallError with the network's text when the server is not there. Any other failure is thrown
 * as it came: files that a newer version has replaced are, for instance, had by a reload, which the router then does.
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (reason) {
    if (await isServerGone()) throw new CallError(t('errors.network'), { id: 'network' })
    throw reason
  }
}
