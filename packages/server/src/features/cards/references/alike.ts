/** Letters and digits in a row; shorter ones say nothing. */
const wordPattern = /[\p{L}\p{N}]{3,}/gu

const wordsOf = (text: string): Set<string> => new Set(text.match(wordPattern))

/**
 * Orders texts by how much their words are those of another text: the cosine between them, in which a word counts the more the fewer
 * texts have it. Of two that are as alike, the one that came first stays first.
 * @param texts without accents, in lower case
 */
export function byLikeness<Item>(text: string, items: readonly Item[], textOf: (item: Item) => string): Item[] {
  const wanted = wordsOf(text)
  const documents = items.map((item) => ({ item, words: wordsOf(textOf(item)) }))
  const counts = new Map<string, number>()
  for (const { words } of documents) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const weight = (word: string) => Math.log(1 + (items.length + 1) / ((counts.get(word) ?? 0) + 1)) ** 2
  const sum = (words: Iterable<string>) => [...words].reduce((total, word) => total + weight(word), 0)
  const sumOfWanted = sum(wanted)
  const likeness = (words: Set<string>) => {
    const common = sum([...wanted].filter((word) => words.has(word)))
    return common === 0 ? 0 : common / Math.sqrt(sumOfWanted * sum(words))
  }
  return documents
    .map(({ item, words }) => ({ item, likeness: likeness(words) }))
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ item }) => item)
}
