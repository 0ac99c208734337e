import { Role, type User } from '@rodada/contract/people'
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
