import { chromium } from '@playwright/test'
import { browserFlags } from '../../e2e/harness/browser.ts'
import { ensureChromium } from '../../scripts/ensure-chromium.ts'
import { Driver } from '../driver.ts'
import type { BoardTarget } from '../loads/boards.ts'
import { medianBy } from '../numbers.ts'
import { openBoard, sameBytes } from '../open-board.ts'
import { Server } from '../server.ts'
import { emptyPage, firstDrawn } from './page.ts'
import type { Plan } from './plan.ts'
import { ms, type Row, times } from './table.ts'

const sprintTasks = 1000
const reads = 30
const answerGoal = 30
const shownGoal = 1000

const answers = { lista: 'tasks', quadro: 'board', burndown: 'burndown' } as const
const pages = {
  lista: ['tasks', 'tbody tr'],
  quadro: ['board', '[data-kanban-item]'],
  relatório: ['report', 'figure svg[role="img"] path'],
} as const

/** A sprint of 1,000 tasks: its answers beside a bare server that sends the same bytes, and its pages in a real browser. */
export async function sprintRows({ opens, turns, say }: Plan): Promise<Row[]> {
  const bare = await Server.start('bare-http')
  const ours = await Server.start('ours')
  const driver = new Driver()
  const browser = await chromium.launch({ executablePath: (await ensureChromium()).headless, args: browserFlags })
  try {
    const target = await openBoard(ours)
    const bareTarget: BoardTarget = { port: bare.port, token: '', boardId: 1, listIds: [] }
    const { sprintId } = await driver.play('plan', { target, tasks: sprintTasks })
    const rows: Row[] = []

    for (const [name, call] of Object.entries(answers)) {
      const path = `/sprints/${sprintId}/${call}`
      await sameBytes(target, path, bare)
      const measured: { ours: number; baseline: number }[] = []
      for (let turn = 0; turn <= turns; turn++) {
        const baseline = (await driver.play('readPath', { target: bareTarget, path: '/boards/1', times: reads })).p50
        const answer = (await driver.play('readPath', { target, path, times: reads })).p50
        // The first turn warms up.
        if (turn > 0) measured.push({ ours: answer, baseline })
      }
      const median = medianBy(measured, ({ ours, baseline }) => ours / baseline)
      say(`${name}: ${ms(median.ours)} (nu: ${ms(median.baseline)})`)
      rows.push({
        name: `sprint de 1.000 tarefas, ${name}, p50`,
        ours: ms(median.ours),
        baseline: ms(median.baseline),
        ratio: times(median.ours / median.baseline),
        goal: `≤ ${ms(answerGoal)}`,
        ok: median.ours <= answerGoal,
      })
    }

    for (const [name, [page, selector]] of Object.entries(pages)) {
      const shown: { ours: number; baseline: number }[] = []
      for (let run = 0; run < opens; run++) {
        const baseline = await firstDrawn(browser, bareTarget, emptyPage.path, emptyPage.selector)
        shown.push({ baseline, ours: await firstDrawn(browser, target, `/sprint/${sprintId}/${page}`, selector) })
      }
      const { ours, baseline } = medianBy(shown, (pair) => pair.ours)
      say(`${name} no navegador: ${shown.map((pair) => `${ms(pair.ours)} (página vazia: ${ms(pair.baseline)})`).join(', ')}`)
      rows.push({
        name: `… ${name} no navegador, ao lado de uma página vazia`,
        ours: ms(ours),
        baseline: ms(baseline),
        ratio: times(ours / baseline),
        goal: `≤ ${ms(shownGoal)}`,
        ok: ours <= shownGoal,
      })
    }
    return rows
  } finally {
    await browser.close()
    await driver.end()
    await bare.remove()
    await ours.remove()
  }
}
