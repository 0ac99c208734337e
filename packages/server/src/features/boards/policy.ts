import type { Role } from '@rodada/contract/auth/people'
import type { BoardRole, PersonSummary } from '@rodada/contract/core/fields'
import type { StopReason } from '@rodada/contract/integrations/settings'

/** What a board's row says about the person who asks: their seat on it, and whether everybody may read it. */
type Seen = { is_public: number; member_role: BoardRole | null }

/** The role of a person on a board; undefined when they may not see it. System admins administer every board. */
export function roleOn(board: Seen, viewer: { role: Role | string }): BoardRole | undefined {
  if (viewer.role === 'admin') return 'admin'
  return board.member_role ?? (board.is_public ? 'guest' : undefined)
}

/** One line a permission. A board that a person may not see is not found before this. */
export const boardPolicy = {
  create: (viewer: { role: Role }): boolean => viewer.role !== 'guest',
  /** Lists, cards, labels, comments and all that is on a card. */
  write: (role: BoardRole): boolean => role !== 'guest',
  /** The board itself, its members and invitations. */
  administer: (role: BoardRole): boolean => role === 'admin',
  /** Everybody may leave; admins remove others. */
  removeMember: (role: BoardRole, viewerId: number, userId: number): boolean => role === 'admin' || viewerId === userId,
  editComment: (viewerId: number, authorId: number | null, role: BoardRole): boolean => viewerId === authorId && role !== 'guest',
  removeComment: (viewerId: number, authorId: number | null, role: BoardRole): boolean =>
    role === 'admin' || (viewerId === authorId && role !== 'guest'),
}

/** What a screen needs to know to show only what works. */
export const canOn = (role: BoardRole): { write: boolean; administer: boolean } => ({
  write: boardPolicy.write(role),
  administer: boardPolicy.administer(role),
})

type SetUp = { set_by: number | null; name: string | null; avatar_url: string | null; active: number }

/** Who answers for an integration, and why it is paused when they no longer may. */
export const responsible = ({ set_by, name, avatar_url, active }: SetUp): { set_by: PersonSummary | null; stopped: StopReason | null } => ({
  set_by: set_by === null ? null : { id: set_by, name: name ?? '', avatar_url },
  stopped: active === 1 ? null : set_by === null ? 'unknown_person' : 'lost_rights',
})
