/** Accounts made through the API, for journeys that are not about registering. */
export type Account = { name: string; email: string; password: string; token: string; user: Record<string, unknown> }

let made = 0

/** Registers an account. E-mails are unique in a worker, whose server has its own data. @throws when the server refuses. */
export async function createAccount(origin: string, name: string, role: 'collaborator' | 'manager' = 'collaborator'): Promise<Account> {
  const email = `${name.toLowerCase().replaceAll(/[^a-z]/g, '')}.${process.pid}.${++made}@aroeira.com.br`
  const password = 'umasenha123'
  const reply = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email, password, role }),
  })
  if (!reply.ok) throw new Error(`register answered ${reply.status}: ${await reply.text()}`)
  const { token, user } = await reply.json()
  return { name, email, password, token, user }
}
