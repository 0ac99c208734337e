import { createHash, randomBytes } from 'node:crypto'

/** A secret that a client keeps: 256 random bits, URL-safe, 43 characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * What is stored of such a secret. A fast hash is right here: the secret is random and long, so there is nothing to guess,
 * and whoever reads the database still cannot use it.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
