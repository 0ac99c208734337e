import type { Profile } from '@rodada/contract/auth/people'
import type { Language } from '@rodada/contract/core/languages'
import { limits } from '@rodada/contract/core/limits'
import { t } from '../../../i18n/index.ts'
import type { Problems } from '../../../lib/use-form.ts'

/** Each language by its own name, so that people who read no other find it. */
export const languageNames: Record<Language, string> = {
  'pt-BR': 'Português (Brasil)',
  'en-US': 'English (US)',
  'es-ES': 'Español (España)',
}

/** The fields that are one line of text and may be empty. */
export const lineFields = {
  position: { max: limits.profileText, autoComplete: 'organization-title', type: 'text' },
  company: { max: limits.profileText, autoComplete: 'organization', type: 'text' },
  location: { max: limits.profileText, autoComplete: 'address-level2', type: 'text' },
  phone: { max: limits.phone, autoComplete: 'tel', type: 'tel' },
  website: { max: limits.profileText, autoComplete: 'url', type: 'url' },
} as const
export type LineField = keyof typeof lineFields

export type ProfileDraft = Required<Pick<Profile, 'name' | 'email' | 'avatar_url' | 'bio' | LineField | 'timezone' | 'language'>> & {
  current_password: string
}

/** What the form starts with. */
export const draftOf = (profile: Profile): ProfileDraft => ({
  name: profile.name,
  email: profile.email,
  avatar_url: profile.avatar_url,
  bio: profile.bio ?? '',
  phone: profile.phone ?? '',
  company: profile.company ?? '',
  position: profile.position ?? '',
  location: profile.location ?? '',
  website: profile.website ?? '',
  timezone: profile.timezone ?? 'America/Sao_Paulo',
  language: profile.language ?? 'pt-BR',
  current_password: '',
})

const sameEmail = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Whether the account would move to another address, which asks for the password. */
export const movesEmail = (profile: Profile, draft: ProfileDraft): boolean => !sameEmail(profile.email, draft.email)

/** What is wrong with the draft, by field, in the words of the specification. The server checks all of it again. `isMissing`: there is no password to ask for. */
export function checkProfile(profile: Profile, draft: ProfileDraft, { isMissing } = { isMissing: false }): Problems {
  const problems: Problems = {}
  if (draft.name.trim() === '') problems.name = t('settings:profile.nameRequired')
  if (draft.email.trim() === '') problems.email = t('settings:profile.emailRequired')
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(draft.email.trim())) problems.email = t('settings:profile.emailInvalid')
  else if (movesEmail(profile, draft) && draft.current_password === '' && !isMissing)
    problems.current_password = t('settings:password.currentRequired')
  return problems
}

/** What the server is to change: only what was changed here, so that nothing of another tab is undone. */
export function changesOf(profile: Profile, { current_password, ...draft }: ProfileDraft): Partial<ProfileDraft> {
  const start: Record<string, unknown> = draftOf(profile)
  const changed = Object.fromEntries(Object.entries(draft).filter(([field, value]) => value !== start[field]))
  return movesEmail(profile, { ...draft, current_password }) ? { ...changed, current_password } : changed
}
