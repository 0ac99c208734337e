import { type ErrorId, type ErrorReply, errorStatus } from '@rodada/contract/core/errors'
import type { Language } from '@rodada/contract/core/languages'
import { texts } from '@rodada/contract/texts/texts'
import { translate } from '@rodada/contract/texts/translate'

/** Why the program does not start. Only the message is shown. */
export class StartRefusal extends Error {}

/** The one error that reaches people: a stable id, its status and a text to show. Everything else becomes 'unexpected'. */
export class AppError extends Error {
  readonly id: ErrorId
  /** That of the id, unless the case has an HTTP status of its own. */
  readonly status: number
  readonly fields: Record<string, string> | undefined
  /** Seconds, for 429. */
  readonly retryAfter: number | undefined
  /** With a 409 of an outdated change: the entity as it is now. */
  readonly current: unknown
  /** With a 403 that asks for the second factor: what completes the login. */
  readonly twoFactor: string | undefined
  /** With a refused join of a room that has a password: how many wrong ones are left, null when none was given. */
  readonly roomPassword: { triesLeft: number | null } | undefined

  constructor(
    id: ErrorId,
    message: string,
    details: {
      status?: number
      fields?: Record<string, string>
      retryAfter?: number
      current?: unknown
      twoFactor?: string
      roomPassword?: { triesLeft: number | null }
    } = {},
  ) {
    super(message)
    this.id = id
    this.status = details.status ?? errorStatus[id]
    this.fields = details.fields
    this.retryAfter = details.retryAfter
    this.current = details.current
    this.twoFactor = details.twoFactor
    this.roomPassword = details.roomPassword
  }

  /** The body of the reply. Texts are translated here, into the language of the reader. */
  toReply(language: Language): ErrorReply {
    const inLanguage = ([field, text]: [string, string]) => [field, translate(text, language)]
    return {
      message: translate(this.message, language),
      error: this.id,
      ...(this.fields && { fields: Object.fromEntries(Object.entries(this.fields).map(inLanguage)) }),
      ...(this.current !== undefined && { current: this.current }),
      ...(this.twoFactor !== undefined && { two_factor: this.twoFactor }),
    }
  }
}

/** The person does not exist. Only for callers who may know which accounts exist. */
export const userNotFound = (): AppError => new AppError('not_found', texts.userNotFound)

export const notFound = (): AppError => new AppError('not_found', texts.notFound)
export const unauthorized = (): AppError => new AppError('unauthorized', texts.unauthorized)
export const forbidden = (message: string = texts.forbidden): AppError => new AppError('forbidden', message)
export const invalid = (fields: Record<string, string>): AppError =>
  new AppError('invalid', Object.values(fields)[0] ?? texts.invalidInput, { fields })

/** 409: the change was made on an older version. `current` is the entity as it is now, as the viewer may see it. */
export const stale = (current: unknown): AppError => new AppError('conflict', texts.conflict, { current })
/** 409 with what is in the way. */
export const conflict = (message: string): AppError => new AppError('conflict', message)

/** Where several addresses were tried, the reason is in the parts of the error. */
export const messageOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(messageOf).join('; ') : error instanceof Error ? error.message : String(error)

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE, which means the same for the index of the log. */
const sqliteFull = new Set<unknown>([13, 4874])
/** disk_full of PostgreSQL, and what the operating system says. */
const otherFull = new Set<unknown>(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether a write failed because the disk or the quota is full. */
export function isStorageFull(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string }
  return sqliteFull.has(errcode) || otherFull.has(code)
}

/** @throws AppError 403 unless `permitted`. */
export function allow(permitted: boolean, message?: string): void {
  if (!permitted) throw forbidden(message)
}
