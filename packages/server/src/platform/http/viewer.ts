import type { Role } from '@rodada/contract/auth/people'
import type { Language } from '@rodada/contract/core/languages'
import type { TokenRights } from '@rodada/contract/core/token-reach'
import { texts } from '@rodada/contract/texts/texts'
import { forbidden } from './errors.ts'

/** What a program was given to act with in its owner's name. */
export type Token = TokenRights & { id: number; name: string }

/** The signed-in person, from the session or the token and never from the request's body. */
export type Viewer = {
  userId: number
  /** A token has the rights of a member, also that of somebody who administers the installation. */
  role: Role
  /** Null for a program. */
  sessionId: number | null
  /** When the provider of the company last said, in this session, that the person themselves is there; ISO 8601. */
  provenAt: string | null
  /** With which a program acts for the person; null in a session. */
  token: Token | null
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

/** The person whose session or token an address was signed for, path and query; undefined when the signature is not ours or it is over. */
export type OpenAddress = (address: string, from: string) => Promise<Viewer | undefined>

/** The session of a call that no token makes. @throws AppError 403 for a program */
export function sessionOf({ sessionId }: Pick<Viewer, 'sessionId'>): number {
  if (sessionId === null) throw forbidden(texts.tokenRefused)
  return sessionId
}

/** Addresses that a browser opens by itself, as in `<img src>`, where it sends no session. */
export type SignedAddresses = {
  /** A path on this origin with a signature that is for this session, or this token, alone. */
  sign: (path: string, viewer: Pick<Viewer, 'sessionId' | 'token'>) => Promise<{ url: string; expires_at: string }>
  open: OpenAddress
}
