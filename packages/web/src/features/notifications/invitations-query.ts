import { boardsApi } from '@rodada/contract/boards'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { notificationsKey } from './api.ts'

/** Boards that the person left and is asked back to. */
export const invitationsQuery = queryOptions({
  queryKey: [...notificationsKey, 'invitations'],
  queryFn: ({ signal }) => call(boardsApi.ownInvitations, { signal }),
})
