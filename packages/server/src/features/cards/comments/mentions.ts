import { folded } from '../../../platform/folded.ts'

/** Somebody who can be mentioned. */
type Person = { id: number; name: string }

/** What may come behind a name: the end, or anything that does not go on with a word. */
const ends = (text: string, at: number) => !/[\p{L}\p{N}_-]/u.test(text[at] ?? '')

/**
 * Whom a text mentions: '@' and a whole name or, when nobody else on the board has it, a first name. Accents and letter case do
 * not count.
 */
export function mentionedIn(text: string, people: readonly Person[]): number[] {
  if (!text.includes('@')) return []
  const plain = folded(text)
  const firstNames = people.map(({ name }) => folded(name).split(' ')[0] ?? '')
  // Of 'Ana' and 'Ana Clara' the longer name is the one that was meant.
  const names = people
    .flatMap(({ id, name }, index) => {
      const [whole, first = ''] = [folded(name), firstNames[index]]
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
