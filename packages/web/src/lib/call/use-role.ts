import type { User } from '@rodada/contract/auth/people'
import { skipToken, useQuery } from '@tanstack/react-query'

/** The system role of the signed-in person; undefined until the frame of the page has heard it from the server. */
export const useRole = (): User['role'] | undefined => useQuery<User>({ queryKey: ['profile'], queryFn: skipToken }).data?.role

/** Guests only look; the server refuses their boards. A person who is not known yet is most likely no guest. */
export const useMayCreateBoards = (): boolean => useRole() !== 'guest'
