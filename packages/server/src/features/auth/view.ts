import { languages, type Profile, Role, timeZones, type User } from '@rodada/contract/people'
import type { UserRow } from './queries.ts'

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
})

/** An account with all that its owner may change. */
export const profileView = (user: UserRow, boardsCount: number): Required<Profile> => ({
  ...userView(user, boardsCount),
  bio: user.bio,
  phone: user.phone,
  company: user.company,
  position: user.position,
  location: user.location,
  website: user.website,
  timezone: timeZones.find((zone) => zone === user.timezone) ?? timeZones[0],
  language: languages.find((language) => language === user.language) ?? languages[0],
})
