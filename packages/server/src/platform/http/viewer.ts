import type { Role } from '@rodada/contract/auth/people'
import type { Language } from '@rodada/contract/core/languages'

/** The signed-in person, from the session and never from the request's body. */
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
  /** The network that the call comes from, as the limits count it. */
  address: string
}

/**
 * Finds out who holds a token; undefined when it is unknown, expired or its account is deactivated. A request that a page makes by itself
 * does not keep the session alive.
 */
export type Authenticate = (token: string | undefined, how: { unattended: boolean; address: string }) => Promise<Viewer | undefined>
