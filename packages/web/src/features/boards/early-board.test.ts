import { boardsApi } from '@rodada/contract/boards'
import { beforeEach, expect, test, vi } from 'vitest'
import { write } from '../../lib/storage.ts'
import { askEarly, getBoard, takeEarly } from './early-board.ts'

const call = vi.hoisted(() => vi.fn())
vi.mock('../../lib/call.ts', () => ({ call }))

beforeEach(() => {
  call.mockReset().mockResolvedValue({ id: 7 })
  write('authToken', 'de Ana')
  takeEarly(0)
})

test('names the endpoint of the contract', () => {
  const { method, url, access } = boardsApi.get
  expect(getBoard).toEqual({ method, url, access })
})

test('the answer under way is taken once', async () => {
  askEarly(7)
  expect(call).toHaveBeenCalledExactlyOnceWith(getBoard, { params: { boardId: 7 } })
  await expect(takeEarly(7)?.answer).resolves.toEqual({ id: 7 })
  expect(takeEarly(7)).toBeNull()
})

test('not for another board, another person, or after a while', () => {
  askEarly(7)
  expect(takeEarly(8)).toBeNull()
  askEarly(7)
  write('authToken', 'de Bia')
  expect(takeEarly(7)).toBeNull()
  askEarly(7)
  expect(takeEarly(7, Date.now() + 6_000)).toBeNull()
})

test('an address that is no board asks for nothing, and a refusal that nobody takes is no error', async () => {
  askEarly(Number.NaN)
  expect(call).not.toHaveBeenCalled()
  call.mockRejectedValue(new Error('403'))
  askEarly(7)
  await expect(takeEarly(7)?.answer).rejects.toThrow('403')
})
