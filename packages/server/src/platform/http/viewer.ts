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

/** The person whose session an address was signed for, path and query; undefined when the signature is not ours or it is over. */
export type OpenAddress = (address: string, from: string) => Promise<Viewer | undefined>

/** Addresses that a browser opens by itself, as in `<img src>`, where it sends no session. */
export type SignedAddresses = {
  /** A path on this origin with a signature that is for this session alone. */
  sign: (path: string, sessionId: number) => Promise<{ url: string; expires_at: string }>
  open: OpenAddress
}
