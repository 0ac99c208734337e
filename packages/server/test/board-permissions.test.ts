import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { CardHit } from '@rodada/contract/cards/cards'
import { dashboardApi } from '@rodada/contract/instance/dashboard'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BoardRequest, type BoardRow, expectedStatus, type Person, people } from './board-rules.ts'
import { type BoardScenes, boardCalls, openBoardScenes, revisionOf, tokenOf, visibilities } from './board-scene.ts'
import { makeCard, ok } from './boards.ts'
import type { TestServer } from './harness.ts'
import { makeSprint } from './sprints.ts'

let server: TestServer
let scenes: BoardScenes['scenes']
let stop: BoardScenes['stop']

beforeAll(async () => {
  ;({ server, scenes, stop } = await openBoardScenes())
})
afterAll(() => stop())

const refusals = ({ gone = texts.notFound, refused = texts.forbidden }: BoardRow): Record<number, object> => ({
  401: { message: texts.unauthorized, error: 'unauthorized' },
  403: { message: refused, error: 'forbidden' },
  404: { message: gone, error: 'not_found' },
})

describe.each(visibilities)('on a %s board', (visibility) => {
  test.each(boardCalls)('$name answers everybody as the table says, and a refusal changes nothing', async ({ endpoint, row }) => {
    const scene = scenes[visibility]
    const answers: Partial<Record<Person, number>> = {}
    const expected: Partial<Record<Person, number>> = {}
    // What a refusal left as it was, the next one finds as it was.
    let request: BoardRequest | undefined
    for (const who of people) {
      request ??= await row.request(scene)
      const before = await revisionOf(scene)
      const { status, body } = await server.call(endpoint, { token: tokenOf(scene, who), ...request })
      answers[who] = status
      expected[who] = expectedStatus(row.need, visibility, who)
      if (status !== 200) {
        expect(body).toEqual(refusals(row)[status])
        expect(await revisionOf(scene)).toBe(before)
      } else {
        await row.after?.(scene)
        request = undefined
      }
    }
    if (request) await row.after?.(scene)
    expect(answers).toEqual(expected)
  })

  test('lists, counts, searches and numbers hold the board only for who may read it', async () => {
    const scene = scenes[visibility]
    const card = await makeCard(server, scene.accounts['board admin'], scene.board, 'Relatório trimestral')
    const sprint = await makeSprint(server, scene.accounts['board admin'], scene.board, { nome: 'Sprint trimestral' })
    for (const who of people.filter((person) => expectedStatus('session', visibility, person) === 200)) {
      const token = tokenOf(scene, who)
      const holds = (boards: { id: number }[]) => boards.some(({ id }) => id === scene.board.id)
      const found = (cards: CardHit[]) => cards.some(({ id }) => id === card.id)
      const boards = ok(await server.call(boardsApi.list, { token, query: { limit: 200 } }))
      const counts = ok(await server.call(boardsApi.counts, { token }))
      const params = { userId: scene.accounts['board admin'].user.id }
      const stats = ok(await server.call(dashboardApi.stats, { token }))
      const sprints = ok(await server.call(sprintsApi.list, { token, query: { q: 'trimestral', limit: 200 } })).data
      const ofAll = ok(await server.call(sprintsApi.list, { token, query: { status: 'encerradas', limit: 200 } })).data
      const summary = ok(await server.call(sprintsApi.summary, { token })).data
      if (ofAll.length < 200) expect([who, summary.ended, summary.all - summary.active]).toEqual([who, ofAll.length, ofAll.length])
      expect([
        who,
        sprints.some(({ id }) => id === sprint.id),
        holds(boards),
        holds(ok(await server.call(boardsApi.list, { token, query: { visibility, limit: 200 } }))),
        holds(ok(await server.call(boardsApi.ofUser, { token, params }))),
        found(ok(await server.call(cardsApi.search, { token, query: { q: 'trimestral' } }))),
        found(ok(await server.call(cardsApi.search, { token, query: { board_id: scene.board.id } }))),
        stats.recentActivity.some(({ board_id }) => board_id === scene.board.id),
      ]).toEqual([who, ...Array(7).fill(expectedStatus('read', visibility, who) === 200)])
      expect(counts).toEqual({
        all: boards.length,
        public: boards.filter(({ is_public }) => is_public).length,
        private: boards.filter(({ is_public }) => !is_public).length,
      })
    }
  })

  test('what a screen is told it can do is what the calls allow', async () => {
    const scene = scenes[visibility]
    const params = { boardId: scene.board.id }
    for (const who of people.filter((person) => expectedStatus('read', visibility, person) === 200)) {
      const can = {
        write: expectedStatus('write', visibility, who) === 200,
        administer: expectedStatus('administer', visibility, who) === 200,
      }
      const board = ok(await server.call(boardsApi.get, { token: tokenOf(scene, who), params }))
      const sprints = ok(await server.call(sprintsApi.ofBoard, { token: tokenOf(scene, who), params })).data
      for (const sprint of sprints) expect([who, sprint.can.write]).toEqual([who, can.write && sprint.ended_at === null])
      expect([who, board.can, board.role]).toEqual([who, can, can.administer ? 'admin' : can.write ? 'member' : 'guest'])
    }
  })
})

/** Params that lead nowhere, in the shape of others. */
const nowhere = (params: Record<string, string | number> = {}) =>
  Object.fromEntries(Object.keys(params).map((name): [string, string | number] => [name, name === 'key' ? 'ZZZ-999999999' : 2_000_000_000]))

/** A body whose ids lead nowhere. */
const nowhereIn = (body: unknown) =>
  typeof body !== 'object' || body === null
    ? body
    : Object.fromEntries(
        Object.entries(body).map(([name, value]) => {
          if (name === 'board_id' || name === 'sprint_id') return [name, 2_000_000_000]
          return [name, name === 'task_ids' ? [2_000_000_000] : value]
        }),
      )

test.each(boardCalls.filter(({ row }) => row.need !== 'session' && row.need !== 'create a board'))(
  '$name does not tell a stranger a private board from one that does not exist',
  async ({ endpoint, row }) => {
    const scene = scenes.private
    const { params, ...rest } = await row.request(scene)
    for (const who of ['stranger', 'manager', 'just removed'] as const) {
      const token = tokenOf(scene, who)
      const [there, absent] = [
        await server.call(endpoint, { token, params, ...rest }),
        await server.call(endpoint, { token, params: nowhere(params), ...rest, body: nowhereIn(rest.body) }),
      ]
      expect([who, there.status, there.body]).toEqual([who, absent.status, absent.body])
      expect(there.status).toBe(404)
      // Nor does a body that is wrong bring it to light.
      const wrong = { token, query: rest.query, ...(endpoint.body && { body: [] }) }
      const [wrongThere, wrongAbsent] = [
        await server.call(endpoint, { ...wrong, params }),
        await server.call(endpoint, { ...wrong, params: nowhere(params) }),
      ]
      expect([who, wrongThere.status, wrongThere.body]).toEqual([who, wrongAbsent.status, wrongAbsent.body])
    }
    await row.after?.(scene)
  },
)
