import { invitationsApi } from '@rodada/contract/boards/invitations'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'
import { notificationsKey } from './api.ts'

/** Boards that the person left and is asked back to. */
export const invitationsQuery = queryOptions({
  queryKey: [...notificationsKey, 'invitations'],
  queryFn: ({ signal }) => call(invitationsApi.own, { signal }),
})
