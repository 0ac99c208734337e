import { type Notification, notificationsApi } from '@rodada/contract/notifications/notifications'
import type { InboxFilter } from '@rodada/contract/notifications/settings'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'

const pageSize = 30
/** Everything about notifications, for when any of it changed. */
export const notificationsKey = ['notifications'] as const

export const unreadQuery = queryOptions({
  queryKey: [...notificationsKey, 'unread'],
  queryFn: async ({ signal }) => (await call(notificationsApi.unread, { signal })).unread,
})

export const countsQuery = queryOptions({
  queryKey: [...notificationsKey, 'counts'],
  queryFn: ({ signal }) => call(notificationsApi.counts, { signal }),
})

export const listQuery = (filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: [...notificationsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(notificationsApi.list, { query: { filter, limit: pageSize, ...(pageParam && { before: pageParam }) }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page: Notification[]) => (page.length < pageSize ? undefined : page.at(-1)?.id),
  })
