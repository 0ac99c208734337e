import { type Browser, chromium, type Page } from '@playwright/test'
import { browserFlags } from '../../e2e/harness/browser.ts'
import { ensureChromium } from '../../scripts/ensure-chromium.ts'
import { Driver } from '../driver.ts'
import type { BoardTarget } from '../loads/boards.ts'
import { medianBy } from '../numbers.ts'
import { addFields, openBoard } from '../open-board.ts'
import { Server } from '../server.ts'
import { emptyPage, personAt, watchPage } from './page.ts'
import type { Plan } from './plan.ts'
import { decimal, ms, type Row, times, whole } from './table.ts'

const boardCards = 5000
const boardFiles = 500
const changes = 10
const full = `… com 10 campos nos cartões e ${boardFiles} arquivos`
const card = '[data-kanban-item]'

type Opened = { firstCard: number; nodes: number; heapMb: number; longest: number }
type Pair = { ours: Opened; baseline: Opened }

/** A board of 5,000 cards in a real browser: until the first card, what the page weighs, how smooth it moves, and how soon another sees a change. */
export async function boardPageRows({ opens, say }: Plan): Promise<Row[]> {
  const server = await Server.start('ours')
  const bare = await Server.start('bare-http')
  const driver = new Driver()
  const browser = await chromium.launch({ executablePath: (await ensureChromium()).headless, args: browserFlags })
  try {
    const target = await openBoard(server)
    await driver.play('fill', { target, cards: boardCards })
    const filled = await openBoard(server)
    await driver.play('fill', { target: filled, cards: boardCards, fields: await addFields(server, filled, { all: true }) })
    await driver.play('attach', { target: filled, files: boardFiles })
    const empty: BoardTarget = { port: bare.port, token: '', boardId: 1, listIds: [] }
    const opened: Pair[] = []
    const laden: Pair[] = []
    const laned: Pair[] = []
    for (let run = 1; run <= opens; run++) {
      const baseline = await open(browser, empty, emptyPage.path, emptyPage.selector)
      const one = await open(browser, target, `/board/${target.boardId}`, card)
      opened.push({ ours: one, baseline })
      laden.push({ ours: await open(browser, filled, `/board/${filled.boardId}`, card), baseline })
      laned.push({ ours: await open(browser, filled, `/board/${filled.boardId}`, card, intoLanes), baseline })
      say(
        `página ${run}/${opens}: ${ms(one.firstCard)}, ${one.nodes} nós, ${one.heapMb.toFixed(1)} MB, tarefa mais longa ${ms(one.longest)} (vazia: ${ms(baseline.firstCard)})`,
      )
    }
    const seen = await changeSeen(browser, target)
    say(`mudança vista por outra pessoa: ${seen.map(ms).join(', ')}`)
    const change = medianBy(seen, (value) => value)
    return [
      row('quadro de 5.000 cartões no navegador, até o primeiro cartão, ao lado de uma página vazia', opened, 'firstCard', 1200, ms),
      row('… nós da página', opened, 'nodes', 6000, whole),
      row('… memória do JavaScript, em MB', opened, 'heapMb', 100, decimal),
      row('… tarefa mais longa ao rolar e arrastar', opened, 'longest', 50, ms),
      row(`${full}, até o primeiro cartão`, laden, 'firstCard', 1200, ms),
      row(`${full}, nós da página`, laden, 'nodes', 6000, whole),
      row(`${full}, memória do JavaScript, em MB`, laden, 'heapMb', 100, decimal),
      row(`${full}, tarefa mais longa ao rolar e arrastar`, laden, 'longest', 50, ms),
      row(`${full}, em raias, nós da página`, laned, 'nodes', 6000, whole),
      row(`${full}, em raias, tarefa mais longa ao rolar e arrastar`, laned, 'longest', 50, ms),
      {
        name: '… mudança vista por outra pessoa, mediana',
        ours: ms(change),
        baseline: '',
        ratio: '',
        goal: `≤ ${ms(200)}`,
        ok: change <= 200,
      },
    ]
  } finally {
    await browser.close()
    await driver.end()
    await server.remove()
    await bare.remove()
  }
}

/** The median of ours, with the empty page that was measured just before it. */
function row(name: string, opened: readonly Pair[], measure: keyof Opened, goal: number, shown: (value: number) => string): Row {
  const pair = medianBy(opened, ({ ours }) => ours[measure])
  const [ours, baseline] = [pair.ours[measure], pair.baseline[measure]]
  // Nothing of the empty page takes long enough to be counted.
  const ratio = baseline > 0 ? times(ours / baseline) : ''
  return { name, ours: shown(ours), baseline: shown(baseline), ratio, goal: `≤ ${shown(goal)}`, ok: ours <= goal }
}

/** @param arrange what is done before the page is weighed, scrolled and dragged on */
async function open(
  browser: Browser,
  target: BoardTarget,
  path: string,
  selector: string,
  arrange?: (page: Page) => Promise<void>,
): Promise<Opened> {
  const { context, page } = await personAt(browser, target)
  try {
    await page.addInitScript(watchPage, selector)
    await page.goto(path)
    await page.waitForFunction(() => window.seen.first > 0)
    const firstCard = await page.evaluate(() => window.seen.first)
    await arrange?.(page)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable')
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
    await page.evaluate(() => window.seen.tasks.splice(0))
    await scrollAndDrag(page, selector)
    const tasks = await page.evaluate(() => window.seen.tasks)
    return { firstCard, nodes: metric('Nodes'), heapMb: metric('JSHeapUsedSize') / 1e6, longest: Math.max(0, ...tasks) }
  } finally {
    await context.close()
  }
}

/** Groups the cards by priority, as a person does. */
async function intoLanes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Exibir', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Por prioridade', exact: true }).click()
  await page.getByRole('region', { name: 'Urgente' }).locator(card).first().waitFor()
}

async function scrollAndDrag(page: Page, selector: string): Promise<void> {
  const first = await page.locator(selector).first().boundingBox()
  if (!first) throw new Error(`no ${selector} in view`)
  const [x, y] = [first.x + first.width / 2, first.y + first.height / 2]
  await page.mouse.move(x, y)
  for (let step = 0; step < 60; step++) await page.mouse.wheel(0, 400)
  for (let step = 0; step < 60; step++) await page.mouse.wheel(0, -400)
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 60; step++) await page.mouse.move(x + step * 6, y + (step % 20) * 15)
  await page.mouse.up()
}

/** Milliseconds from one person's call until another's page shows the change. */
async function changeSeen(browser: Browser, target: BoardTarget): Promise<number[]> {
  const { context, page } = await personAt(browser, target)
  try {
    await page.goto(`/board/${target.boardId}`)
    const link = page.locator(card).first()
    const id = await link.getAttribute('data-kanban-item')
    const taken: number[] = []
    for (let turn = 0; turn < changes; turn++) {
      const title = `Mudou ${turn}`
      const shown = page.evaluate(
        (text) =>
          new Promise<number>((resolve) => {
            const look = () => (document.body.textContent?.includes(text) ? resolve(Date.now()) : requestAnimationFrame(look))
            look()
          }),
        title,
      )
      const sent = Date.now()
      const reply = await fetch(`http://127.0.0.1:${target.port}/api/cards/${id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title }),
      })
      if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
      taken.push((await shown) - sent)
    }
    return taken
  } finally {
    await context.close()
  }
}
