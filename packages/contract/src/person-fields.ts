import { z } from 'zod'
import { limits } from './limits.ts'
import { Avatar } from './people.ts'
import { oneLineText } from './plain-text.ts'
import { texts } from './texts.ts'

const name = (required: string) =>
  z.string({ error: required }).overwrite(oneLineText).min(1, { error: required }).max(limits.personName, { error: texts.nameTooLong })

/** The name on the registration form. */
export const personName = name(texts.nameRequired)
/** The name on the profile form, which has texts of its own. */
export const profileName = name(texts.profileNameRequired)

/**
 * Without the signs that would make a mail program read several addresses. A label of the domain holds no dot: with one, the
 * time that a long text takes would grow with the square of its length.
 */
export const emailPattern = /^[^\s@,;:<>()[\]"\\]+@[^\s@.,;:<>()[\]"\\]+(?:\.[^\s@.,;:<>()[\]"\\]+)+$/

/**
 * An address as it is stored and looked for: two spellings of one are one account. Mail programs bring the domain to one form before they
 * send, so that 'ⓔxemplo.com' and 'exemplo。com' arrive at exemplo.com: a person who spelled one address in a thousand ways would have a
 * thousand accounts there, each with letters of its own. One that is too long stays so, and is refused.
 */
export const addressText = (text: string): string => {
  const plain = oneLineText(text)
  if (plain.length > limits.email) return plain
  // Some signs have a lower case only once they are apart.
  const folded = plain.normalize('NFKC').toLowerCase().normalize('NFKC').toLowerCase()
  return folded
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replaceAll('。', '.')
    .trim()
}

/** An address that is one, as `addressText` writes it. */
export const email = ({ required, invalid }: { required: string; invalid: string }) =>
  z
    .string({ error: required })
    .overwrite(addressText)
    .min(1, { error: required })
    .max(limits.email, { error: texts.emailTooLong, abort: true })
    .regex(emailPattern, { error: invalid })

/** The password that an account has; how long it may be is the only thing to know of it before it is checked. */
export const currentPassword = z
  .string({ error: texts.currentPasswordRequired })
  .min(1, { error: texts.currentPasswordRequired })
  .max(limits.passwordMax, { error: texts.passwordLong })

export const oneLine = (max: number) => z.string().overwrite(oneLineText).max(max, { error: texts.profileTextTooLong })
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
