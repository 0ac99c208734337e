import { boardsApi } from '@rodada/contract/boards/board-calls'
import { adminApi } from '@rodada/contract/instance/admin'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'
import { type MembersSearch, membersPage } from './members-search.ts'
import { situations, type TasksSearch, tasksPage } from './tasks-search.ts'

export const adminQuery = queryOptions({
  queryKey: ['admin', 'dashboard'],
  queryFn: ({ signal }) => call(adminApi.dashboard, { signal }),
  staleTime: 0,
})

export const usersQuery = ({ q, papel, situacao, pagina }: MembersSearch) =>
  queryOptions({
    queryKey: ['admin', 'users', q, papel, situacao, pagina],
    queryFn: ({ signal }) =>
      call(adminApi.users, {
        query: {
          ...(q ? { q } : {}),
          ...(papel ? { role: papel } : {}),
          ...(situacao ? { active: situacao === 'ativas' ? 'true' : 'false' } : {}),
          limit: membersPage,
          offset: (Number(pagina ?? 1) - 1) * membersPage,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A page of the tasks of the instance. */
export const tasksQuery = ({ q, situacao, quadro, pessoa, pagina }: TasksSearch) =>
  queryOptions({
    queryKey: ['admin', 'tasks', q, situacao, quadro, pessoa, pagina],
    queryFn: ({ signal }) =>
      call(adminApi.tasks, {
        query: {
          ...(q ? { q } : {}),
          ...(situacao === 'atrasadas' ? { late: 'true' } : situacao ? { status: situations[situacao] } : {}),
          ...(quadro ? { board_id: Number(quadro) } : {}),
          ...(pessoa ? { assigned_to: Number(pessoa) } : {}),
          limit: tasksPage,
          offset: (Number(pagina ?? 1) - 1) * tasksPage,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** How many of something are asked for at once, and how often at most: a filter of more than a thousand is looked through by nobody. */
const choicesPage = 200
const mostPages = 5

async function allOf<T>(page: (offset: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = []
  for (let asked = 0; asked < mostPages; asked += 1) {
    const some = await page(all.length)
    all.push(...some)
    if (some.length < choicesPage) break
  }
  return all
}

/** What tasks can be filtered by: the boards, the latest changed first, and the people, by name. */
export const taskChoicesQuery = queryOptions({
  queryKey: ['admin', 'task-choices'],
  queryFn: async ({ signal }) => {
    const [boards, people] = await Promise.all([
      allOf((offset) => call(boardsApi.list, { query: { limit: choicesPage, offset }, signal })),
      allOf(async (offset) => (await call(adminApi.users, { query: { limit: choicesPage, offset }, signal })).users),
    ])
    return {
      boards: boards.map(({ id, title }) => ({ id, name: title })),
      people: people.map(({ id, name }) => ({ id, name })),
    }
  },
})
