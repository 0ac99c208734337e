import type { Endpoint, Reply } from '@rodada/contract/core/endpoint'
import { read } from '../device/storage.ts'
import { call } from './call.ts'

/** An answer that waited longer for its screen is not worth having. In milliseconds. */
const freshFor = 5_000

type Params = Record<string, number>
type Early<Answer> = { askedAt: number; answer: Promise<Answer> }
const early = new Map<string, Early<unknown> & { token: string | null }>()

const keyOf = (url: string, params: Params): string => `${url} ${JSON.stringify(params)}`

/**
 * Asks while the code of a screen is still on its way. Endpoints go by their addresses alone: this part is in the first load of
 * every page, and the contract is not.
 */
export function askEarly(urls: readonly string[], params: Params): void {
  early.clear()
  if (!Object.values(params).every((id) => Number.isInteger(id) && id > 0)) return
  for (const url of urls) {
    const answer: Promise<unknown> = call({ method: 'GET', url, access: 'session' } as Endpoint, { params } as never)
    // The screen that takes the answer hears of a refusal; one that nobody takes is no error.
    answer.catch(() => undefined)
    early.set(keyOf(url, params), { token: read('authToken'), askedAt: Date.now(), answer })
  }
}

/** The answer under way, once, and only for whom and what it was asked a moment ago. */
export function takeEarly<E extends Endpoint>({ url }: E, params: Params, now = Date.now()): Early<Reply<E>> | null {
  const key = keyOf(url, params)
  const taken = early.get(key)
  early.delete(key)
  if (!taken || taken.token !== read('authToken') || now - taken.askedAt >= freshFor) return null
  // Asked by the address of this endpoint.
  return taken as Early<Reply<E>>
}

/** The answer under way, or a new one. */
export const getEarly = <E extends Endpoint>(endpoint: E, params: Params, signal: AbortSignal): Promise<Reply<E>> =>
  // The parameters are those of the endpoint's address, which the type of a call spells out.
  takeEarly(endpoint, params)?.answer ?? call(endpoint, { params, signal } as never)
