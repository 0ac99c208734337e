import { boardsApi } from '@rodada/contract/boards/board-calls'
import { BoardExport, boardExportApi } from '@rodada/contract/boards/export'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { limits } from '@rodada/contract/core/limits'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { expect, test } from 'vitest'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { filesMs, importScene, runImport, sendImport } from '../../../test/imports.ts'
import { day } from '../../../test/sprints.ts'
import { longestTurn } from '../../../test/turns.ts'

const scene = importScene('jira')
const token = () => ({ token: scene.ana.token })
const exported = async (boardId: number): Promise<BoardExport> => {
  const text: unknown = ok(await scene.server.call(boardExportApi.json, { ...token(), params: { boardId } }))
  return BoardExport.parse(JSON.parse(String(text)))
}
const reportOf = async (boardId: number) => {
  const [sprint] = ok(await scene.server.call(sprintsApi.ofBoard, { ...token(), params: { boardId } })).data
  return ok(await scene.server.call(sprintReportsApi.report, { ...token(), params: { sprintId: sprint?.id ?? 0 } })).data
}

const moves = 61
const [toDo, doing] = [
  { id: '1', name: 'A fazer', statusCategory: { key: 'new' } },
  { id: '3', name: 'Fazendo', statusCategory: { key: 'indeterminate' } },
]
/** A sprint that lasts, with an issue that went to and fro. */
const restless = () => ({
  issues: [
    {
      ...{ id: '1', key: 'VAI-1' },
      fields: {
        ...{ summary: 'Inquieto', status: doing, issuetype: { name: 'Story' }, created: `${day(-20)}T09:00:00.000-0300` },
        ...{ project: { id: '1', key: 'VAI', name: 'Vaivém' }, customfield_10016: 5 },
        customfield_10020: [
          { id: 7, name: 'Sprint 7', state: 'active', startDate: `${day(-3)}T12:00:00.000Z`, endDate: `${day(9)}T12:00:00.000Z` },
        ],
      },
      changelog: {
        histories: Array.from({ length: moves }, (_, at) => {
          const [from, to] = at % 2 ? [doing, toDo] : [toDo, doing]
          const items = [{ field: 'status', from: from.id, fromString: from.name, to: to.id, toString: to.name }]
          return { id: `${at}`, created: new Date(Date.parse(`${day(-19)}T09:00:00Z`) + at * 3_600_000).toISOString(), items }
        }),
      },
    },
  ],
  names: { customfield_10016: 'Story point estimate', customfield_10020: 'Sprint' },
})

test('of a thousand changes of a card figures of its sprint read the last ones, and all of them come', { timeout: filesMs }, async () => {
  const { boardId } = await scene.bring(restless())
  const { journal } = await exported(boardId)
  expect(journal.filter(({ kind }) => kind === 'card.moved')).toHaveLength(moves)
  expect(journal.filter(({ after }) => after !== null && after.sprint_id !== null).length).toBeLessThan(15)
  const { open, added, sprint } = await reportOf(boardId)
  expect([sprint.nome, added.tasks]).toEqual(['Sprint 7', 0])
  expect(open.map(({ titulo, points, status }) => [titulo, points, status])).toEqual([['Inquieto', 5, 'em_andamento']])
})

test('a journal of cards that are no more fills no report without end', { timeout: filesMs }, async () => {
  const { boardId } = await scene.bring(restless())
  const whole = await exported(boardId)
  const line = whole.journal.findLast(({ after }) => after !== null && after.sprint_id !== null)
  if (!line) throw new Error('the card is in a sprint')
  const gone = Array.from({ length: limits.importedSprintCards + 40 }, (_, at) => ({ ...line, id: 900_000 + at, card_id: 900_000 + at }))
  const file = { ...whole, board: { ...whole.board, id: 77 }, journal: [...whole.journal, ...gone] }
  const looked = await sendImport(scene.server, scene.ana, 'rodada', file)
  // One of them is the card that is there.
  expect(looked.warnings.find(({ kind }) => kind === 'journal_lines')?.count).toBe(41)
  const done = await runImport(scene.server, scene.ana, looked.id)
  const { open, left } = await reportOf(done.board_id ?? 0)
  expect(open.length + left.length).toBeLessThanOrEqual(limits.importedSprintCards)
  expect(open.some(({ titulo }) => titulo === 'Inquieto')).toBe(true)
})

const many = 40_000
const hourMs = 3_600_000

