import type { BoardRole } from '@rodada/contract/core/fields'
import { boardPolicy } from '../boards/policy.ts'
import type { EstimationRow } from './queries.ts'

type Facts = Pick<EstimationRow, 'organizer_id' | 'closed_at'>

/** Who may do what with a sealed estimation. A board that a person may not see is not found before this. */
export const estimationPolicy = {
  create: boardPolicy.write,
  /** Whose votes count: members of the board, and no guests of it. */
  beVoter: boardPolicy.write,
  close: (role: BoardRole, estimation: Facts, userId: number): boolean =>
    boardPolicy.administer(role) || (boardPolicy.write(role) && estimation.organizer_id === userId),
  takeToRoom: boardPolicy.write,
  /** The votes of others, and only once it has closed. */
  seeVotes: (role: BoardRole, estimation: Facts): boolean => estimation.closed_at !== null && boardPolicy.write(role),
}
