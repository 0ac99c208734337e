import { authApi } from '@rodada/contract/auth/auth'
import type { User } from '@rodada/contract/auth/people'
import type { Language } from '@rodada/contract/core/languages'

/** An account made through the API, and how to sign in with it. */
export type Account = { name: string; email: string; password: string; token: string; user: User }

let made = 0

/** Registers an account with a password for demonstrations, in Portuguese unless `language` says otherwise. Without `email` one is made up. @throws when the server refuses. */
export async function createAccount(
  origin: string,
  {
    name,
    role = 'collaborator',
    email,
    language = 'pt-BR',
  }: { name: string; role?: 'collaborator' | 'manager' | undefined; email?: string; language?: Language | undefined },
): Promise<Account> {
  const address = email ?? `${name.toLowerCase().replaceAll(/[^a-z]/g, '')}.${process.pid}.${++made}@aroeira.com.br`
  const password = 'umasenha123'
  const reply = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify({ name, email: address, password, role }),
  })
  if (!reply.ok) throw new Error(`register answered ${reply.status}: ${await reply.text()}`)
  const { token, user } = authApi.register.reply.parse(await reply.json())
  return { name, email: address, password, token, user }
}
