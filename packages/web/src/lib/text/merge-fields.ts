/** A form's fields as texts. */
type Fields = Readonly<Record<string, string>>

/** The names of the fields that differ, apart from blanks around. */
const changed = <F extends Fields>(fields: F, base: F): (keyof F & string)[] =>
  Object.keys(base).filter((name) => (fields[name] ?? '').trim() !== (base[name] ?? '').trim())

/** What the person changed: only that is sent, so that it replaces nothing that somebody else wrote. */
export const changedFields = <F extends Fields>(fields: F, base: F): Partial<F> =>
  Object.fromEntries(changed(fields, base).map((name) => [name, fields[name]])) as Partial<F>

/**
 * A form over what somebody else saved meanwhile: what this person did not touch becomes theirs. `clashes` are the fields that
 * both changed, as the other one has them.
 */
export function mergeFields<F extends Fields>(fields: F, base: F, theirs: F): { met: F; clashes: Partial<F> } {
  const mine = changed(fields, base)
  const both = mine.filter((name) => changed(theirs, base).includes(name) && theirs[name]?.trim() !== fields[name]?.trim())
  return {
    met: { ...theirs, ...changedFields(fields, base) },
    clashes: Object.fromEntries(both.map((name) => [name, theirs[name]])) as Partial<F>,
  }
}
