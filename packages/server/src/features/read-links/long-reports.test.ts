import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readLinksApi } from '@rodada/contract/boards/read-links'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTeam, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { makeSprint, makeTask } from '../../../test/sprints.ts'
import { type Statement, statements } from '../../platform/statements.ts'

let server: TestServer
beforeAll(async () => {
  // What one process answers, the test hears.
  server = await startServer({ alone: true })
})
afterAll(() => server.stop())

/** A sprint in which very much happened to one card, as in one that was brought from elsewhere. */
async function scene() {
  const team = await makeTeam(server)
  const sprint = await makeSprint(server, team.admin, team.board)
  const { id: cardId } = await makeTask(server, team.admin, sprint, 'Pix', { estimativa_pontos: 5 })
  const { db } = server.app.deps
  const last = await db
    .selectFrom('activities')
    .selectAll()
    .where('of_card_id', '=', cardId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const { id: _, ...line } = { ...last, kind: 'card.state' as const }
  for (let n = 0; n < 5; n += 1)
    await db
      .insertInto('activities')
      .values(Array.from({ length: 500 }, () => line))
      .execute()
  return { ...team, sprint }
}

/** Whether others have a turn between the two looks that a report takes at a journal, while one is asked for. */
async function isReadBeside(ask: () => Promise<unknown>): Promise<boolean> {
  const loops = () => performance.nodeTiming.uvMetricsInfo.loopCount
  let first: { at: number; waited: boolean } | undefined
  let isBeside: boolean | undefined
  const listen = (message: unknown): void => {
    const { sql } = message as Statement
    if (sql.includes('lag(counts) over previous')) {
      const own = { at: loops(), waited: false }
      first = own
      setImmediate(() => {
        own.waited = true
      })
    } else if (first && sql.includes('lead(happened_at) over by_card')) {
      // The answer of a thread may come with the next turn, before what waits for the end of this one.
      isBeside = first.waited || loops() > first.at
    }
  }
  subscribe(statements.name, listen)
  try {
    await ask()
  } finally {
    unsubscribe(statements.name, listen)
  }
  if (isBeside === undefined) throw new Error('no report was read')
  return isBeside
}

test('while the report of a sprint with a long journal is added up others have turns, also when strangers read it', async () => {
  const { admin, board, sprint } = await scene()
  const { token } = admin
  const params = { boardId: board.id }
  const { url } = ok(await server.call(readLinksApi.create, { token, params, body: { sprint_id: sprint.id } }))
  const seen: unknown[] = []
  const own = await isReadBeside(async () => {
    const { data } = ok(await server.call(sprintReportsApi.report, { token, params: { sprintId: sprint.id } }))
    seen.push(data.open.map(({ titulo, points }) => [titulo, points]))
  })
  const strange = await isReadBeside(async () => {
    const page = ok(await server.call(readLinksApi.read, { params: { secret: url.slice(-43) } }))
    seen.push(page.kind === 'report' && page.open.map(({ titulo, points }) => [titulo, points]))
  })
  expect([own, strange]).toEqual([true, true])
  expect(seen).toEqual([[['Pix', 5]], [['Pix', 5]]])
  const { data } = ok(await server.call(sprintReportsApi.burndown, { token, params: { sprintId: sprint.id } }))
  expect(data.days.at(-1)).toBeDefined()
})
