import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { oneLineText } from '../core/plain-text.ts'
import { typedText } from '../core/typed-text.ts'
import { texts } from '../texts/texts.ts'
import { Avatar } from './people.ts'

const name = (required: string) => typedText(oneLineText, limits.personName, texts.nameTooLong, required).min(1, { error: required })

/** The name on the registration form. */
export const personName = name(texts.nameRequired)
/** The name on the profile form, which has texts of its own. */
export const profileName = name(texts.profileNameRequired)

/**
 * Without the signs that would make a mail program read several addresses. A label of the domain holds no dot: with one, the
 * time that a long text takes would grow with the square of its length. A domain with other letters than ASCII is one that
 * `addressText` could not bring to ASCII.
 */
export const emailPattern = /^[^\s@,;:<>()[\]"\\]+@[^\s@.,;:<>()[\]"\\\u0080-\uffff]+(?:\.[^\s@.,;:<>()[\]"\\\u0080-\uffff]+)+$/

/** A domain in ASCII ('bücher.example' is 'xn--bcher-kva.example'); one that no name server can be asked for stays as it is. */
const asciiDomain = (domain: string): string => {
  // An address of a page ends its host at these signs, or reads another one after them.
  if (!/[^\0-\x7f]/.test(domain) || /[/?#%\\@:]/.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/**
 * An address as it is stored and looked for: two spellings of one are one account. Mail programs bring the domain to one form before they
 * send, so that 'ⓔxemplo.com' and 'exemplo。com' arrive at exemplo.com, and 'bücher.example' at xn--bcher-kva.example: a person who spelled
 * one address in a thousand ways would have a thousand accounts there, each with emails of its own. One that is too long stays so, and is
 * refused.
 */
export const addressText = (text: string): string => {
  const plain = oneLineText(text)
  if (plain.length > limits.email) return plain
  // Some signs have a lower case only once they are apart.
  const folded = plain
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    // What stood between a letter and its accent is gone, and both are one sign.
    .normalize('NFKC')
    .replaceAll('。', '.')
    .trim()
  const domainAt = folded.lastIndexOf('@') + 1
  return domainAt === 0 ? folded : folded.slice(0, domainAt) + asciiDomain(folded.slice(domainAt))
}

/**
 * An address as a person typed it to find their account. Where two accounts had spellings of one address before there was one spelling,
 * each is still found by its own; everybody else is found by `addressText` of it.
 */
export const typedAddress = (text: string): string => {
  const plain = oneLineText(text)
  return plain.length > limits.email ? plain : plain.normalize('NFC').toLowerCase()
}

/** A typed address that is one. */
export const typedEmail = ({ required, invalid }: { required: string; invalid: string }) =>
  typedText(typedAddress, limits.email, texts.emailTooLong, required)
    .min(1, { error: required })
    .refine((text) => emailPattern.test(addressText(text)), { error: invalid })

/** An address that is one, as `addressText` writes it. */
export const email = ({ required, invalid }: { required: string; invalid: string }) =>
  typedText(addressText, limits.email, texts.emailTooLong, required).min(1, { error: required }).regex(emailPattern, { error: invalid })

/**
 * The password that an account has; how long it may be is the only thing to know of it before it is checked. An account without one, which the
 * provider of the company opens, sends an empty text and a proof from there counts instead.
 */
export const currentPassword = z.string({ error: texts.currentPasswordRequired }).max(limits.passwordMax, { error: texts.passwordLong })

export const oneLine = (max: number) => typedText(oneLineText, max, texts.profileTextTooLong)
/** A drawn one, or the address of a picture; the server sees that it is the person's own. */
export const optionalAvatar = z
  .string({ error: texts.avatarElsewhere })
  .refine((value) => Avatar.safeParse(value).success || /^\/api\/avatars\/[\w-]{43}$/.test(value), { error: texts.avatarElsewhere })
  .nullable()
  .optional()

/** The fields of a form that sets another password. */
export const newPassword = {
  new_password: z
    .string({ error: texts.newPasswordShort })
    .min(limits.passwordMin, { error: texts.newPasswordShort })
    .max(limits.passwordMax, { error: texts.passwordLong }),
  confirmation: z.string({ error: texts.newPasswordMismatch }),
}
/** For `refine`: both say the same. */
export const passwordsMatch = [
  (body: { new_password: string; confirmation: string }) => body.new_password === body.confirmation,
  { path: ['confirmation'], error: texts.newPasswordMismatch },
] as [(body: { new_password: string; confirmation: string }) => boolean, { path: string[]; error: string }]
