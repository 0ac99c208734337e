import type { Language } from '@rodada/contract/languages'
import type { Role } from '@rodada/contract/people'

/** Who is asking, as the session proved it. Nothing in it comes from the request's body. */
export type Viewer = {
  userId: number
  role: Role
  sessionId: number
  /** Idle minutes after which the session ends. */
  sessionTimeout: number
  name: string
  avatar: string | null
  /** Where their days begin and end. */
  timeZone: string
  language: Language
}

/**
 * Finds out who holds a token; undefined when it is unknown, expired or its account is deactivated. What a page does by itself, with
 * nobody at it, is no use of the session: it ends as if nothing had been asked.
 */
export type Authenticate = (token: string | undefined, how?: { unattended: boolean }) => Promise<Viewer | undefined>
