import { type GroupRule, groupsApi } from '@rodada/contract/boards/groups'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'
import { companyName } from '../../../lib/call/company.ts'
import { systemQuery } from '../../../lib/call/system.ts'
import { useSession } from '../session/board-session.ts'
import { useRefetchOnChange } from '../session/use-refetch-on-change.ts'

/** The groups of the provider that are on the board; `offered` says whether this installation reads groups at all. */
export type Groups = {
  offered: boolean
  /** In words that follow 'com'. */
  company: string
  rules: readonly GroupRule[]
  failed: boolean
  refresh: () => Promise<unknown>
  /** The group by which a person is on the board; undefined for who was put on it. */
  groupOf: (userId: number) => string | undefined
}

/** For those who administer the board. */
export function useGroups(): Groups {
  const { boardId } = useSession()
  const { data: system } = useQuery(systemQuery)
  const offered = system?.oidc?.groups === true
  const queryFn = () => call(groupsApi.list, { params: { boardId } })
  const { data, isError, refetch } = useQuery({ queryKey: ['board', boardId, 'groups'], queryFn, staleTime: 0, enabled: offered })
  const refresh = async () => (offered ? refetch() : undefined)
  useRefetchOnChange(refresh)
  const rules = data ?? []
  return {
    offered,
    company: companyName(system),
    rules,
    failed: isError,
    refresh,
    groupOf: (userId) => rules.find(({ user_ids }) => user_ids.includes(userId))?.group,
  }
}
