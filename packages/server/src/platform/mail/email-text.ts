/** Dots as people and programs read them. */
const dot = '[.\\u3002\\uFF0E\\uFF61]'
const label = '[\\p{L}\\p{N}_-]+'
/** A domain's name, or an IPv4 address. */
const host = `(?:${label}${dot})+\\p{L}[\\p{L}\\p{N}-]+|\\d+(?:${dot}\\d+){3}`
const rest = '[^\\s”"»)>]'

/** Certainly an address: with a scheme, 'www.', a path, a port or a person before the host. */
const plainAddress = new RegExp(
  `[a-z][a-z0-9+.-]*:\\/\\/${rest}*|(?:mailto|tel):${rest}+|www${dot}${rest}+|${label}@(?:${host})${rest}*|(?:${host})(?::\\d|[/?#\\\\])${rest}*`,
  'giu',
)
/** 'golpe.com', which mail programs link, and 'J.Silva', which they do not: no list has all names that a domain may end in. */
const bareHost = new RegExp(host, 'giu')
const dots = new RegExp(dot, 'gu')
/** Longer than any word; the cost of these patterns grows with the square of its length. */
const longestWord = 200

const plain = (word: string): string => {
  if (!/[.:\u3002\uFF0E\uFF61]/u.test(word)) return word
  if (word.length > longestWord) return '[…]'
  return word.replace(plainAddress, '[…]').replace(bareHost, (name) => name.replace(dots, '$&\u200a'))
}

/**
 * A text for an email in which no mail program finds an address to link. Emails carry names and titles that anybody can choose, to people
 * who did not ask for them: a link would be an advertisement or a trap under our name.
 */
export const withoutAddresses = (text: string): string => text.replace(/\S+/gu, plain)
