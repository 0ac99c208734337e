import { addressText, emailPattern } from '@rodada/contract/auth/person-fields'
import { limits } from '@rodada/contract/core/limits'

/**
 * The e-mail addresses of a pasted text: one after another, separated by commas, semicolons, lines or spaces, each alone or as
 * 'Name <address>'. An address that is there twice counts once. `wrong` is what was meant for an address and is none.
 */
export function readAddresses(text: string): { right: string[]; wrong: string[] } {
  const [right, wrong] = [new Set<string>(), new Set<string>()]
  for (const part of text.split(/[,;\n\r\t]+/)) {
    const named = /<([^<>]*)>\s*$/.exec(part)
    // Without brackets, spaces separate too: nobody has one in their address.
    const words = named ? [named[1] ?? ''] : part.split(/\s+/)
    for (const word of words) {
      const address = addressText(word.replace(/^mailto:/i, ''))
      if (address === '') continue
      if (address.length <= limits.email && emailPattern.test(address)) right.add(address)
      else wrong.add(word.trim())
    }
  }
  return { right: [...right], wrong: [...wrong] }
}
