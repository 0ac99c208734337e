import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A secret as the Standard Webhooks convention writes it: 192 random bits. */
export const newSigningSecret = (): string => `${prefix}${randomBytes(24).toString('base64')}`

/** Names a message; it stays the same at each try. */
export const newMessageId = (): string => `msg_${randomBytes(18).toString('base64url')}`

/**
 * The headers with which a receiver knows who sent a body, and when (Standard Webhooks 1.0): an HMAC-SHA256 over id, instant and body.
 * @param at when this try is made: a receiver refuses what is minutes old
 */
export function signatureHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}
