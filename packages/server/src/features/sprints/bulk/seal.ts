import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../../platform/deps.ts'
import { newSecret } from '../../../platform/secrets/secrets.ts'
import { createKeyring } from '../../auth/signing/keyring-queries.ts'
import type { CardUpdate } from '../../cards/queries.ts'

/** How long an act can be undone. */
const undoneWithinMs = 60 * 60_000

/** What many cards were before an act, and became by it. */
export type BulkUndo = {
  /** The label that the act put on these cards. */
  label?: number
  cards: { id: number; was: CardUpdate; is: CardUpdate }[]
}

/** Gives an act's past to its caller and reads it again. Signed, because what comes back is written as it is; it holds ids and places only. */
export type UndoSeal = { seal: (undo: BulkUndo) => string; open: (sealed: string) => BulkUndo | undefined }

/** Loads the key. Await it before a transaction begins. */
export function createUndoSeal({ db, config }: Pick<Deps, 'db' | 'config'>): () => Promise<UndoSeal> {
  const keyring = createKeyring({ db, config })
  return async () => {
    const key = await keyring('bulk-undo', newSecret)
    const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url')
    return {
      seal: (undo) => {
        const text = Buffer.from(JSON.stringify({ ...undo, until: Date.now() + undoneWithinMs })).toString('base64url')
        return `${text}.${sign(text)}`
      },
      open: (sealed) => {
        const [text = '', signature = ''] = sealed.split('.')
        const [given, right] = [Buffer.from(signature), Buffer.from(sign(text))]
        if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
        const { until, ...undo } = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as BulkUndo & { until: number }
        return until > Date.now() ? undo : undefined
      },
    }
  }
}
