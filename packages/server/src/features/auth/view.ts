import { type Profile, Role, timeZones, type User } from '@rodada/contract/auth/people'
import { findLanguage, type Language, languages } from '@rodada/contract/core/languages'
import type { UserRow } from './queries.ts'

/** The language of an account's texts. */
export const languageOf = (user: { language: string }): Language => findLanguage(user.language) ?? languages[0]

/** An account as its owner sees it, with the number of boards it is a member of. */
export const userView = (user: UserRow, boardsCount: number): User => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: Role.parse(user.role),
  avatar_url: user.avatar_url,
  created_at: user.created_at,
  last_login: user.last_login,
  boards_count: boardsCount,
  is_active: user.deactivated_at === null,
  session_timeout: user.session_timeout,
  language: languageOf(user),
})

/** An account with all that its owner may change. `picture` is the address of the picture they uploaded. */
export const profileView = (user: UserRow, boardsCount: number, picture: string | null): Required<Profile> => ({
  ...userView(user, boardsCount),
  email_verified: user.email_verified_at !== null,
  uploaded_avatar: picture,
  bio: user.bio,
  phone: user.phone,
  company: user.company,
  position: user.position,
  location: user.location,
  website: user.website,
  timezone: timeZones.find((zone) => zone === user.timezone) ?? timeZones[0],
})
