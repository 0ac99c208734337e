import { BoardExport, boardExportApi } from '@rodada/contract/boards/export'
import { limits } from '@rodada/contract/core/limits'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { expect, test } from 'vitest'
import { ok } from '../../../test/boards.ts'
import { filesMs, importScene, runImport, sendImport } from '../../../test/imports.ts'
import { day } from '../../../test/sprints.ts'

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
