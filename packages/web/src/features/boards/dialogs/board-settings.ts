import type { BoardSummary } from '@rodada/contract/boards/boards'

export type Settings = Pick<BoardSummary, 'title' | 'description' | 'color' | 'is_public' | 'deck' | 'key_prefix' | 'auto_sprint'>
const names = ['title', 'description', 'color', 'is_public', 'deck', 'key_prefix', 'auto_sprint'] as const
type Name = (typeof names)[number]

const plain = (value: Settings[Name]): string | boolean => (typeof value === 'string' ? value.trim() : JSON.stringify(value))
const differ = (name: Name, a: Settings, b: Settings): boolean => plain(a[name]) !== plain(b[name])

/** What the person changed: only that is sent. */
export function changedSettings(form: Settings, base: Settings): Partial<Settings> {
  return Object.fromEntries(names.filter((name) => differ(name, form, base)).map((name) => [name, form[name]]))
}

/**
 * The form over what somebody else saved meanwhile: what this person did not touch becomes theirs, what both made something
 * else of is a clash and stays as it was written.
 */
export function meetSettings(form: Settings, base: Settings, theirs: Settings): { form: Settings; clashes: Name[] } {
  const mine = changedSettings(form, base)
  const clashes = names.filter((name) => name in mine && differ(name, theirs, base) && differ(name, theirs, form))
  const { title, description, color, is_public, deck, key_prefix, auto_sprint } = { ...theirs, ...mine }
  return { form: { title, description, color, is_public, deck, key_prefix, auto_sprint }, clashes }
}
