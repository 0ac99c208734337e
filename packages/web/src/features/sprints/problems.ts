import { t } from '../../i18n/index.ts'
import { CallError } from '../../lib/call/call.ts'

/** Why something failed, for the texts that end with the reason. */
export function detailOf(reason: unknown): string {
  if (reason instanceof CallError && reason.id === 'network') return t('errors.networkService')
  return reason instanceof Error ? reason.message : ''
}

/** What a sprint call wraps in `data`. @throws Error with a text of its own when a reply came without, as from a proxy in between. */
export function dataOf<Data>(reply: { data?: Data } | undefined, missing: string): Data {
  if (reply?.data === undefined || reply.data === null) throw new Error(missing)
  return reply.data
}
