import { Driver } from '../driver.ts'
import type { BoardTarget } from '../loads/boards.ts'
import { medianBy } from '../numbers.ts'
import { addFields, openBoard, sameBytes } from '../open-board.ts'
import { Server } from '../server.ts'
import type { Plan } from './plan.ts'
import { ms, type Row, times, whole } from './table.ts'

const boardCards = 5000
const boardFiles = 500
const reads = 30
const moves = 300

type Turn = { ours: number; baseline: number }

/** Boards over HTTP: cards a second of ten clients, a board of 5,000 cards, a move. Both servers run all the time and take turns. */
export async function boardRows({ turns, seconds, say }: Plan): Promise<Row[]> {
  const bare = await Server.start('bare-http')
  const ours = await Server.start('ours')
  const driver = new Driver()
  try {
    const bareTarget: BoardTarget = { port: bare.port, token: '', boardId: 1, listIds: [1, 2, 3] }
    const inTurns = async (
      name: string,
      measure: (target: BoardTarget) => Promise<number>,
      ourTarget: () => Promise<BoardTarget>,
    ): Promise<Turn> => {
      const measured: Turn[] = []
      for (let turn = 0; turn <= turns; turn++) {
        const pair = { baseline: await measure(bareTarget), ours: await measure(await ourTarget()) }
        // The first turn warms up.
        if (turn > 0) measured.push(pair)
        if (turn > 0) say(`${name} ${turn}/${turns}: ${pair.ours.toFixed(1)} (nu: ${pair.baseline.toFixed(1)})`)
      }
      return medianBy(measured, ({ ours, baseline }) => ours / baseline)
    }
    // A board for each turn: an answer says which place its card has, so the lists of ten turns, of 10,000 cards each, would be measured.
    const created = await inTurns(
      'cartões/s',
      async (target) => (await driver.play('create', { target, seconds })).perSecond,
      () => openBoard(ours),
    )

    const large = await openBoard(ours)
    await driver.play('fill', { target: large, cards: boardCards })
    await sameBytes(large, `/boards/${large.boardId}`, bare)
    const read = await inTurns(
      'quadro',
      async (target) => (await driver.play('readPath', { target, path: `/boards/${target.boardId}`, times: reads })).p50,
      async () => large,
    )
    const withFields = async (name: string, all: boolean) => {
      const board = await openBoard(ours)
      await driver.play('fill', { target: board, cards: boardCards, fields: await addFields(ours, board, { all }) })
      await driver.play('attach', { target: board, files: boardFiles })
      await sameBytes(board, `/boards/${board.boardId}`, bare)
      const path = (target: BoardTarget) => `/boards/${target.boardId}`
      const measure = async (target: BoardTarget) => (await driver.play('readPath', { target, path: path(target), times: reads })).p50
      return inTurns(name, measure, async () => board)
    }
    const filled = await withFields('quadro com campos', false)
    const full = await withFields('quadro com todos os campos no cartão', true)
    const changed = await inTurns(
      'quadro que mudou',
      async (target) => (await driver.play('readChanged', { target, times: reads })).p50,
      async () => large,
    )
    const moved = await inTurns(
      'mover',
      async (target) => (await driver.play('moveCards', { target, times: moves })).p50,
      async () => large,
    )
    return [
      {
        name: 'cartões criados por segundo, 10 clientes',
        ours: whole(created.ours),
        baseline: whole(created.baseline),
        ratio: times(created.ours / created.baseline),
        goal: '≥ 1.000 e ≥ 0,40',
        ok: created.ours >= 1000 && created.ours / created.baseline >= 0.4,
      },
      timeRow(`quadro de ${whole(boardCards)} cartões, comprimido, p50`, read, 40),
      timeRow(`… com 10 campos, 5 deles nos cartões, e ${boardFiles} arquivos`, filled, 40),
      timeRow(`… com 10 campos, todos nos cartões, e ${boardFiles} arquivos`, full, 40),
      timeRow('… sem campos, a primeira leitura depois de cada mudança, p50', changed, 40),
      timeRow('mover um cartão, p50', moved, 5),
    ]
  } finally {
    await driver.end()
    await bare.remove()
    await ours.remove()
  }
}

const timeRow = (name: string, { ours, baseline }: Turn, goal: number): Row => ({
  name,
  ours: ms(ours),
  baseline: ms(baseline),
  ratio: times(ours / baseline),
  goal: `≤ ${ms(goal)}`,
  ok: ours <= goal,
})
