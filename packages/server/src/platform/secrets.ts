import { createHash, createHmac, randomBytes } from 'node:crypto'

/** A secret that a client keeps: 256 random bits, URL-safe, 43 characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * What is stored of such a secret. A fast hash is right here: the secret is random and long, so there is nothing to guess,
 * and whoever reads the database still cannot use it.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/**
 * What is stored of a network address: enough to know it again. There are so few addresses that a plain hash would give them away: this one
 * needs the installation's own secret, where it has one.
 */
export const hashAddress = (secret: string | undefined, address: string): string =>
  createHmac('sha256', secret ?? '')
    .update(`address ${address}`)
    .digest('base64url')
