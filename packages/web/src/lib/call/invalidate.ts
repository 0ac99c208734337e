import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Asks queries again at each news of what they show. What comes while they are being asked is one further time of asking.
 * @returns what to call with the news, and at the end
 */
export function invalidateOn(client: QueryClient, keys: readonly QueryKey[]): { onNews: () => void; stop: () => void } {
  let stopped = false
  let asking = false
  let again = false
  const onNews = () => {
    again = true
    if (asking || stopped) return
    asking = true
    again = false
    void invalidateNow(client, keys)
      .catch(() => {
        // The screen shows what its questions came to.
      })
      .finally(() => {
        asking = false
        if (again) onNews()
      })
  }
  return {
    onNews,
    stop: () => {
      stopped = true
    },
  }
}

async function invalidateNow(client: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  const isFirst = ({ state }: { state: { data: unknown } }) => state.data === undefined
  const first = keys.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching', predicate: isFirst }))
  // A first answer that is on its way may have been read before what changed, and another query only joins it.
  await Promise.allSettled(first.map(({ promise }) => promise))
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
