import { foldedText } from '@rodada/contract/core/plain-text'

/**
 * A text as it is searched: without accents, in lower case. Neither database folds accents the same way, so it is done here,
 * for what is stored and for what is asked.
 */
export const normalize = (...texts: string[]): string => foldedText(texts.join('\n'))

/** The LIKE pattern (escape character '\\') that finds the folded text anywhere. */
export const likeAnywhere = (text: string): string => `%${normalize(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