test('a journal of very many hours keeps nobody waiting for a burndown, and its numbers are those of its days', {
  timeout: filesMs,
}, async () => {
  const { boardId } = await scene.bring(restless())
  const whole = await exported(boardId)
  const line = whole.journal.findLast(({ after }) => after !== null && after.sprint_id !== null)
  if (!line?.after) throw new Error('the card is in a sprint')
  const { after } = line
  let id = 900_000
  /** The card has so many points from an instant on. */
  const at = (time: number, more: Partial<typeof after>) => {
    id += 1
    return { ...line, id, created_at: new Date(time).toISOString(), after: { ...after, ...more } }
  }
  const hourly = (from: string, count: number, points: number) =>
    Array.from({ length: count }, (_, hour) => at(Date.parse(from) + hour * hourMs, { estimate: hour === count - 1 ? points : hour % 7 }))
  /** A sprint of two weeks some years ago that nobody ended, with so many hours before it, in it and long after it. */
  const bring = async (boardSerial: number, created_at: string, hours: number) => {
    const sprints = whole.sprints.map((sprint) => ({ ...sprint, data_inicio: '2020-01-06', data_fim: '2020-01-17', created_at }))
    const lines = [
      ...hourly('2014-01-01T00:30:00Z', hours, 2),
      at(Date.parse('2020-01-06T15:00:00Z'), { estimate: 3 }),
      at(Date.parse('2020-01-08T15:00:00Z'), { estimate: 5 }),
      at(Date.parse('2020-01-10T15:00:00Z'), { estimate: 5, status: 'concluida' }),
      at(Date.parse('2020-01-13T15:00:00Z'), { estimate: 5, status: 'em_andamento' }),
      ...hourly('2021-06-01T00:30:00Z', hours, 8),
    ]
    const file = { ...whole, board: { ...whole.board, id: boardSerial }, sprints, journal: lines }
    const looked = await sendImport(scene.server, scene.ana, 'rodada', file)
    const done = await runImport(scene.server, scene.ana, looked.id)
    const params = { boardId: done.board_id ?? 0 }
    const [sprint] = ok(await scene.server.call(sprintsApi.ofBoard, { ...token(), params })).data
    return sprint?.id ?? 0
  }
  const burndownOf = async (sprintId: number) =>
    ok(await scene.server.call(sprintReportsApi.burndown, { ...token(), params: { sprintId } })).data
  const longest = (sprintId: number) => longestTurn(() => burndownOf(sprintId))
  const remaining = ({ days }: Awaited<ReturnType<typeof burndownOf>>) =>
    Object.fromEntries(days.map((one) => [one.day, [one.remaining?.points, one.scope?.points]]))

  const long = await bring(78, '2019-12-20T12:00:00.000Z', many)
  const shown = await burndownOf(long)
  expect(shown.committed.points).toBe(3)
  expect(remaining(shown)).toMatchObject({
    '2020-01-06': [3, 3],
    '2020-01-07': [3, 3],
    '2020-01-08': [5, 5],
    '2020-01-10': [0, 5],
    '2020-01-12': [0, 5],
    '2020-01-13': [5, 5],
    '2021-01-17': [5, 5],
  })
  // What changed behind the last day that is shown is known, too, and was promised where the sprint was made after it.
  const made = await burndownOf(await bring(79, '2024-02-01T12:00:00.000Z', 40))
  expect(made.committed.points).toBe(8)
  const [most, least] = [await longest(long), await longest(await bring(80, '2019-12-20T12:00:00.000Z', 40))]
  expect(most).toBeLessThan(5 * least + 10)
})

test('a line of a journal comes whole as this program writes it at most, and of one that says much more only the beginning comes', {
  timeout: filesMs,
}, async () => {
  const { server, ana } = scene
  const board = await makeBoard(server, ana)
  const at = { ...token(), params: { boardId: board.id } }
  const name = 'é'.repeat(limits.fieldName)
  const field = ok(await server.call(boardFieldsApi.add, { ...at, body: { name, type: 'text' } }))
  const card = await makeCard(server, ana, board, 'a'.repeat(limits.cardTitle))
  for (const letter of ['b', 'c']) {
    const body = {
      ...{
        title: letter.repeat(limits.cardTitle),
        description: letter,
        notes: letter,
        fields: { [field.id]: letter.repeat(limits.fieldText) },
      },
      ...{ priority: 'urgent' as const, start_date: day(), due_date: day(9), estimate: 0.1, estimated_hours: 0.5 },
    }
    ok(await server.call(cardsApi.update, { ...token(), params: { cardId: card.id }, body }))
  }
  const whole = await exported(board.id)
  const [line] = whole.journal.filter(({ kind }) => kind === 'card.updated')
  if (!line) throw new Error('the card was changed')
  const words = (letter: string) => Array.from({ length: 60 }, () => letter.repeat(500))
  const changes = words('x').map((text) => ({ field: text, from: text, to: text }))
  const long = { ...line, id: 900_000, details: { fields: words('y'), changes } }
  const file = { ...whole, board: { ...whole.board, id: 88 }, journal: [...whole.journal, long] }
  const done = await runImport(server, ana, (await sendImport(server, ana, 'rodada', file)).id)
  const boardId = done.board_id ?? 0
  const { journal } = await exported(boardId)
  const ofCards = (lines: BoardExport['journal']) => lines.filter(({ kind }) => kind.startsWith('card.')).map(({ details }) => details)
  const [came, was] = [ofCards(journal), ofCards(whole.journal)]
  expect(came.slice(0, was.length)).toEqual(was)
  expect(Math.max(...was.map((details) => JSON.stringify(details).length))).toBeGreaterThan(2 * limits.fieldText)
  const [beyond] = came.slice(was.length)
  expect(beyond?.fields?.length).toBeGreaterThan(5)
  expect(JSON.stringify(beyond).length).toBeLessThan(8000)
  const lines = ok(await server.call(boardsApi.activity, { ...token(), params: { boardId }, query: { limit: 50 } }))
  expect(JSON.stringify(lines).length).toBeLessThan(50 * 1000)
})
