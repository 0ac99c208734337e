import type { Confidence } from '@rodada/contract/rooms/tasks'
import { isKeyFree } from '../../../lib/device/card-keys.ts'

const keys: Record<Confidence, string> = { sure: 's', unsure: 'd' }

/** The key that says how sure one is of one's vote; none where a card of the deck begins with it. */
export function confidenceKey(confidence: Confidence, deck: readonly string[]): string | undefined {
  const key = keys[confidence]
  return isKeyFree(key, deck) ? key : undefined
}

/** What a key says of one's vote. Cards are asked first. */
export const confidenceOf = (key: string): Confidence | undefined =>
  (Object.keys(keys) as Confidence[]).find((confidence) => keys[confidence] === key.toLowerCase())
