import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app shows, or will show some steps of 30 seconds later: each step's code works once. */
export const totp = (secret: string, steps = 0): string =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })
