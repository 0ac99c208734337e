import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { Config } from '../config.ts'
import { createWorkQueue } from '../limits/work-queue.ts'
import { newSecret } from './secrets.ts'

const argon2Async = promisify(argon2)

/**
 * Hashes under way at one time. Each occupies a core and one of the four threads of Node's pool, which files, compression and SQLite's
 * flushes need, too. This leaves the rest of the program a core and a thread when everybody signs in at once.
 */
const atOnce = Math.min(3, Math.max(1, availableParallelism() - 1))
/** A hash takes some 25 ms, so the last of a whole line waits a few seconds. */
const line = { atOnce, ofLine: 100, ofAll: 300 }
const tagLength = 32

/** The line of a signed-in person: their own, so that others in their network do not delay them. */
export const turnOf = ({ userId }: { userId: number }): string => `account ${userId}`

const nobodys = '!'
/** What an account without a password has in place of its hash: no password makes it, and it is that of no other account. */
export const noPassword = (): string => nobodys + newSecret()
export const hasPassword = ({ password_hash }: { password_hash: string }): boolean => !password_hash.startsWith(nobodys)

/** Passwords of this process. Both wait for the turn of `whose`. */
export type Passwords = {
  /** Hashes a new password with argon2id, in the PHC string format. @throws AppError 503 */
  hash: (password: string, whose: string) => Promise<string>
  /**
   * Whether the password made this hash. Without a hash (unknown e-mail) it works as long and answers false, so that the time of a reply
   * does not tell which e-mails have an account.
   * @throws AppError 503
   */
  verify: (password: string, hash: string | undefined, whose: string) => Promise<boolean>
}

/** @param cost stored with each hash, so that it can change later */
export function createPasswords(cost: Config['passwordCost']): Passwords {
  const inTurn = createWorkQueue(line)
  const derive = (whose: string, settings: Argon2Parameters): Promise<Buffer> => inTurn(whose, () => argon2Async('argon2id', settings))
  /** Takes as long as a real hash and matches no password. */
  const nobodysHash = () => ({ settings: { ...cost, nonce: randomBytes(16) }, tag: randomBytes(tagLength) })
  return {
    hash: async (password, whose) => {
      const nonce = randomBytes(16)
      const tag = await derive(whose, { message: password.normalize('NFKC'), nonce, tagLength, ...cost })
      const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
      return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(tag)}`
    },
    verify: async (password, stored, whose) => {
      const hash = stored !== undefined && hasPassword({ password_hash: stored }) ? stored : undefined
      const parsed = hash === undefined ? nobodysHash() : parseHash(hash)
      const tag = await derive(whose, { message: password.normalize('NFKC'), ...parsed.settings, tagLength: parsed.tag.length })
      return timingSafeEqual(tag, parsed.tag) && hash !== undefined
    },
  }
}

function parseHash(hash: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash)
  const [, memory, passes, parallelism, nonce, tag] = match ?? []
  if (!memory || !passes || !parallelism || !nonce || !tag) throw new Error('stored password hash is not argon2id')
  return {
    settings: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), nonce: Buffer.from(nonce, 'base64') },
    tag: Buffer.from(tag, 'base64'),
  }
}
