import { normalize } from '../../lib/text/normalize.ts'

/** People that are shown at once. */
const mostShown = 8
/** An '@' that no letter or digit stands before, as in an email address, and what was typed behind it. */
const spoken = /(?:^|[^\p{L}\p{N}_@-])@([\p{L}\p{N}][\p{L}\p{N}'’. -]{0,60})?$/u

/** The name that is being typed at a place of a text, and where its '@' stands; null where none is. */
export function spokenAt(text: string, caret: number): { start: number; wanted: string } | null {
  const before = text.slice(0, caret)
  const found = spoken.exec(before)
  if (!found) return null
  const wanted = found[1] ?? ''
  return { start: caret - wanted.length - 1, wanted }
}

/** The people whose name, or a part of it, begins as it was typed, in their order. */
export function matching<Person extends { name: string }>(people: readonly Person[], wanted: string): Person[] {
  // A space at the end ends a name that is whole.
  const typed = normalize(wanted.trimEnd())
  const isWhole = wanted !== '' && wanted.endsWith(' ')
  const fits = ({ name }: Person) => {
    const whole = normalize(name)
    if (isWhole) return whole.startsWith(`${typed} `)
    return whole.startsWith(typed) || whole.split(' ').some((part) => part.startsWith(typed))
  }
  return people.filter(fits).slice(0, mostShown)
}
