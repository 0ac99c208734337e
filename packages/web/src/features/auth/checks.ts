import { Login, Register } from '@rodada/contract/auth/auth'
import { t } from '../../i18n/index.ts'
import { shownFieldTexts } from '../../lib/text/form-texts.ts'

export type RegistrationDraft = { name: string; email: string; password: string; confirmation: string; role: 'collaborator' | 'manager' }

/** What is wrong with a login, by field. */
export function checkLogin(draft: { email: string; password: string }): Record<string, string> {
  const read = Login.safeParse(draft)
  return read.success ? {} : shownFieldTexts(read.error)
}

/** What is wrong with a registration, by field, in the order of the specification: a mismatch is said before a short password. */
export function checkRegistration({ confirmation, ...body }: RegistrationDraft): Record<string, string> {
  const read = Register.safeParse(body)
  const problems = read.success ? {} : shownFieldTexts(read.error)
  if (body.password === '' || body.password === confirmation) return problems
  const { password: _, ...others } = problems
  return { ...others, confirmation: t('texts:passwordMismatch') }
}
