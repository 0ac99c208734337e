import { texts } from '@rodada/contract/texts'
import { isDatabaseAway } from './database.ts'
import { AppError, isStorageFull } from './errors.ts'

/** What people are told of a failure that is nobody's mistake and passes by itself; undefined of any other. */
export function passingFailure(error: unknown): AppError | undefined {
  if (isDatabaseAway(error)) return new AppError('unavailable', texts.starting, { retryAfter: 2 })
  if (isStorageFull(error)) return new AppError('storage_full', texts.storageFull)
  return undefined
}
