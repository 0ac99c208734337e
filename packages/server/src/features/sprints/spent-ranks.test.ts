import { BoardExport, boardExportApi } from '@rodada/contract/boards/export'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { expect, test } from 'vitest'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { filesMs, importScene } from '../../../test/imports.ts'
import { makeSprint, makeTask, readSprint } from '../../../test/sprints.ts'
import { isRank, ranksBehind } from '../../platform/order/ranks.ts'

const scene = importScene('rodada')

/** Behind it nothing can be counted, and before the other one nothing: what is put there gets longer and longer, or no rank. */
const last = 'z'.repeat(60)
const first = `A${'0'.repeat(25)}1`

const token = () => scene.ana.token
const exported = async (boardId: number) =>
  BoardExport.parse(JSON.parse(String(ok(await scene.server.call(boardExportApi.json, { token: token(), params: { boardId } })))))

/** A file of a board with some cards in the first column of its sprint, or in its backlog, which have these ranks in their list's order. */
async function fileOf(place: 'sprint' | 'backlog', ranks: readonly (string | null)[]) {
  const board = await makeBoard(scene.server, scene.ana)
  const sprint = await makeSprint(scene.server, scene.ana, board)
  if (place === 'sprint') await makeTask(scene.server, scene.ana, sprint)
  else await makeCard(scene.server, scene.ana, board)
  const file = await exported(board.id)
  const listRanks = ranksBehind(null, ranks.length)
  const cards = ranks.map((column_rank, index) => ({
    ...file.cards[0],
    ...{ id: index + 1, key: `${board.key_prefix}-${index + 1}`, title: `Cartão ${index}`, rank: listRanks[index], column_rank },
  }))
  return { ...file, cards, journal: [] }
}

const tasksOf = async (boardId: number) => {
  const [sprint] = ok(await scene.server.call(sprintsApi.list, { token: token(), params: { boardId } })).data
  return (await readSprint(scene.server, scene.ana, { id: sprint?.id ?? 0 })).tasks
}
const backlogOf = async (boardId: number) =>
  ok(await scene.server.call(sprintTasksApi.backlog, { token: token(), params: { boardId }, query: { limit: 100 } })).data.tasks
const put = async (taskId: number, after_id: number | null) =>
  ok(await scene.server.call(sprintTasksApi.update, { token: token(), params: { taskId }, body: { after_id } }))
const rank = async (boardId: number, task_id: number, after_id: number | null) =>
  ok(await scene.server.call(sprintTasksApi.rankBacklog, { token: token(), params: { boardId }, body: { task_id, after_id } }))
const many = async (task_ids: number[], sprint_id: number | null) =>
  ok(await scene.server.call(sprintTasksApi.changeMany, { token: token(), body: { task_ids, sprint_id } }))

/** Leaves a rank in the database as an earlier version did. */
const store = (id: number, column_rank: string) =>
  scene.server.app.deps.db.updateTable('cards').set({ column_rank }).where('id', '=', id).execute()

type Ranked = { id: number; rank: string | null }
/** That these tasks stand in this order, each at a place of its own that a file may bring, too. */
function expectOrder(tasks: readonly Ranked[], ids: readonly number[]) {
  expect(tasks.map(({ id }) => id)).toEqual(ids)
  const ranks = tasks.flatMap(({ rank: own }) => own ?? [])
  expect(Math.max(...ranks.map((own) => own.length))).toBeLessThanOrEqual(60)
  expect([new Set(ranks).size, ranks.filter((own) => !isRank(own))]).toEqual([ranks.length, []])
}
const behind = (ids: readonly number[], moved: number, after: number | null) => {
  const rest = ids.filter((id) => id !== moved)
  return rest.toSpliced(after === null ? 0 : rest.indexOf(after) + 1, 0, moved)
}

