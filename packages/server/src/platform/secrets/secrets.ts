import { createHash, createHmac, randomBytes } from 'node:crypto'

/** A secret that a client keeps: 256 random bits, URL-safe, 43 characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * The hash of such a secret, for storing. A fast hash is right here: the secret is random and long, so it cannot be guessed from the hash.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/**
 * The hash of a network address, to recognise it. There are so few addresses that a plain hash would reveal them, so it includes the
 * installation's own secret where there is one.
 */
export const hashAddress = (secret: string | undefined, address: string): string =>
  createHmac('sha256', secret ?? '')
    .update(`address ${address}`)
    .digest('base64url')
