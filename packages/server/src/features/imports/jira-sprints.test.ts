import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { BoardExport, boardExportApi } from '@rodada/contract/boards/export'
import { importsApi } from '@rodada/contract/boards/imports'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { type Sprint, sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { expect, test } from 'vitest'
import { ok } from '../../../test/boards.ts'
import { filesMs, importScene, runImport, sendImport } from '../../../test/imports.ts'
import { jiraRows, jiraSprints, jiraTable, manyJiraSprints } from '../../../test/jira.ts'
import { day, endSprint, makeSprint, readSprint } from '../../../test/sprints.ts'
import { type Statement, statements } from '../../platform/statements.ts'

const scene = importScene('jira')
const { bring, cardsOf, look, run, takeBack } = scene

const token = () => ({ token: scene.ana.token })
const sprintsOf = async (boardId: number): Promise<Sprint[]> =>
  ok(await scene.server.call(sprintsApi.ofBoard, { ...token(), params: { boardId } })).data
const namedOf = async (boardId: number, name: string): Promise<Sprint> => {
  const sprint = (await sprintsOf(boardId)).find(({ nome }) => nome === name)
  if (!sprint) throw new Error(`${name} is there`)
  return sprint
}
const titlesIn = async (boardId: number, name: string) =>
  (await readSprint(scene.server, scene.ana, await namedOf(boardId, name))).tasks.map(({ titulo, status }) => [titulo, status])
const backlogOf = async (boardId: number) =>
  ok(await scene.server.call(sprintTasksApi.backlog, { ...token(), params: { boardId } }))
    .data.tasks.map(({ titulo, came_from }) => [titulo, came_from?.nome])
    .sort()
const reportOf = async ({ id: sprintId }: Pick<Sprint, 'id'>) => {
  const of = { ...token(), params: { sprintId } }
  return {
    ...ok(await scene.server.call(sprintReportsApi.report, of)).data,
    burndown: ok(await scene.server.call(sprintReportsApi.burndown, of)).data,
  }
}
const velocityOf = async (boardId: number) =>
  ok(await scene.server.call(sprintReportsApi.velocity, { ...token(), params: { boardId } })).data
const nothing = { points: 0, hours: 0, tasks: 0 }
/** The same project, so that each test has a board of its own. */
const called = <File>(file: File, prefix: string): File => JSON.parse(JSON.stringify(file).replaceAll('PAG', prefix)) as File

test(
  'sprints come with their days and cards, and say of themselves what the file says of them',
  async () => {
    const looked = await look(jiraSprints())
    expect(looked.plan?.sprints).toEqual([
      { id: '8', name: 'Sprint 8', status: 'planejada', starts_on: day(9), ends_on: day(22), guessed: true, cards: 1 },
      { id: '7', name: 'Sprint 7', status: 'ativa', starts_on: day(-5), ends_on: day(8), guessed: false, cards: 2 },
      { id: '6', name: 'Sprint 6', status: 'encerrada', starts_on: day(-26), ends_on: day(-13), guessed: false, cards: 2 },
      { id: '5', name: 'Sprint 5', status: 'encerrada', starts_on: day(-40), ends_on: day(-27), guessed: false, cards: 1 },
    ])
    expect(looked.warnings.map(({ kind, count, subjects }) => [kind, count, ...subjects])).toEqual([
      ['sprint_dates', 1, 'Sprint 8'],
      ['automations', 1],
    ])
    const { board_id } = await run(looked.id)
    const boardId = board_id ?? 0
    expect((await sprintsOf(boardId)).map((each) => [each.nome, each.status, each.data_inicio, each.data_fim, each.recorded])).toEqual([
      ['Sprint 7', 'ativa', day(-5), day(8), true],
      ['Sprint 8', 'planejada', day(9), day(22), true],
      ['Sprint 6', 'encerrada', day(-26), day(-13), false],
      ['Sprint 5', 'encerrada', day(-40), day(-27), false],
    ])
    expect([await titlesIn(boardId, 'Sprint 5'), await titlesIn(boardId, 'Sprint 6'), await titlesIn(boardId, 'Sprint 8')]).toEqual([
      [['Feita na 5', 'concluida']],
      [['Passou da 5 à 6', 'concluida']],
      [['Para a 8', 'pendente']],
    ])
    expect((await titlesIn(boardId, 'Sprint 7')).sort()).toEqual([
      ['Feita na 7', 'concluida'],
      ['Passou da 6 à 7', 'em_andamento'],
    ])
    expect(await backlogOf(boardId)).toEqual([
      ['Ficou da 6', 'Sprint 6'],
      ['Sem sprint', undefined],
    ])
    expect((await namedOf(boardId, 'Sprint 5')).descricao).toBe('Pix no ar')

    // What stands on a card is what the journal says of it, last: figures are read from both.
    const { db } = scene.server.app.deps
    const entries = await db
      .selectFrom('activities')
      .selectAll()
      .where('board_id', '=', boardId)
      .where('of_card_id', 'is not', null)
      .orderBy('id')
      .execute()
    const last = new Map(entries.map((entry) => [entry.of_card_id, entry]))
    for (const card of await db.selectFrom('cards').selectAll().where('board_id', '=', boardId).execute()) {
      const { sprint_id, column_id, status } = last.get(card.id) ?? {}
      expect([card.title, sprint_id, column_id, status]).toEqual([card.title, card.sprint_id, card.column_id, card.status])
    }

    // One that ended says what was done in it and how many were not. What it promised, and when they went, is in no file.
    const six = await reportOf(await namedOf(boardId, 'Sprint 6'))
    expect([six.sprint.tasks_concluidas, six.sprint.total_tasks, six.sprint.recorded, six.sprint.can.reopen]).toEqual([1, 3, false, false])
    expect(six.done.map(({ titulo, added_late, days }) => [titulo, added_late, days])).toEqual([['Passou da 5 à 6', false, 6]])
    expect([six.open, six.left, six.committed, six.added, six.completed.points]).toEqual([[], [], nothing, nothing, 3])
    expect([six.burndown.days, six.burndown.committed, six.burndown.completed]).toEqual([[], nothing, { points: 3, hours: 0, tasks: 1 }])
    const { sprints, average } = await velocityOf(boardId)
    expect(sprints.map(({ nome, committed, completed, recorded }) => [nome, committed, completed.points, recorded])).toEqual([
      ['Sprint 5', nothing, 8, false],
      ['Sprint 6', nothing, 3, false],
    ])
    expect(average.points).toBe(5.5)

    // One that lasts promised what it had when it came, and nothing is told of the days before.
    const seven = await reportOf(await namedOf(boardId, 'Sprint 7'))
    expect([seven.committed.tasks, seven.completed.tasks, seven.added.tasks, seven.spilled.tasks]).toEqual([2, 1, 0, 1])
    expect(seven.done.map(({ titulo, added_late, days }) => [titulo, added_late, days])).toEqual([['Feita na 7', false, 3]])
    const known = seven.burndown.days.filter(({ scope }) => scope !== null)
    expect(known.map((each) => [each.day, each.scope?.points, each.remaining?.points])).toEqual([[day(), 6, 3]])
  },
  filesMs,
)

test(
  'brought again, sprints and cards are there once, and what people changed here stays; what changed there comes, and goes when it is undone',
  async () => {
    const { server, ana } = scene
    const file = called(jiraSprints(), 'UPD')
    const { boardId, importId: first } = await bring(file)
    const shown = async () => ({
      sprints: (await sprintsOf(boardId)).map(({ id, nome, data_fim, status, total_tasks }) => [id, nome, data_fim, status, total_tasks]),
      cards: (await cardsOf(boardId)).map(({ id, title, list }) => [id, title, list]).sort(),
      backlog: await backlogOf(boardId),
      in: [await titlesIn(boardId, 'Sprint 7'), await titlesIn(boardId, 'Sprint 8')],
    })
    const before = await shown()
    const same = await bring(file)
    expect([same.boardId, await shown()]).toEqual([boardId, before])

    const [seven, eight] = [await namedOf(boardId, 'Sprint 7'), await namedOf(boardId, 'Sprint 8')]
    const own = await makeSprint(server, ana, { id: boardId }, { nome: 'Nossa' })
    ok(await server.call(sprintsApi.update, { ...token(), params: { sprintId: seven.id }, body: { nome: 'Sete', data_fim: day(9) } }))
    ok(await server.call(sprintsApi.remove, { ...token(), params: { sprintId: eight.id } }))
    const cards = new Map((await cardsOf(boardId)).map(({ title, id }) => [title, id]))
    const moved = { task_ids: [cards.get('Feita na 7') ?? 0], sprint_id: own.id }
    ok(await server.call(sprintTasksApi.changeMany, { ...token(), body: moved }))
    const mine = async () => ({
      sprints: (await sprintsOf(boardId)).map(({ nome, data_fim, status }) => [nome, data_fim, status]).sort(),
      seven: (await titlesIn(boardId, 'Sete')).sort(),
      own: await titlesIn(boardId, 'Nossa'),
      backlog: await backlogOf(boardId),
    })
    const byPeople = await mine()

    // There the seventh ended, a ninth began, and two of its cards are in the ninth.
    const ended = { id: 7, name: 'Sprint 7', state: 'closed', boardId: 1, startDate: `${day(-5)}T12:00:00.000Z` }
    const nine = { id: 9, name: 'Sprint 9', state: 'active', boardId: 1, startDate: `${day()}T12:00:00.000Z` }
    const newer = called(
      jiraSprints({ seven: { ...ended, endDate: `${day(-1)}T12:00:00.000Z`, completeDate: `${day(-1)}T12:00:00.000Z` } }),
      'UPD',
    )
    for (const index of [2, 4, 6]) {
      const { fields } = newer.issues[index] ?? { fields: {} }
      Object.assign(fields, { customfield_10020: [{ ...nine, endDate: `${day(14)}T12:00:00.000Z` }] })
    }
    const looked = await look(newer)
    expect(looked.plan?.sprints.map(({ name, status }) => [name, status])).toEqual([
      ['Sprint 8', 'planejada'],
      ['Sprint 9', 'ativa'],
    ])
    const second = await run(looked.id)
    expect([second.board_id, second.status]).toEqual([boardId, 'done'])
    expect(await mine()).toEqual({
      sprints: [...byPeople.sprints, ['Sprint 9', day(14), 'ativa']].sort(),
      seven: [],
      // Who planned it elsewhere meant it.
      own: [['Feita na 7', 'concluida']],
      backlog: [
        ['Ficou da 6', 'Sprint 6'],
        ['Para a 8', undefined],
      ],
    })
    expect((await titlesIn(boardId, 'Sprint 9')).sort()).toEqual([
      ['Passou da 6 à 7', 'em_andamento'],
      ['Sem sprint', 'pendente'],
    ])

    await takeBack(second.id)
    expect(await mine()).toEqual(byPeople)
    await takeBack(same.importId, first)
    expect((await server.call(sprintsApi.ofBoard, { ...token(), params: { boardId } })).status).toBe(404)
  },
  filesMs,
)

test(
  'one that ended there and lasts here is told and stays open; one that ended here takes no card',
  async () => {
    const { server, ana } = scene
    const { boardId } = await bring(called(jiraSprints(), 'ABE'))
    const eight = await namedOf(boardId, 'Sprint 8')
    await endSprint(server, ana, eight)
    const closed = {
      id: 7,
      name: 'Sprint 7',
      state: 'closed',
      boardId: 1,
      startDate: `${day(-5)}T12:00:00.000Z`,
      endDate: `${day(-1)}T12:00:00.000Z`,
    }
    const newer = called(jiraSprints({ seven: closed }), 'ABE')
    Object.assign(newer.issues[6]?.fields ?? {}, { customfield_10020: [{ id: 8, name: 'Sprint 8', state: 'future', boardId: 1 }] })
    const looked = await look(newer)
    expect(
      looked.warnings.filter(({ kind }) => kind.startsWith('sprint')).map(({ kind, count, subjects }) => [kind, count, subjects]),
    ).toEqual([
      ['sprint_dates', 1, ['Sprint 8']],
      ['sprints_open_here', 1, ['Sprint 7']],
    ])
    await run(looked.id)
    expect((await sprintsOf(boardId)).map(({ nome, status }) => [nome, status]).sort()).toEqual([
      ['Sprint 5', 'encerrada'],
      ['Sprint 6', 'encerrada'],
      ['Sprint 7', 'ativa'],
      ['Sprint 8', 'encerrada'],
    ])
    expect((await titlesIn(boardId, 'Sprint 7')).length).toBe(2)
    expect((await backlogOf(boardId)).map(([title]) => title)).toEqual(['Ficou da 6', 'Para a 8', 'Sem sprint'])
  },
  filesMs,
)

test(
  'a table has names only: a sprint with open cards is a planned one, any other stays a field; the two exports know each other’s sprints',
  async () => {
    const [pix = [], bug = [], epic = []] = jiraRows().map((cells) => cells.map((cell) => cell.replaceAll('PAG', 'TAB')))
    const inSprints = (row: string[], ...names: string[]) =>
      row.map((cell, index) => (index === 22 || index === 23 ? (names[index - 22] ?? '') : cell))
    const rows = [inSprints(pix, 'Sprint 5', 'Sprint 6'), inSprints(bug, 'Sprint 6', 'Sprint 10'), inSprints(epic, 'Sprint 9')]
    const looked = await look(jiraTable(',', rows), 'Jira.csv')
    expect(
      looked.plan?.sprints.map(({ name, status, starts_on, ends_on, guessed }) => [name, status, starts_on, ends_on, guessed]),
    ).toEqual([
      ['Sprint 10', 'planejada', day(15), day(28), true],
      ['Sprint 9', 'planejada', day(1), day(14), true],
    ])
    expect(looked.warnings.filter(({ kind }) => kind.startsWith('sprint')).map(({ kind, subjects }) => [kind, subjects])).toEqual([
      ['sprints_as_field', ['Sprint 5', 'Sprint 6']],
      ['sprint_dates', ['Sprint 9', 'Sprint 10']],
    ])
    const { board_id } = await run(looked.id)
    const boardId = board_id ?? 0
    expect(await titlesIn(boardId, 'Sprint 10')).toEqual([['=HYPERLINK("http://mal";"clique")', 'em_andamento']])
    expect(await titlesIn(boardId, 'Sprint 9')).toEqual([['Pagamentos de março', 'pendente']])

    const search = called(
      jiraSprints({ seven: { id: 70, name: 'Sprint 10', state: 'active', startDate: `${day()}T12:00:00.000Z` } }),
      'TAB',
    )
    const later = await bring(search)
    expect(later.boardId).toBe(boardId)
    expect((await sprintsOf(boardId)).map(({ nome }) => nome).sort()).toEqual(['Sprint 10', 'Sprint 8', 'Sprint 9'])
    await bring(jiraTable(',', rows), 'Jira.csv')
    expect((await sprintsOf(boardId)).map(({ nome }) => nome).sort()).toEqual(['Sprint 10', 'Sprint 8', 'Sprint 9'])
    expect((await titlesIn(boardId, 'Sprint 10')).length).toBe(3)
  },
  filesMs,
)

test(
  'that nobody recorded a sprint goes with its board to another one',
  async () => {
    const { server, ana } = scene
    const { boardId } = await bring(called(jiraSprints(), 'IDA'))
    const file = BoardExport.parse(JSON.parse(String(ok(await server.call(boardExportApi.json, { ...token(), params: { boardId } })))))
    expect(file.sprints.map(({ nome, committed, recorded }) => [nome, committed?.tasks ?? null, recorded])).toContainEqual([
      'Sprint 6',
      null,
      false,
    ])
    const there = await runImport(server, ana, (await sendImport(server, ana, 'rodada', file)).id)
    const [before, after] = [await namedOf(boardId, 'Sprint 6'), await namedOf(there.board_id ?? 0, 'Sprint 6')]
    expect([after.recorded, after.total_tasks, after.tasks_concluidas]).toEqual([false, 3, 1])
    const titles = ({ done, open, left }: Awaited<ReturnType<typeof reportOf>>) =>
      [done, open, left].map((some) => some.map(({ titulo }) => titulo))
    expect(titles(await reportOf(after))).toEqual(titles(await reportOf(before)))
  },
  filesMs,
)

test(
  'sprints that no sprint here can be as they are: one without days stays a field, and a name or days that are too long are cut',
  async () => {
    const file = called(
      jiraSprints({
        six: { id: 6, name: 'Sprint 6', state: 'closed', boardId: 1 },
        seven: {
          id: 7,
          name: `Sete, ${'x'.repeat(300)}`,
          state: 'active',
          boardId: 1,
          startDate: `${day(-5)}T12:00:00.000Z`,
          endDate: '2999-01-01',
        },
        eight: { name: 'constructor', state: 'future', boardId: 1, startDate: 'nunca', endDate: {} },
      }),
      'RAR',
    )
    const looked = await look(file)
    expect(looked.plan?.sprints.map(({ name, status, ends_on }) => [name.slice(0, 11), name.length, status, ends_on])).toEqual([
      ['constructor', 11, 'planejada', expect.any(String)],
      ['Sete, xxxxx', 100, 'ativa', day(361)],
      ['Sprint 5', 8, 'encerrada', day(-27)],
    ])
    const { status, board_id, warnings } = await run(looked.id)
    expect(status).toBe('done')
    expect(warnings.find(({ kind }) => kind === 'sprints_as_field')?.subjects).toEqual(['Sprint 6'])
    expect((await sprintsOf(board_id ?? 0)).length).toBe(3)
    const again = ok(await scene.server.call(importsApi.get, { ...token(), params: { importId: looked.id } }))
    expect(again.plan?.sprints.length).toBe(3)
  },
  filesMs,
)

test(
  'many sprints come all of them, each with what it counted, and once',
  async () => {
    const count = 60
    const file = called(manyJiraSprints(count), 'MUITAS')
    const { boardId } = await bring(file)
    const sprints = await sprintsOf(boardId)
    const inOrder = Array.from({ length: count }, (_, index) => `Sprint ${count - 1 - index}`)
    expect(sprints.map(({ nome }) => nome)).toEqual(inOrder)
    expect((await velocityOf(boardId)).sprints.map(({ completed }) => completed.tasks)).toEqual(Array(8).fill(1))
    for (const name of ['Sprint 0', 'Sprint 34', 'Sprint 59']) {
      const { completed } = await reportOf(await namedOf(boardId, name))
      expect([name, completed.tasks]).toEqual([name, 1])
    }
    // The same file brings no sprint that is there.
    await bring(file)
    expect((await sprintsOf(boardId)).map(({ nome }) => nome)).toEqual(inOrder)
  },
  filesMs,
)

test(
  'while it is added up what ended sprints counted, others have turns, because one may have a million changes',
  async () => {
    const loops = () => performance.nodeTiming.uvMetricsInfo.loopCount
    let asked: { at: number; waited: boolean } | undefined
    let turns = 0
    const listen = (message: unknown): void => {
      const { sql } = message as Statement
      if (sql.includes('partition by sprint_id, card_id')) {
        const own = { at: loops(), waited: false }
        asked = own
        setImmediate(() => {
          own.waited = true
        })
      } else if (asked && sql.includes('"from_sprint_id" in (')) {
        // The answer of a thread may come with the next turn, before what waits for the end of this one.
        turns += asked.waited || loops() > asked.at ? 1 : 0
        asked = undefined
      }
    }
    subscribe(statements.name, listen)
    await bring(called(manyJiraSprints(3), 'SOMA')).finally(() => unsubscribe(statements.name, listen))
    // Another process may have written the board.
    if (scene.server.urls.length === 1) expect(turns).toBe(1)
  },
  filesMs,
)