/** Puts tasks of a column behind its last one, again and again, and others on top. */
async function playInColumn(boardId: number, before: readonly number[]) {
  let ids = before
  for (const toTop of [false, false, false, true, true, true, false]) {
    const [moved = 0, after = null] = toTop ? [ids.at(-1)] : [ids.at(-2), ids.at(-1)]
    await put(moved, after)
    ids = behind(ids, moved, after)
    expectOrder(await tasksOf(boardId), ids)
  }
}

/** The same in a backlog, where those that nobody ranked have no rank yet. */
async function playInBacklog(boardId: number, before: readonly number[]) {
  let ids = before
  for (const toTop of [false, false, true, true, true, false]) {
    const [moved = 0, after = null] = toTop ? [ids.at(-1)] : [ids.at(-2), ids.at(-1)]
    await rank(boardId, moved, after)
    ids = behind(ids, moved, after)
    expectOrder(await backlogOf(boardId), ids)
  }
}

test('a place in a column that has no room behind it or before it comes as none, and no rank gets long', { timeout: filesMs }, async () => {
  for (const none of [[last], [last, first, '!!']]) {
    const { boardId } = await scene.bring(await fileOf('sprint', [...none, ...ranksBehind(null, 297)]))
    const tasks = await tasksOf(boardId)
    const numbers = Array.from({ length: none.length + 297 }, (_, index) => index)
    expect(tasks.map(({ titulo }) => titulo)).toEqual(
      [...numbers.slice(none.length), ...numbers.slice(0, none.length)].map((n) => `Cartão ${n}`),
    )
    await playInColumn(
      boardId,
      tasks.map(({ id }) => id),
    )
  }
})

test('nor does one of a backlog', { timeout: filesMs }, async () => {
  for (const none of [[last], [last, null, first]]) {
    const unranked = [...none, ...Array.from({ length: 40 }, () => null)]
    const { boardId } = await scene.bring(await fileOf('backlog', [...unranked, 'a1', 'a0']))
    const tasks = await backlogOf(boardId)
    const numbers = [unranked.length + 1, unranked.length, ...unranked.keys()]
    expect(tasks.map(({ titulo }) => titulo)).toEqual(numbers.map((n) => `Cartão ${n}`))
    await playInBacklog(
      boardId,
      tasks.map(({ id }) => id),
    )
  }
})

test('what is in the database already heals at the next move', async () => {
  const { server, ana } = scene
  for (const [top, bottom] of [
    [first, last],
    ['Zz', 'z'.repeat(9000)],
    [`A${'0'.repeat(26)}`, `z${'z'.repeat(26)}${'z'.repeat(400)}V`],
  ] as const) {
    const board = await makeBoard(server, ana)
    const sprint = await makeSprint(server, ana, board)
    const tasks: number[] = []
    for (let n = 0; n < 6; n += 1) tasks.push((await makeTask(server, ana, sprint)).id)
    await store(tasks[0] ?? 0, top)
    await store(tasks[5] ?? 0, bottom)
    await playInColumn(board.id, tasks)

    const cards: number[] = []
    for (let n = 0; n < 6; n += 1) cards.push((await makeCard(server, ana, board)).id)
    await store(cards[0] ?? 0, top)
    await store(cards[1] ?? 0, bottom)
    await playInBacklog(board.id, cards)
  }
})

test('many tasks come behind such a rank, and before it', async () => {
  const { server, ana } = scene
  const board = await makeBoard(server, ana)
  const sprint = await makeSprint(server, ana, board)
  const [a, b] = [(await makeTask(server, ana, sprint)).id, (await makeTask(server, ana, sprint)).id]
  const cards: number[] = []
  for (let n = 0; n < 12; n += 1) cards.push((await makeCard(server, ana, board)).id)
  await store(b, 'z'.repeat(9000))
  await many(cards, sprint.id)
  expectOrder(await tasksOf(board.id), [a, b, ...cards])

  const rest = cards.slice(10)
  await many(rest, null)
  await store(rest[0] ?? 0, first)
  await many(cards.slice(0, 10), null)
  expectOrder(await backlogOf(board.id), cards)
})
