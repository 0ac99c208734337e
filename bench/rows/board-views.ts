import { type Browser, chromium } from '@playwright/test'
import { browserFlags } from '../../e2e/harness/browser.ts'
import { ensureChromium } from '../../scripts/ensure-chromium.ts'
import { Driver } from '../driver.ts'
import type { BoardTarget } from '../loads/boards.ts'
import { medianBy } from '../numbers.ts'
import { openBoard } from '../open-board.ts'
import { Server } from '../server.ts'
import { personAt, watchPage } from './page.ts'
import type { Plan } from './plan.ts'
import { ms, type Row, times } from './table.ts'

const boardCards = 5000
type View = { word: string; first: string; scrolled: string }
const tableRow = '[role="row"] [data-kind="title"]'
const card = '[data-kanban-item]'
const views: readonly (View & { name: string })[] = [
  { name: 'a tabela', word: 'tabela', first: tableRow, scrolled: tableRow },
  // Its weeks fit on the screen; what scrolls are the cards without a date, which stand beside the days.
  { name: 'o calendário', word: 'calendario', first: `[data-day] ${card}`, scrolled: `aside ${card}` },
  { name: 'a linha do tempo', word: 'linha', first: card, scrolled: card },
]
const lists: View = { word: 'quadro', first: card, scrolled: card }

type Opened = { first: number; longest: number }

/** The other views of a board of 5,000 cards, each beside the lists of the same board: until the first card, and how smoothly it scrolls. */
export async function boardViewRows({ opens, say }: Plan): Promise<Row[]> {
  const server = await Server.start('ours')
  const driver = new Driver()
  const browser = await chromium.launch({ executablePath: (await ensureChromium()).headless, args: browserFlags })
  try {
    const target = await openBoard(server)
    await driver.play('fill', { target, cards: boardCards, dated: true })
    const rows: Row[] = []
    for (const view of views) {
      const pairs: { ours: Opened; kanban: Opened }[] = []
      for (let run = 1; run <= opens; run++) {
        const kanban = await open(browser, target, lists)
        const ours = await open(browser, target, view)
        pairs.push({ ours, kanban })
        say(`${view.name} ${run}/${opens}: ${ms(ours.first)}, tarefa mais longa ${ms(ours.longest)} (listas: ${ms(kanban.first)})`)
      }
      rows.push(
        row(`${view.name} de um quadro de 5.000 cartões, até o primeiro, ao lado das listas`, pairs, 'first', 1200),
        row('… tarefa mais longa ao rolar', pairs, 'longest', 50),
      )
    }
    return rows
  } finally {
    await browser.close()
    await driver.end()
    await server.remove()
  }
}

/** The median of ours, with the lists that were measured just before it. */
function row(name: string, pairs: readonly { ours: Opened; kanban: Opened }[], measure: keyof Opened, goal: number): Row {
  const pair = medianBy(pairs, ({ ours }) => ours[measure])
  const [ours, kanban] = [pair.ours[measure], pair.kanban[measure]]
  const ratio = kanban > 0 ? times(ours / kanban) : ''
  return { name, ours: ms(ours), baseline: ms(kanban), ratio, goal: `≤ ${ms(goal)}`, ok: ours <= goal }
}

async function open(browser: Browser, target: BoardTarget, { word, first, scrolled }: View): Promise<Opened> {
  const { context, page } = await personAt(browser, target)
  try {
    await page.addInitScript(watchPage, first)
    await page.goto(`/board/${target.boardId}?visao=${word}`)
    await page.waitForFunction(() => window.seen.first > 0)
    const drawn = await page.evaluate(() => window.seen.first)
    // What drew the first card is told of later than it is over.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve))))
    await page.evaluate(() => window.seen.tasks.splice(0))
    const at = await page.locator(scrolled).first().boundingBox()
    if (!at) throw new Error(`no ${scrolled} in view`)
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2)
    for (const way of [400, -400]) for (let step = 0; step < 60; step++) await page.mouse.wheel(0, way)
    return { first: drawn, longest: Math.max(0, ...(await page.evaluate(() => window.seen.tasks))) }
  } finally {
    await context.close()
  }
}
