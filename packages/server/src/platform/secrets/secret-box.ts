import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts what the database keeps and must be read again, so that a copy of the database alone does not reveal it. */
export type SecretBox = {
  /** @param about what it belongs to; it can only be opened with the same value */
  seal: (text: string, about: string) => string
  /** @throws when it was sealed with another SECRET or another `about` */
  open: (sealed: string, about: string) => string
}

const prefix = 'v1:'
/** What is sealed with a SECRET, as a pattern of SQL. */
export const sealedLike = `${prefix}%`

/** Without a SECRET the value is only marked as unsealed, and a SECRET that is set later still opens it. */
export function createSecretBox(secret: string | undefined): SecretBox {
  const key = secret === undefined ? undefined : Buffer.from(hkdfSync('sha256', secret, '', 'rodada secret box', 32))
  return {
    seal: (text, about) => {
      if (!key) return `plain:${text}`
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return prefix + sealed.toString('base64url')
    },
    open: (sealed, about) => {
      if (sealed.startsWith('plain:')) return sealed.slice('plain:'.length)
      if (!key || !sealed.startsWith(prefix)) throw new Error('sealed with a SECRET that is not set')
      const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    },
  }
}
