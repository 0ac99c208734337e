import { expect, test, vi } from 'vitest'
import { CallError } from '../call/call.ts'
import { sendText, TextClash } from './stale-text.ts'

type Named = { title: string; version: number }
const edit = { text: 'Minha', origin: 'Antiga', version: 1 }
const late = (current: Named) => new CallError('tarde', { status: 409, current })
const titleOf = ({ title }: Named) => title

test('goes out once more when only something else changed', async () => {
  const send = vi.fn(async (version: number): Promise<Named> => {
    if (version === 1) throw late({ title: 'Antiga', version: 2 })
    return { title: 'Minha', version: 3 }
  })
  expect(await sendText(edit, send, titleOf)).toEqual({ title: 'Minha', version: 3 })
  expect(send.mock.calls).toEqual([[1], [2]])
})

test('both wrote the same: there is nothing to decide', async () => {
  const send = async (): Promise<Named> => Promise.reject(late({ title: 'Minha', version: 2 }))
  expect(await sendText(edit, send, titleOf)).toEqual({ title: 'Minha', version: 2 })
})

test('what somebody else wrote is handed over, not replaced', async () => {
  const send = vi.fn(async (): Promise<Named> => Promise.reject(late({ title: 'Do Caio', version: 2 })))
  const reason = await sendText(edit, send, titleOf).catch((problem: unknown) => problem)
  expect(reason).toBeInstanceOf(TextClash)
  expect(reason).toMatchObject({ clash: { theirs: 'Do Caio', version: 2 } })
  expect(send).toHaveBeenCalledTimes(1)
})

test('any other refusal is passed on', async () => {
  const refusal = new CallError('não', { status: 403 })
  await expect(sendText(edit, (): Promise<Named> => Promise.reject(refusal), titleOf)).rejects.toBe(refusal)
})
