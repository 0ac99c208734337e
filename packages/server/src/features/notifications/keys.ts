import { createHmac, timingSafeEqual } from 'node:crypto'
import { type MailKind, mailKinds } from '@rodada/contract/notifications/settings'
import type { Deps } from '../../platform/deps.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import { newSecret } from '../../platform/secrets/secrets.ts'
import { findKey, storeKey } from './delivery-queries.ts'

export type VapidKeys = { publicKey: string; privateKey: string }
export type InstanceKeys = {
  /** The key pair that identifies this installation to browsers. */
  vapid: () => Promise<VapidKeys>
  /** The signature of a link that unsubscribes one person from one kind of emails, and nothing else. */
  unsubscribeToken: (userId: number, kind: MailKind) => Promise<string>
  /** The person and the kind of a token; undefined when it is not ours. */
  readUnsubscribeToken: (token: string) => Promise<{ userId: number; kind: MailKind } | undefined>
}

/** Loaded on first use, because it would slow down the start. */
async function newVapidKeys(): Promise<string> {
  const { default: webPush } = await import('web-push')
  return JSON.stringify(webPush.generateVAPIDKeys())
}

/** Keys that the installation makes when they are first needed. All its processes share them. */
export function createInstanceKeys({ db, config }: Pick<Deps, 'db' | 'config'>): InstanceKeys {
  const box = createSecretBox(config.secret)
  const known = new Map<string, Promise<string>>()

  const load = async (name: string, make: () => string | Promise<string>): Promise<string> => {
    const open = (sealed: string | undefined) => {
      try {
        return sealed === undefined ? undefined : box.open(sealed, name)
      } catch {
        // Sealed with a SECRET that is no longer set: browsers must subscribe again, and old links no longer work.
        return undefined
      }
    }
    const before = await findKey(db, name)
    const opened = open(before)
    if (opened !== undefined) return opened
    await storeKey(db, name, box.seal(await make(), name), before)
    const made = open(await findKey(db, name))
    if (made === undefined) throw new Error(`the key ${name} opens with another SECRET`)
    return made
  }
  const key = (name: string, make: () => string | Promise<string>): Promise<string> => {
    const loading = known.get(name) ?? load(name, make)
    known.set(name, loading)
    loading.catch(() => known.delete(name))
    return loading
  }
  const sign = async (userId: number, kind: MailKind): Promise<string> =>
    createHmac('sha256', await key('unsubscribe', newSecret))
      .update(`${userId}.${kind}`)
      .digest('base64url')

  return {
    vapid: async () => JSON.parse(await key('vapid', newVapidKeys)) as VapidKeys,
    unsubscribeToken: async (userId, kind) => `${userId}.${kind}.${await sign(userId, kind)}`,
    readUnsubscribeToken: async (token) => {
      const [id, name, signature = ''] = token.split('.')
      const kind = mailKinds.find((one) => one === name)
      if (!kind || !id || !/^[1-9]\d{0,9}$/.test(id)) return undefined
      const [given, right] = [Buffer.from(signature), Buffer.from(await sign(Number(id), kind))]
      return given.length === right.length && timingSafeEqual(given, right) ? { userId: Number(id), kind } : undefined
    },
  }
}
