import { type ErrorId, type ErrorReply, errorStatus } from '@rodada/contract/errors'
import { texts } from '@rodada/contract/texts'

/** The one error that reaches people: a stable id, its status and a text to show. Everything else becomes 'unexpected'. */
export class AppError extends Error {
  readonly id: ErrorId
  readonly status: number
  readonly fields: Record<string, string> | undefined
  /** Seconds, for 429. */
  readonly retryAfter: number | undefined
  /** With a 409 of a late change: the entity as it is now. */
  readonly current: unknown

  /** With 403 of a missing second factor: what completes the login. */
  readonly twoFactor: string | undefined

  constructor(
    id: ErrorId,
    message: string,
    details: { fields?: Record<string, string>; retryAfter?: number; current?: unknown; twoFactor?: string } = {},
  ) {
    super(message)
    this.id = id
    this.status = errorStatus[id]
    this.fields = details.fields
    this.retryAfter = details.retryAfter
    this.current = details.current
    this.twoFactor = details.twoFactor
  }

  /** The reply's body. */
  toReply(): ErrorReply {
    return {
      message: this.message,
      error: this.id,
      ...(this.fields && { fields: this.fields }),
      ...(this.current !== undefined && { current: this.current }),
      ...(this.twoFactor !== undefined && { two_factor: this.twoFactor }),
    }
  }
}

export const notFound = (): AppError => new AppError('not_found', texts.notFound)
export const unauthorized = (): AppError => new AppError('unauthorized', texts.unauthorized)
export const forbidden = (message: string = texts.forbidden): AppError => new AppError('forbidden', message)
export const invalid = (fields: Record<string, string>): AppError =>
  new AppError('invalid', Object.values(fields)[0] ?? texts.invalidInput, { fields })

/** 409: the change was made on an older version. `current` is the entity as it is now, as the viewer may see it. */
export const late = (current: unknown): AppError => new AppError('conflict', texts.conflict, { current })
/** 409 with what is in the way. */
export const conflict = (message: string): AppError => new AppError('conflict', message)

/** @throws AppError 403 unless `permitted`. */
export function allow(permitted: boolean, message?: string): void {
  if (!permitted) throw forbidden(message)
}
