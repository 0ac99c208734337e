/**
 * Does some work a few at a time, so that one that is slow holds up nobody but those who share its place. One that fails ends nothing
 * of the others; the first failure is thrown once all is done.
 * @param next takes the next piece of work; undefined when none is left
 */
export async function sideBySide<Item>(
  atOnce: number,
  next: () => Promise<Item | undefined>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  const lane = async () => {
    for (let item = await next(); item !== undefined; item = await next()) {
      await work(item).catch((error: unknown) => failures.push(error))
    }
  }
  for (const ended of await Promise.allSettled(Array.from({ length: atOnce }, lane))) {
    if (ended.status === 'rejected') failures.push(ended.reason)
  }
  if (failures.length > 0) throw failures[0]
}
