import { normalize } from '../../../platform/normalize.ts'

type Person = { id: number; name: string }

/** A name must end here: the text ends, or no letter or digit follows. */
const ends = (text: string, at: number) => !/[\p{L}\p{N}_-]/u.test(text[at] ?? '')

/**
 * The people whom a text mentions: '@' and a whole name, or a first name that only one person on the board has. Accents and letter case do
 * not count.
 */
export function mentionedIn(text: string, people: readonly Person[]): number[] {
  if (!text.includes('@')) return []
  const plain = normalize(text)
  const firstNames = people.map(({ name }) => normalize(name).split(' ')[0] ?? '')
  // The longest name is meant: 'Ana Clara' rather than 'Ana'.
  const names = people
    .flatMap(({ id, name }, index) => {
      const [whole, first = ''] = [normalize(name), firstNames[index]]
      const alone = first !== whole && firstNames.filter((other) => other === first).length === 1
      return alone
        ? [
            { id, name: whole },
            { id, name: first },
          ]
        : [{ id, name: whole }]
    })
    .filter(({ name }) => name !== '')
    .sort((a, b) => b.name.length - a.name.length)
  const mentioned = new Set<number>()
  for (let at = plain.indexOf('@'); at !== -1; at = plain.indexOf('@', at + 1)) {
    // An e-mail address mentions nobody.
    if (at > 0 && !ends(plain, at - 1)) continue
    const meant = names.filter(({ name }) => plain.startsWith(name, at + 1) && ends(plain, at + 1 + name.length))
    for (const { id, name } of meant) if (name.length === meant[0]?.name.length) mentioned.add(id)
  }
  return [...mentioned]
}
