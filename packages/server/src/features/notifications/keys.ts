import { createHmac, timingSafeEqual } from 'node:crypto'
import { type MailKind, mailKinds } from '@rodada/contract/notifications/settings'
import type { Deps } from '../../platform/deps.ts'
import { newSecret } from '../../platform/secrets/secrets.ts'
import { createKeyring } from '../auth/signing/keyring-queries.ts'

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
  const key = createKeyring({ db, config })
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
