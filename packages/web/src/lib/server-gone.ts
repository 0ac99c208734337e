import { t } from '../i18n/index.ts'
import { CallError } from './call.ts'

/** Whether no answer at all comes from the server; one that says no is an answer. */
export const isServerGone = (): Promise<boolean> =>
  fetch('/api/health', { cache: 'no-store' }).then(
    () => false,
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
