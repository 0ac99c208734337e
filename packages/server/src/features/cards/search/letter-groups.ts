import { normalize } from '../../../platform/normalize.ts'

/** Letters of a group; a shorter word is in no index. */
const groupOf = 3

/** Every three letters in a row of a folded word, as SQLite's index is asked for them; none for a shorter word. Quoted, none is an operator. */
export function groupsOf(text: string): string {
  const letters = [...normalize(text)]
  const groups = letters.slice(groupOf - 1).map((_, start) => letters.slice(start, start + groupOf).join(''))
  return [...new Set(groups)].map((group) => `"${group.replaceAll('"', '""')}"`).join(' ')
}
