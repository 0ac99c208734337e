import { normalize } from '../../../platform/normalize.ts'

type Person = { id: number; name: string }

/** A name must end here: the text ends, or no letter or digit follows. */
const ends = (text: string, at: number) => !/[\p{L}\p{N}_-]/u.test(text[at] ?? '')

/** Of a text no more signs than these are looked at: each is compared with every name of a board, and people write a few. */
const mostSigns = 200

/**
 * The people whom a text mentions: '@' and a whole name, or a first name that only one person on the board has. Accents and letter case do
 * not count.
 * @returns their ids, each with the number of the line that first mentions them, from 0
 */
export function mentionedIn(text: string, people: readonly Person[]): ReadonlyMap<number, number> {
  const mentioned = new Map<number, number>()
  if (!text.includes('@')) return mentioned
  const plain = normalize(text)
  const firstNames = people.map(({ name }) => normalize(name).split(' ')[0] ?? '')
  const bearers = Map.groupBy(firstNames, (first) => first)
  // The longest name is meant: 'Ana Clara' rather than 'Ana'.
  const names = people
    .flatMap(({ id, name }, index) => {
      const [whole, first = ''] = [normalize(name), firstNames[index]]
      const alone = first !== whole && bearers.get(first)?.length === 1
      return alone
        ? [
            { id, name: whole },
            { id, name: first },
          ]
        : [{ id, name: whole }]
    })
    .filter(({ name }) => name !== '')
    .sort((a, b) => b.name.length - a.name.length)
  let [signs, line, lineAt] = [0, 0, 0]
  for (let at = plain.indexOf('@'); at !== -1 && signs < mostSigns; at = plain.indexOf('@', at + 1)) {
    // An e-mail address mentions nobody.
    if (at > 0 && !ends(plain, at - 1)) continue
    signs += 1
    line += plain.slice(lineAt, at).split('\n').length - 1
    lineAt = at
    const meant = names.filter(({ name }) => plain.startsWith(name, at + 1) && ends(plain, at + 1 + name.length))
    for (const { id, name } of meant) if (name.length === meant[0]?.name.length && !mentioned.has(id)) mentioned.set(id, line)
  }
  return mentioned
}
