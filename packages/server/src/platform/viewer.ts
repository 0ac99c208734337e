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
}

/** Finds out who holds a token; undefined when it is unknown, expired or its account is deactivated. */
export type Authenticate = (token: string | undefined) => Promise<Viewer | undefined>
