import { BoardExport, boardExportApi } from '@rodada/contract/boards/export'
import { limits } from '@rodada/contract/core/limits'
import { expect, test } from 'vitest'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { filesMs, importScene, runImport, sendImport } from '../../../test/imports.ts'
import { endSprint, makeSprint, makeTask } from '../../../test/sprints.ts'

const scene = importScene('rodada')

const exported = async (boardId: number): Promise<BoardExport> => {
  const text: unknown = ok(await scene.server.call(boardExportApi.json, { token: scene.ana.token, params: { boardId } }))
  return BoardExport.parse(JSON.parse(String(text)))
}

/** A board with a sprint that ended, one with a task, and a card beside them. */
async function makeFile() {
  const { server, ana } = scene
  const board = await makeBoard(server, ana)
  const ended = await makeSprint(server, ana, board)
  await endSprint(server, ana, ended)
  const sprint = await makeSprint(server, ana, board)
  const [task, card] = [await makeTask(server, ana, sprint), await makeCard(server, ana, board, 'Chegou')]
  const whole = await exported(board.id)
  const [planned, loose] = [task, card].map(({ id }) => whole.cards.find((each) => each.id === id))
  if (!planned || !loose) throw new Error('both are in the file')
  return { whole, planned, loose, ended }
}
const bring = async (file: BoardExport, serial: number) => {
  const looked = await sendImport(scene.server, scene.ana, 'rodada', { ...file, board: { ...file.board, id: serial } })
  const { board_id } = await runImport(scene.server, scene.ana, looked.id)
  return { looked, brought: await exported(board_id ?? 0) }
}

test('behind the very last place of a column there is room for as many as come', { timeout: filesMs }, async () => {
  const { whole, planned } = await makeFile()
  const tasks = Array.from({ length: 1000 }, (_, at) => ({
    ...{ ...planned, id: 900_000 + at, key: `FIM-${10_000 + at}`, title: `Tarefa ${at}`, checklists: [], comments: [] },
    column_rank: at === 0 ? 'fzzzzzz' : '',
  }))
  const { brought } = await bring({ ...whole, cards: [...whole.cards, ...tasks], journal: [] }, 901)
  const places = brought.cards.flatMap(({ title, column_rank }) => (title.startsWith('Tarefa ') ? [column_rank ?? ''] : []))
  expect(new Set(places).size).toBe(tasks.length)
  expect(Math.max(...places.map((place) => place.length))).toBeLessThan(10)
})

test('of a sprint come no more cards than can forget it at once', { timeout: filesMs }, async () => {
  const { whole, loose, ended } = await makeFile()
  const cards = Array.from({ length: limits.importedSprintCards + 40 }, (_, at) => ({
    ...{ ...loose, id: 900_000 + at, key: `FIM-${10_000 + at}`, title: `Cartão ${at}`, from_sprint_id: ended.id },
  }))
  const { brought } = await bring({ ...whole, cards, journal: [] }, 902)
  expect(brought.cards).toHaveLength(cards.length)
  expect(brought.cards.filter(({ from_sprint_id }) => from_sprint_id !== null)).toHaveLength(limits.importedSprintCards)
})

test('of a card that arrived very often the first arrivals come, and of the others what it was then', { timeout: filesMs }, async () => {
  const { whole, loose } = await makeFile()
  const line = whole.journal.find(({ card_id, after }) => card_id === loose.id && after !== null)
  if (!line) throw new Error('the card was made')
  const often = 3 * limits.importedArrivals
  const arrivals = Array.from({ length: often }, (_, at) => ({
    ...{ ...line, id: 900_000 + at, kind: 'card.arrived' as const, details: { from: `VEM-${at}` } },
  }))
  const { looked, brought } = await bring({ ...whole, journal: [...whole.journal, ...arrivals] }, 903)
  expect(looked.warnings.find(({ kind }) => kind === 'journal_lines')?.count).toBe(often - limits.importedArrivals)
  const came = brought.cards.find(({ title }) => title === loose.title)
  expect(came?.former_keys).toEqual(arrivals.slice(0, limits.importedArrivals).map(({ details }) => details.from))
  const states = ({ journal }: BoardExport) => journal.filter(({ after }) => after !== null).length
  expect(states(brought)).toBe(states(whole) + often)
})
