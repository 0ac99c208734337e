/**
 * Control characters break the line in lists, mails and logs, and a NUL ends a text in SQLite and is refused by PostgreSQL:
 * what people type is freed of them before it is measured or stored. Half a surrogate pair goes the same way: JSON that
 * carries one is refused by PostgreSQL.
 */

/** One line: what would break it becomes a space; trimmed. */
export const oneLineText = (text: string): string => visibleText(text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' '))

/** Several lines: line breaks and tabs stay; trimmed. */
export const manyLinesText = (text: string): string => visibleText(text.toWellFormed().replace(/[^\P{Cc}\n\t]+/gu, ''))

/**
 * Accents in a row beyond thirty, as many as Unicode's own form for streams lets stand (UAX #15, 13). Bringing a text to one form sorts
 * them, which takes a time that grows with the square of their number: 20,000 on one letter stop a program for half a second.
 */
const mostMarks = 30

/** Each run is taken whole: a pattern with the number in it would look at a run of 29 again from each of its letters. */
const marks = /[\p{M}\uFF9E\uFF9F]+/gu

/** A text that can be brought to a form of Unicode in one go, also one that nobody has looked at. */
export const withFewMarks = (text: string): string =>
  text.replace(marks, (run) => (run.length <= mostMarks ? run : [...run].slice(0, mostMarks).join('')))

/** Without accents and capitals, as texts are searched and compared. */
export const foldedText = (text: string): string =>
  withFewMarks(text)
    .normalize('NFD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()

/**
 * Signs that turn the reading direction of what follows, on everybody's screen, go; joiners stay, because emoji are made of
 * them. A text in which nothing can be seen is empty.
 */
function visibleText(text: string): string {
  const plain = withFewMarks(text.replace(/[\u202A-\u202E\u2066-\u2069]+/gu, '')).trim()
  return /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(plain) ? plain : ''
}
