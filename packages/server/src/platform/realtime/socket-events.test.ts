import { expect, test } from 'vitest'
import { z } from 'zod'
import { createRateLimits } from '../limits/rate-limits.ts'
import { createBindEvents, handleEvents } from './socket-events.ts'

test('a message that waits behind another is held as its event takes it, without what else it carried', async () => {
  const read: string[] = []
  const handled: string[] = []
  let goOn = () => {}
  const first = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const say = {
    payload: z.object({ text: z.string() }).transform((payload) => {
      read.push(payload.text)
      return payload
    }),
    reply: z.object({}),
    who: 'anybody' as const,
    limits: { connection: { points: 10, seconds: 1 }, address: { points: 10, seconds: 1 } },
  }
  const events = new Map()
  createBindEvents(events, createRateLimits({ redis: undefined, prefix: 'test', factor: 1 }))(
    { say },
    {
      say: async (_socket, { text }) => {
        if (text === 'slow') await first
        handled.push(text)
        return {}
      },
    },
  )
  let send = (_name: string, ..._args: unknown[]) => {}
  const socket = {
    id: 'one',
    data: { viewer: undefined, address: '10.0.0.1', language: 'pt-BR' },
    onAny: (listener: typeof send) => {
      send = listener
    },
  }
  handleEvents(socket as never, events, { log: undefined as never, config: { rateLimitFactor: 1 } })
  const answers: object[] = []
  send('say', { text: 'slow' }, (answer: object) => answers.push(answer))
  send('say', { text: 'next', more: [{}, {}, {}] }, (answer: object) => answers.push(answer))
  await new Promise(setImmediate)
  expect([read, handled]).toEqual([['slow', 'next'], []])
  goOn()
  await expect.poll(() => answers).toEqual([{}, {}])
  expect(handled).toEqual(['slow', 'next'])
})
