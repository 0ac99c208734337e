import { z } from 'zod'
import { texts } from '../texts/texts.ts'

/** Stable ids of the errors a reply may carry, each with the HTTP status it answers with. */
export const errorStatus = {
  invalid: 400,
  /** Of an address: it leads to another GitHub than the one that this installation knows. */
  other_host: 400,
  unauthorized: 401,
  wrong_credentials: 401,
  forbidden: 403,
  /** The password was right, and a second factor is missing. */
  two_factor: 403,
  not_found: 404,
  conflict: 409,
  email_taken: 409,
  too_large: 413,
  /** The request names a host that is not this installation's. */
  misdirected: 421,
  too_many: 429,
  unexpected: 500,
  unavailable: 503,
  /** Nothing of the change was kept: the server's disk is full. */
  storage_full: 507,
} as const

export type ErrorId = keyof typeof errorStatus

/** The body of every reply that is not 2xx. `message` is meant to be shown, `fields` maps a field to its text. */
export const ErrorReply = z.object({
  message: z.string(),
  error: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** With a 409 of a late change: the entity as it is now. */
  current: z.unknown().optional(),
  /** With `two_factor`: the token with which POST /auth/login/two-factor completes the login. */
  two_factor: z.string().optional(),
})
export type ErrorReply = z.infer<typeof ErrorReply>

/**
 * The text of each problem field, first problem of a field wins. Messages that the schemas do not set
 * themselves (wrong type, missing) become the general text, so that no English reaches a person.
 */
export function fieldTexts(error: z.ZodError): Record<string, string> {
  const known = new Set<string>(Object.values(texts))
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.') || 'body'
    if (Object.hasOwn(fields, field)) continue
    fields[field] = known.has(issue.message) ? issue.message : texts.invalidInput
  }
  return fields
}
