import { percentile } from '../numbers.ts'
import { type BoardTarget, send } from './boards.ts'

export type SignIns = { target: BoardTarget; accounts: { email: string; password: string }[]; clients: number; seconds: number }

/** Sign-ins a second of so many clients, each beginning the next when the last one was answered. */
export async function signIn({ target, accounts, clients, seconds }: SignIns): Promise<{ perSecond: number; p50: number }> {
  const started = performance.now()
  const until = started + seconds * 1000
  const taken: number[] = []
  const client = async (index: number) => {
    const { email, password } = accounts[index % accounts.length] ?? { email: '', password: '' }
    while (performance.now() < until) {
      const began = performance.now()
      await send(target, 'POST', '/auth/login', { email, password }, 'identity')
      taken.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
  return { perSecond: (taken.length * 1000) / (performance.now() - started), p50: percentile(Float64Array.from(taken).sort(), 0.5) }
}
