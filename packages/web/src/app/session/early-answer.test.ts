import { boardsApi } from '@rodada/contract/boards/board-calls'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { beforeEach, expect, test, vi } from 'vitest'
import { askEarly, takeEarly } from '../../lib/call/early-answer.ts'
import { write } from '../../lib/device/storage.ts'
import { router } from '../router.tsx'

const call = vi.hoisted(() => vi.fn())
vi.mock('../../lib/call/call.ts', async (original) => ({ ...(await original()), call }))

const board = { boardId: 7 }
beforeEach(() => {
  call.mockReset().mockResolvedValue({ id: 7 })
  write('authToken', 'de Ana')
  askEarly([], {})
})

test.each([
  ['/board/7', [boardsApi.get]],
  ['/sprint/7/board', [sprintTasksApi.board]],
  ['/sprint/7/tasks', [sprintTasksApi.board]],
  ['/sprint/7/report', [sprintReportsApi.report, sprintReportsApi.burndown]],
] as const)('the guard of %s asks for what its screen will take', (path, endpoints) => {
  const { params, routeId } = router.matchRoutes(path, {}).at(-1) ?? { params: {}, routeId: '' }
  const { beforeLoad } = router.routesById[routeId as '/board/$boardId'].options
  beforeLoad?.({ cause: 'enter', params, location: { href: path, pathname: path } } as never)
  expect(call).toHaveBeenCalledTimes(endpoints.length)
  const ids = Object.fromEntries(Object.entries(params).map(([name, id]) => [name, Number(id)]))
  for (const endpoint of endpoints) expect(takeEarly(endpoint, ids)).not.toBeNull()
})

test('the answer under way is taken once', async () => {
  askEarly(['/boards/:boardId'], board)
  await expect(takeEarly(boardsApi.get, board)?.answer).resolves.toEqual({ id: 7 })
  expect(takeEarly(boardsApi.get, board)).toBeNull()
})

test('not for another board, another person, or after a while', () => {
  askEarly(['/boards/:boardId'], board)
  expect(takeEarly(boardsApi.get, { boardId: 8 })).toBeNull()
  write('authToken', 'de Bia')
  expect(takeEarly(boardsApi.get, board)).toBeNull()
  askEarly(['/boards/:boardId'], board)
  expect(takeEarly(boardsApi.get, board, Date.now() + 6_000)).toBeNull()
})

test('an address that is no board asks for nothing, and a refusal that nobody takes is no error', async () => {
  askEarly(['/boards/:boardId'], { boardId: Number.NaN })
  expect(call).not.toHaveBeenCalled()
  call.mockRejectedValue(new Error('403'))
  askEarly(['/boards/:boardId'], board)
  await expect(takeEarly(boardsApi.get, board)?.answer).rejects.toThrow('403')
})
