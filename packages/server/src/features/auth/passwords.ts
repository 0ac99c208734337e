import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. Stored with each hash, so it may grow later. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const tagLength = 32

/** Hashes a new password with argon2id, in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...cost })
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(tag)}`
}

/**
 * Whether the password made this hash. Without a hash (unknown e-mail) it works as long and answers false, so that the
 * time of a reply does not tell which e-mails have an account.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const parsed = parseHash(hash ?? (await nobodysHash))
  const tag = await derive('argon2id', { message: password.normalize('NFKC'), ...parsed.settings, tagLength: parsed.tag.length })
  return timingSafeEqual(tag, parsed.tag) && hash !== undefined
}

const nobodysHash = hashPassword(randomBytes(16).toString('hex'))

function parseHash(hash: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash)
  const [, memory, passes, parallelism, nonce, tag] = match ?? []
  if (!memory || !passes || !parallelism || !nonce || !tag) throw new Error('stored password hash is not argon2id')
  return {
    settings: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), nonce: Buffer.from(nonce, 'base64') },
    tag: Buffer.from(tag, 'base64'),
  }
}
