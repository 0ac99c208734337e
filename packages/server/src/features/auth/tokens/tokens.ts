import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../../platform/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isStorageFull } from '../../../platform/http/errors.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'
import { programsChannel } from '../../../platform/realtime/realtime.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { languageOf } from '../view.ts'
import { findLivingTokens, findToken, type TokenRow, tokenOf, tokenUseMs, touchToken } from './token-queries.ts'
import { roleOfProgram } from './token-view.ts'

/** Who a program acts for, with a text that `isToken`; undefined when the token is unknown, revoked or expired, or the account is deactivated. */
export async function authenticateToken(db: Db, token: string, address: string): Promise<Viewer | undefined> {
  const row = await findToken(db, hashSecret(token))
  if (!row) return undefined
  await noteTokenUse(db, row)
  return viewerOfToken(row, address)
}

/** Notes the use of a token, now and then. */
export async function noteTokenUse(db: Db, { token_id, last_used_at }: Pick<TokenRow, 'token_id' | 'last_used_at'>): Promise<void> {
  if (last_used_at !== null && Date.now() - Date.parse(last_used_at) < tokenUseMs) return
  await touchToken(db, token_id).catch((error: unknown) => {
    // Reading goes on while the database takes no writes.
    if (!isStorageFull(error)) throw error
  })
}

/** The owner of a token, with the rights that a program has of theirs: never those of administering the installation. */
export function viewerOfToken(row: TokenRow, address: string): Viewer {
  return {
    userId: row.user_id,
    role: roleOfProgram(row.role),
    sessionId: null,
    provenAt: null,
    token: tokenOf(row),
    sessionTimeout: row.session_timeout,
    name: row.name,
    avatar: row.avatar_url,
    timeZone: row.timezone,
    language: languageOf(row),
    address,
  }
}

/** Name of the Socket.IO room with the sockets of a token. */
export const tokenChannel = (tokenId: number): string => `token:${tokenId}`

const end = ({ io }: Pick<Deps, 'io'>, channel: string): void => {
  io.to(channel).emit('auth_error', { message: texts.authError })
  io.in(channel).disconnectSockets(true)
}

/** Notifies and disconnects the sockets of a token that ended, on every process. */
export const endTokenSockets = (deps: Pick<Deps, 'io'>, tokenId: number): void => end(deps, tokenChannel(tokenId))

/** The same for all tokens of a person. */
export const endProgramSockets = (deps: Pick<Deps, 'io'>, userId: number): void => end(deps, programsChannel(userId))

/** Job: ends the sockets of this process whose tokens expired, or ended without this process being told. */
export async function endLateTokenSockets(deps: Pick<Deps, 'io' | 'db'>): Promise<void> {
  const open = [...deps.io.of('/').sockets.values()].flatMap((socket) => {
    const id = socket.data.viewer?.token?.id
    return id === undefined ? [] : { socket, id }
  })
  const living = await findLivingTokens(deps.db, [...new Set(open.map(({ id }) => id))])
  for (const { socket, id } of open) {
    if (living.has(id)) continue
    socket.emit('auth_error', { message: texts.authError })
    socket.disconnect(true)
  }
}
