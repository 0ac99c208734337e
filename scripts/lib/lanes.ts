/** Does `work` for every item, so many at a time, each as soon as there is room. Answers in the order of the items. */
export async function inLanes<Item, Result>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const lane = async () => {
    for (const [i, item] of waiting) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: count }, lane))
  return results
}
