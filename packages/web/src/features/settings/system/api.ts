import { type AuditFilter, auditApi } from '@rodada/contract/instance/audit'
import { type LogFilter, maintenanceApi, type Operation, type OperationKind } from '@rodada/contract/instance/maintenance'
import { retentionApi } from '@rodada/contract/instance/retention'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'

const pageSize = 30
/** How often what runs is asked after, in milliseconds: often while it does, and otherwise for what another admin begins. */
const [busyMs, calmMs] = [700, 10_000]

export const statusQuery = queryOptions({
  queryKey: ['system', 'status'],
  queryFn: ({ signal }) => call(maintenanceApi.status, { signal }),
  refetchInterval: calmMs,
  staleTime: 0,
})

export const isRunning = ({ state }: Operation): boolean => state === 'running'

export const operationsQuery = queryOptions({
  queryKey: ['system', 'operations'],
  queryFn: ({ signal }) => call(maintenanceApi.operations, { signal }),
  refetchInterval: ({ state }) => (state.data?.some(isRunning) ? busyMs : calmMs),
  staleTime: 0,
})

export const backupsQuery = queryOptions({
  queryKey: ['system', 'backups'],
  queryFn: ({ signal }) => call(maintenanceApi.backups, { signal }),
  staleTime: 0,
})

export const retentionQuery = queryOptions({
  queryKey: ['system', 'retention'],
  queryFn: ({ signal }) => call(retentionApi.get, { signal }),
  staleTime: 0,
})

export const logsQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['system', 'logs', filter],
    queryFn: ({ pageParam, signal }) =>
      call(maintenanceApi.logs, { query: { ...filter, limit: pageSize, ...(pageParam && { before: pageParam }) }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['system', 'audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(auditApi.list, { query: { ...filter, limit: pageSize, ...(pageParam && { before: pageParam }) }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Begins a backup or an optimisation; what it becomes is read with the others. */
export function useOperate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (kind: OperationKind) => call(maintenanceApi.operate, { body: { kind } }),
    onSettled: () => client.invalidateQueries({ queryKey: operationsQuery.queryKey }),
  })
}
