import { setImmediate } from 'node:timers/promises'
import { authApi } from '@rodada/contract/auth/auth'
import { texts } from '@rodada/contract/texts/texts'
import { describe, expect, test } from 'vitest'
import { callThrough, createEnvironment, startProcess } from '../../../../test/harness.ts'
import { createWorkQueue } from '../../../platform/limits/work-queue.ts'

describe('costly work', () => {
  /** A queue of one at a time, whose work ends when the test says so. */
  const open = (limits: { ofLine: number; ofAll: number }) => {
    const inTurn = createWorkQueue({ atOnce: 1, ...limits })
    const order: string[] = []
    const ends: (() => void)[] = []
    const begin = (whose: string, name = whose, who?: string, size?: number) =>
      inTurn(
        whose,
        () =>
          new Promise<string>((resolve) => {
            order.push(name)
            ends.push(() => resolve(name))
          }),
        who,
        size,
      )
    const endAll = async () => {
      for (let ended = 0; ended < ends.length; ended += 1) {
        ends[ended]?.()
        await setImmediate()
      }
    }
    return { begin, order, endAll }
  }

  test('of a flood lets others in between', async () => {
    const { begin, order, endAll } = open({ ofLine: 10, ofAll: 100 })
    const all = [1, 2, 3, 4].map((n) => begin('flood', `flood ${n}`))
    all.push(begin('ana'), begin('bia'), begin('bia', 'bia again'))
    await endAll()
    await Promise.all(all)
    expect(order).toEqual(['flood 1', 'ana', 'bia', 'flood 2', 'bia again', 'flood 3', 'flood 4'])
  })

  test('of one person lets the others of their line in between', async () => {
    const { begin, order, endAll } = open({ ofLine: 10, ofAll: 100 })
    const all = [1, 2, 3, 4].map((n) => begin('office', `flood ${n}`, 'flood'))
    all.push(begin('office', 'ana', 'ana'), begin('office', 'bia', 'bia'), begin('office', 'bia again', 'bia'), begin('home'))
    await endAll()
    await Promise.all(all)
    expect(order).toEqual(['flood 1', 'home', 'ana', 'bia', 'flood 2', 'bia again', 'flood 3', 'flood 4'])
  })

  test('that is small comes before the large pieces of others of its line, and a stream of small ones before no more than its share', async () => {
    const { begin, order, endAll } = open({ ofLine: 20, ofAll: 100 })
    const all = [begin('office', 'first', 'flood', 10), begin('office', 'large 1', 'flood', 10), begin('office', 'large 2', 'flood', 10)]
    all.push(begin('office', 'ana', 'ana', 2))
    all.push(...[1, 2, 3].map((n) => begin('office', `small ${n}`, 'bia', 6)))
    await endAll()
    await Promise.all(all)
    expect(order).toEqual(['first', 'ana', 'small 1', 'small 2', 'small 3', 'large 1', 'large 2'])
  })

  test('beyond its line is refused, and when all is full the longest line loses its last piece', async () => {
    const { begin, order, endAll } = open({ ofLine: 3, ofAll: 4 })
    const refused = expect.objectContaining({ status: 503, retryAfter: 2, message: texts.busy })
    const flood = [1, 2, 3, 4].map((n) => begin('flood', `flood ${n}`))
    await expect(begin('flood', 'flood 5')).rejects.toEqual(refused)
    const ana = begin('ana')
    const last = expect(flood[3]).rejects.toEqual(refused)
    const bia = begin('bia')
    await last
    // No line is longer than this one would be.
    const third = expect(flood[2]).rejects.toEqual(refused)
    const caio = begin('caio')
    await third
    await expect(begin('duda')).rejects.toEqual(refused)
    await endAll()
    expect(await Promise.all([flood[0], flood[1], ana, bia, caio])).toHaveLength(5)
    expect(order).toEqual(['flood 1', 'ana', 'bia', 'caio', 'flood 2'])
  })

  test('is refused when it has waited too long, and what is under way goes on', async () => {
    const inTurn = createWorkQueue({ atOnce: 1, ofLine: 2, ofAll: 2, longestWaitMs: 1 })
    let end = () => {}
    const long = inTurn('a', () => new Promise<string>((resolve) => (end = () => resolve('done'))))
    const refused = { status: 503, message: texts.busy }
    for (const whose of ['a', 'b', 'c']) await expect(inTurn(whose, async () => 'never')).rejects.toMatchObject(refused)
    end()
    expect([await long, await inTurn('a', async () => 'next')]).toEqual(['done', 'next'])
  })

  test('of one line takes no more than its part, and another line waits for none of it', async () => {
    const order: string[] = []
    const ends: (() => void)[] = []
    const inTurn = createWorkQueue({ atOnce: 4, atOnceOfLine: 2, ofLine: 10, ofAll: 10 })
    const begin = (whose: string) =>
      inTurn(whose, () => {
        order.push(whose)
        return new Promise<void>((end) => ends.push(end))
      })
    const all = ['flood', 'flood', 'flood', 'flood', 'ana', 'bia', 'caio', 'flood'].map(begin)
    await setImmediate()
    expect(order).toEqual(['flood', 'flood', 'ana', 'bia'])
    // The place of one of the others is none for the flood.
    ends[2]?.()
    await setImmediate()
    expect(order.slice(4)).toEqual(['caio'])
    ends[3]?.()
    await setImmediate()
    expect(order).toHaveLength(5)
    for (let ended = 0; ended < ends.length; ended += 1) {
      ends[ended]?.()
      await setImmediate()
    }
    await Promise.all(all)
    expect(order.slice(5)).toEqual(['flood', 'flood', 'flood'])
  })

  test('that fails frees its turn', async () => {
    const inTurn = createWorkQueue({ atOnce: 1, ofLine: 1, ofAll: 1 })
    const failing = inTurn('a', () => Promise.reject(new Error('no')))
    const next = inTurn('b', async () => 'done')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('done')
  })
})

test('a flood of logins from one address is refused beyond its line, and another address signs in while it still waits', async () => {
  // Hashes as costly as they are for people.
  const { env, cleanUp } = await createEnvironment({ TRUST_PROXY: '1', PASSWORD_COST: 'm=19456,t=2,p=1' }, { sqlite: true })
  const server = await startProcess(env)
  const call = callThrough((path, init) => fetch(server.url + path, init))
  try {
    const body = { name: 'Ana', email: 'ana@exemplo.com.br', password: 'segredo-da-ana' }
    expect((await call(authApi.register, { body })).status).toBe(200)
    const from = (address: string) => ({ 'x-forwarded-for': address })
    let underWay = 0
    const guess = async (n: number) => {
      underWay += 1
      const answer = await call(authApi.login, {
        body: { email: `x${n}@exemplo.com.br`, password: 'errada' },
        headers: from('203.0.113.7'),
      })
      underWay -= 1
      return answer
    }
    const flood = Array.from({ length: 250 }, (_, n) => guess(n))
    // The line is full.
    await Promise.any(flood.map(async (answer) => expect((await answer).status).toBe(503)))
    expect((await call(authApi.login, { body, headers: from('203.0.113.8') })).status).toBe(200)
    expect(underWay).toBeGreaterThan(0)
    const answers = await Promise.all(flood)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]))
    for (const { headers, body: told } of answers.filter(({ status }) => status === 503))
      expect([headers.get('retry-after'), told.message]).toEqual(['2', texts.busy])
  } finally {
    await server.kill()
    await cleanUp()
  }
})
