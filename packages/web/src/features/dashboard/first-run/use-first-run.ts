import { authApi } from '@rodada/contract/auth/auth'
import type { User } from '@rodada/contract/auth/people'
import type { BoardSummary } from '@rodada/contract/boards/boards'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { skipToken, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'
import { useMayCreateBoards } from '../../../lib/call/use-role.ts'
import { settingsQuery } from '../../../lib/device/save-appearance.ts'
import { readUserData } from '../../../lib/device/storage.ts'
import { recentBoardsQuery, recordedRoomsQuery, statsQuery } from '../api.ts'

/** How far somebody new has come. What is there says so: nothing of it is kept. */
export type FirstRun = {
  board: BoardSummary | null
  /** Addresses that wait for their person; with more than one on the board, step two is done all the same. */
  invited: string[]
  hasPeople: boolean
}

const alwaysFresh = { staleTime: 0 }

/** What did not come, or does not come as long as there is no connection, is not waited for. */
const isLost = ({ isError, isPaused }: { isError: boolean; isPaused: boolean }): boolean => isError || isPaused

/**
 * The first steps of a person who is on no board yet, or on one of their own with nothing to do for themselves; an administrator has
 * them while the installation holds nothing else.
 * @returns null for everybody else, for who put them aside, and once all are done; undefined until that is known
 */
export function useFirstRun(isAdmin: boolean): FirstRun | null | undefined {
  const mayCreate = useMayCreateBoards()
  // As of the login: enough to know who is not new, whose page waits for nothing.
  const known = useQuery<User>({ queryKey: ['profile'], queryFn: skipToken }).data?.boards_count ?? 0
  const joined = useQuery({
    // Among the boards, so that it is asked for again when one of them is.
    queryKey: ['boards', 'joined'],
    queryFn: async ({ signal }) => (await call(authApi.profile, { signal })).boards_count,
    enabled: mayCreate && known <= 1,
    ...alwaysFresh,
  })
  const isNew = mayCreate && known <= 1 && joined.data !== undefined && joined.data <= 1
  const stats = useQuery({ ...statsQuery, enabled: isNew })
  const settings = useQuery({ ...settingsQuery, enabled: isNew })
  const boards = useQuery({ ...recentBoardsQuery, enabled: isNew })
  const board = boards.data?.find(({ user_id }) => user_id === readUserData()?.id) ?? null
  const invitations = useQuery({
    queryKey: ['board', board?.id, 'invitations'],
    queryFn: ({ signal }) => call(invitationsApi.ofBoard, { params: { boardId: board?.id ?? 0 }, signal }),
    enabled: isNew && board !== null,
    ...alwaysFresh,
  })
  const rooms = useQuery({ ...recordedRoomsQuery, enabled: isNew && board !== null })
  if (!mayCreate || known > 1 || (joined.data ?? 0) > 1) return null
  if (joined.data === undefined || !stats.data || !settings.data || !boards.data)
    return [joined, stats, settings, boards].some(isLost) ? null : undefined
  if (!settings.data.dashboard.first_steps || stats.data.userTasks.total > 0) return null
  if (isAdmin && boards.data.length > (board === null ? 0 : 1)) return null
  if (board === null) return joined.data === 0 ? { board, invited: [], hasPeople: false } : null
  if (!invitations.data || !rooms.data) return [invitations, rooms].some(isLost) ? null : undefined
  const invited = invitations.data.map(({ email }) => email)
  const hasPeople = board.member_count > 1 || invited.length > 0
  return hasPeople && rooms.data.rooms.length > 0 ? null : { board, invited, hasPeople }
}
