import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashSecret } from '../../../platform/secrets/secrets.ts'

const period = 30
const codesOfPerson = 10
/** RFC 4648, the alphabet of apps and recovery codes. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

const totp = (secret: string, label = '') =>
  new TOTP({ issuer: 'Rodada', label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })

/** A new secret of 160 bits, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The content of the QR code. */
export const otpauthUrl = (secret: string, email: string): string => totp(secret, email).toString()

/** The time step of a code, one before or after now at most; undefined when it is wrong. */
export function stepOf(secret: string, code: string, now = Date.now()): number | undefined {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return undefined
  const delta = totp(secret).validate({ token: digits, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / 1000 / period) + delta
}

/** Recovery codes of 80 random bits, 'abcd-efgh-…': too many to guess, so a fast hash is enough. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: codesOfPerson }, () =>
    Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length])
      .join('')
      .replace(/(.{4})(?!$)/g, '$1-'),
  )

/** The hash of a recovery code, however it was typed; undefined when it cannot be one. */
export function recoveryHash(userId: number, code: string): string | undefined {
  const plain = code.toLowerCase().replace(/[\s-]/g, '')
  return /^[a-z2-7]{16}$/.test(plain) ? hashSecret(`${userId} ${plain}`) : undefined
}
