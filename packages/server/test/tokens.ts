import { tokensApi } from '@rodada/contract/auth/tokens'
import type { Account } from './accounts.ts'
import { ok } from './boards.ts'
import type { TestServer } from './harness.ts'

export type Given = { scope?: 'read' | 'write'; board_ids?: number[]; name?: string; expires_in_days?: number }

/** A personal token of an account, made through the edge. */
export const makeToken = async (
  server: Pick<TestServer, 'call'>,
  { token }: Pick<Account, 'token'>,
  { scope = 'write', name = 'Assistente', ...given }: Given = {},
): Promise<{ id: number; token: string }> => ok(await server.call(tokensApi.create, { token, body: { name, scope, ...given } }))
