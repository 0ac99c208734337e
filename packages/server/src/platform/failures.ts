import { texts } from '@rodada/contract/texts/texts'
import { isDatabaseAway, isDeadlock } from './database.ts'
import { AppError, isStorageFull } from './http/errors.ts'

/** The refusal for a failure that passes by itself, such as a database that is away; undefined for any other error. */
export function passingFailure(error: unknown): AppError | undefined {
  if (isDatabaseAway(error)) return new AppError('unavailable', texts.starting, { retryAfter: 2 })
  if (isStorageFull(error)) return new AppError('storage_full', texts.storageFull)
  if (isDeadlock(error)) return new AppError('unavailable', texts.busy, { retryAfter: 1 })
  return undefined
}
