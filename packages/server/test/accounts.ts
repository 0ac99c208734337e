import { authApi } from '@rodada/contract/auth/auth'
import type { User } from '@rodada/contract/auth/people'
import type { TestServer } from './harness.ts'

export type Account = { token: string; user: User; email: string; password: string }

let serial = 0

/** An e-mail that no other account of this run has. */
export const freshEmail = (): string => `pessoa-${++serial}@exemplo.com.br`

/** A new account made through the edge; the first one of a server is its admin. */
export async function register(server: Pick<TestServer, 'call'>, more: Record<string, unknown> = {}): Promise<Account> {
  const email = freshEmail()
  const password = `senha secreta ${serial}`
  const { status, body } = await server.call(authApi.register, { body: { name: 'Ana', email, password, ...more } })
  if (status !== 200) throw new Error(`${status} ${body.message}`)
  return { token: body.token, user: body.user, email, password }
}

/** A further session of an account. */
export async function login(server: Pick<TestServer, 'call'>, { email, password }: Pick<Account, 'email' | 'password'>): Promise<string> {
  const { status, body } = await server.call(authApi.login, { body: { email, password } })
  if (status !== 200) throw new Error(`${status} ${body.message}`)
  return body.token
}

/** As after the email that asks whether the address is its owner's. */
export async function confirmAddress({ app }: Pick<TestServer, 'app'>, { user }: Account): Promise<void> {
  const email_verified_at = new Date().toISOString()
  await app.deps.db.updateTable('users').set({ email_verified_at }).where('id', '=', user.id).execute()
}

/** The status with which the edge answers this token. */
export const profileStatus = async (server: TestServer, token: string): Promise<number> =>
  (await server.call(authApi.profile, { token })).status
