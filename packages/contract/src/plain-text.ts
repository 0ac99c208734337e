/**
 * Control characters break the line in lists, mails and logs, and a NUL ends a text in SQLite and is refused by PostgreSQL:
 * what people type is freed of them before it is measured or stored.
 */

/** One line: what would break it becomes a space; trimmed. */
export const oneLineText = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Several lines: line breaks and tabs stay; trimmed. */
export const manyLinesText = (text: string): string => text.replace(/[^\P{Cc}\n\t]+/gu, '').trim()
