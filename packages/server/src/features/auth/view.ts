import { Role, type User } from '@rodada/contract/people'
import type { UserRow } from './queries.ts'

/** An account as its owner sees it. */
export const userView = (user: UserRow): User => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: Role.parse(user.role),
  avatar_url: user.avatar_url,
  created_at: user.created_at,
  last_login: user.last_login,
  // Boards do not exist yet; the field is part of the entity from the first day.
  boards_count: 0,
  is_active: user.deactivated_at === null,
  session_timeout: user.session_timeout,
})
