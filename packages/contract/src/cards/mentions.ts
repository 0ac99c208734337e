import { foldedText } from '../core/plain-text.ts'

type Person = { id: number; name: string }
/** A place of a text, in UTF-16 units, that calls somebody. People of one name are all called. */
export type Mention = { ids: readonly number[]; start: number; end: number }

/** A name must end here: the text ends, or no letter or digit follows. */
const ends = (text: string, at: number) => !/[\p{L}\p{N}_-]/u.test(text[at] ?? '')

/** Of a text no more signs than these are looked at: each is compared with every name of a board, and people write a few. */
const mostSigns = 200

/** The names that call people, each with whom: the longest first, since 'Ana Clara' is meant rather than 'Ana'. */
function callable(people: readonly Person[]): [name: string, ids: number[]][] {
  const firstNames = people.map(({ name }) => foldedText(name).split(' ')[0] ?? '')
  const bearers = new Map<string, number>()
  for (const first of firstNames) bearers.set(first, (bearers.get(first) ?? 0) + 1)
  const found = new Map<string, number[]>()
  const add = (name: string, id: number) => {
    if (name !== '') found.set(name, [...(found.get(name) ?? []), id])
  }
  people.forEach(({ id, name }, index) => {
    const [whole, first = ''] = [foldedText(name), firstNames[index]]
    add(whole, id)
    if (first !== whole && bearers.get(first) === 1) add(first, id)
  })
  return [...found].sort(([a], [b]) => b.length - a.length)
}

/**
 * Where texts call people, in their order: '@' and a whole name, or a first name that only one of them has. Accents and letter case do not
 * count. The server tells those people, and pages show the same places.
 * @returns what looks through one text after another: the parts of one text, of whose signs all together only the first are looked at
 */
export function mentionFinder(people: readonly Person[]): (text: string) => Mention[] {
  let names: ReturnType<typeof callable> | undefined
  let signs = 0
  return (text) => {
    if (signs >= mostSigns || !text.includes('@')) return []
    names ??= callable(people)
    // Folding may change the length, so each unit of the folded text remembers the letter that it came from.
    const letters = text.match(/\P{Mn}\p{Mn}*|\p{Mn}+/gu) ?? []
    const starts: number[] = []
    let [plain, length] = ['', 0]
    for (const letter of letters) {
      const folded = foldedText(letter)
      for (let unit = 0; unit < folded.length; unit += 1) starts.push(length)
      plain += folded
      length += letter.length
    }
    const mentions: Mention[] = []
    for (let at = plain.indexOf('@'); at !== -1 && signs < mostSigns; at = plain.indexOf('@', at + 1)) {
      // An e-mail address mentions nobody.
      if (at > 0 && !ends(plain, at - 1)) continue
      signs += 1
      const [name, ids] = names.find(([name]) => plain.startsWith(name, at + 1) && ends(plain, at + 1 + name.length)) ?? []
      if (name === undefined || ids === undefined) continue
      mentions.push({ ids, start: starts[at] ?? 0, end: starts[at + 1 + name.length] ?? length })
    }
    return mentions
  }
}

/** Where a text calls people. */
export const mentionsIn = (text: string, people: readonly Person[]): Mention[] => mentionFinder(people)(text)
