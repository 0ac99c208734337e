import { createHmac, timingSafeEqual } from 'node:crypto'
import { type MailKind, mailKinds } from '@rodada/contract/notification-settings'
import type { Deps } from '../../platform/deps.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { newSecret } from '../../platform/secrets.ts'
import { findKey, storeKey } from './delivery-queries.ts'

export type VapidKeys = { publicKey: string; privateKey: string }
export type InstanceKeys = {
  /** With which browsers know this installation. */
  vapid: () => Promise<VapidKeys>
  /** What a link needs to end one kind of letters to one person, and nothing else. */
  unsubscribeToken: (userId: number, kind: MailKind) => Promise<string>
  /** Whose letters, and which, a token ends; undefined when it is none of ours. */
  readUnsubscribeToken: (token: string) => Promise<{ userId: number; kind: MailKind } | undefined>
}

/** The library is loaded by those who need it: the others start without it. */
async function newVapidKeys(): Promise<string> {
  const { default: webPush } = await import('web-push')
  return JSON.stringify(webPush.generateVAPIDKeys())
}

/** The keys that an installation makes for itself when it first needs them. All its processes have the same. */
export function createInstanceKeys({ db, config }: Pick<Deps, 'db' | 'config'>): InstanceKeys {
  const box = createSecretBox(config.secret)
  const known = new Map<string, Promise<string>>()

  const load = async (name: string, make: () => string | Promise<string>): Promise<string> => {
    const open = (sealed: string | undefined) => {
      try {
        return sealed === undefined ? undefined : box.open(sealed, name)
      } catch {
        // Sealed with a SECRET that is no longer set: browsers have to be asked again, and old links end nothing.
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
