/** Dots as people and programs read them. */
const dot = '[.\\u3002\\uFF0E\\uFF61]'
const label = '[\\p{L}\\p{N}_-]+'
/** Ends as a domain may, or is an IPv4 address. */
const host = `(?:${label}${dot})+\\p{L}[\\p{L}\\p{N}-]+|\\d+(?:${dot}\\d+){3}`
const rest = '[^\\s”"»)>]'

/** What nobody takes for anything else: with a scheme, 'www.', a path, a port or a person before the host. */
const plainAddress = new RegExp(
  `[a-z][a-z0-9+.-]*:\\/\\/${rest}*|(?:mailto|tel):${rest}+|www${dot}${rest}+|${label}@(?:${host})${rest}*|(?:${host})(?::\\d|[/?#\\\\])${rest}*`,
  'giu',
)
/** 'golpe.com', which mail programs make a link of, and 'J.Silva', which they do not: nobody knows all names that a domain may have. */
const bareHost = new RegExp(host, 'giu')
const dots = new RegExp(dot, 'gu')
/** No word is as long, and what these patterns cost grows with the square of its length. */
const longestWord = 200

const plain = (word: string): string => {
  if (!/[.:\u3002\uFF0E\uFF61]/u.test(word)) return word
  if (word.length > longestWord) return '[…]'
  return word.replace(plainAddress, '[…]').replace(bareHost, (name) => name.replace(dots, '$&\u200a'))
}

/**
 * A text for a letter, in which no mail program finds an address to make a link of. Letters carry names and titles that anybody chose,
 * to people who never asked for them: an address in one would be an advertisement or a trap under our name.
 */
export const withoutAddresses = (text: string): string => text.replace(/\S+/gu, plain)
