import { type FileAddress, filesApi } from '@rodada/contract/cards/files'
import { limits } from '@rodada/contract/core/limits'
import { call } from '../../../lib/call/call.ts'
import { hasSession, subscribeSession } from '../../../lib/call/session.ts'
import { createListeners } from '../../../lib/listeners.ts'

type Ask = (ids: readonly number[]) => Promise<readonly FileAddress[]>
/** `url` is null for a file that is gone, or that this person does not see. */
type Known = { url: string | null; until: number }

/**
 * Where the pictures of faces are. Cards that come on screen together are asked for together, and an address is used as long as it works: cards
 * that are scrolled past and back are in the browser's cache.
 */
export function createCoverAddresses(ask: Ask, { atOnce, now = Date.now }: { atOnce: number; now?: () => number }) {
  const { subscribe, tell } = createListeners()
  const known = new Map<number, Known>()
  const wanted = new Set<number>()
  const asked = new Set<number>()

  const learn = async (ids: readonly number[]): Promise<void> => {
    for (const id of ids) asked.add(id)
    const answer = await ask(ids).catch(() => null)
    for (const id of ids) asked.delete(id)
    const found = new Map(answer?.map((address) => [address.id, address]))
    for (const id of ids) {
      const address = found.get(id)
      // What could not be asked is asked again in a while, when the card is drawn again.
      const until = address ? Date.parse(address.expires_at) : now() + (answer ? limits.fileAddressMs : 10_000)
      known.set(id, { url: address?.preview_url ?? null, until })
    }
    tell()
  }
  const askAll = (): void => {
    const ids = [...wanted]
    wanted.clear()
    for (let at = 0; at < ids.length; at += atOnce) void learn(ids.slice(at, at + atOnce))
  }

  return {
    subscribe,
    /** The address of a picture, or null as long as none is known; then it is asked for. */
    find: (id: number): string | null => {
      const have = known.get(id)
      if (have && have.until > now()) return have.url
      if (!asked.has(id) && !wanted.has(id)) {
        if (wanted.size === 0) queueMicrotask(askAll)
        wanted.add(id)
      }
      return have?.url ?? null
    },
    /** An address that did not work. */
    forget: (id: number, url: string): void => {
      const have = known.get(id)
      if (have?.url !== url) return
      known.set(id, { url: null, until: now() + 10_000 })
      tell()
    },
    clear: (): void => known.clear(),
  }
}

export const coverAddresses = createCoverAddresses((ids) => call(filesApi.addresses, { query: { ids: ids.join(',') } }), {
  atOnce: limits.fileAddresses,
})
// They are those of one session.
subscribeSession(() => {
  if (!hasSession()) coverAddresses.clear()
})
