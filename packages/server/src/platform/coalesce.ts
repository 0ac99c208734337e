type Coalesced<Key, News> = {
  ms: number
  /** What happens to the first news at once. Without it the first waits with the others. */
  first?: (key: Key, news: News) => void
  /** What happens to all that came within `ms`, in the order in which it came. */
  gathered: (key: Key, news: readonly News[]) => Promise<void> | void
  /** Hears what `gathered` threw. */
  failed: (error: unknown) => void
}

/**
 * Hands on together what comes within some milliseconds for one key, so that many changes are told once. The next time begins only when the
 * work of this one has ended, so that nothing overtakes what came before it.
 */
export function coalesce<Key, News>({ ms, first, gathered, failed }: Coalesced<Key, News>): (key: Key, news: News) => void {
  const waiting = new Map<Key, News[]>()

  const rest = (key: Key): void => {
    setTimeout(async () => {
      const news = waiting.get(key) ?? []
      if (news.length === 0) return void waiting.delete(key)
      waiting.set(key, [])
      try {
        await gathered(key, news)
      } catch (error) {
        failed(error)
      }
      rest(key)
    }, ms).unref()
  }

  return (key, news) => {
    const others = waiting.get(key)
    if (others) return void others.push(news)
    waiting.set(key, first ? [] : [news])
    first?.(key, news)
    rest(key)
  }
}
