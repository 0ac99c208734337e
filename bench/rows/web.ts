import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { ensureChromium } from '../../scripts/ensure-chromium.ts'
import { freePort } from '../../scripts/lib/processes.ts'
import { openRoom } from '../../scripts/lib/room-client.ts'
import { medianBy } from '../numbers.ts'
import { Server } from '../server.ts'
import { emptyPage } from './page.ts'
import type { Plan } from './plan.ts'
import { ms, type Row, times, whole } from './table.ts'

/** What Lighthouse says of one visit: its marks, 0 to 100, and milliseconds on a phone of the middle range on a slow line. */
type Visit = { mark: number; worstOfOthers: number; firstPaint: number; largestPaint: number; blocked: number }

const goals = { mark: 97, firstPaint: 1200 }

/** First visits as Lighthouse simulates them on a phone, beside an empty page. */
export async function webRows({ runs, say }: Plan): Promise<Row[]> {
  const server = await Server.start('ours')
  const bare = await Server.start('bare-http')
  const debugPort = await freePort()
  // The language that it asks the server for is the one of its pages.
  const args = ['--no-sandbox', '--lang=pt-BR', '--accept-lang=pt-BR', `--remote-debugging-port=${debugPort}`]
  const profile = await mkdtemp(join(tmpdir(), 'rodada-bench-web-'))
  // Lighthouse visits with the profile that it finds, and so as the guest whom this one remembers.
  const browser = await chromium.launchPersistentContext(profile, { executablePath: (await ensureChromium()).headless, args })
  const visit = (port: number, path: string) => measure(browser, `http://127.0.0.1:${port}${path}`, debugPort)
  try {
    const { roomId } = await openRoom(`http://127.0.0.1:${server.port}`)
    const pages = [
      { name: 'página inicial', path: '/' },
      { name: 'login por um link de sala', path: `/login?roomId=${roomId}` },
      { name: 'sala', path: `/votacao/${roomId}`, before: () => sitDown(browser, server.port, roomId) },
    ]
    const rows: Row[] = []
    for (const { name, path, before } of pages) {
      await before?.()
      const pairs: { ours: Visit; empty: Visit }[] = []
      for (let run = 0; run < runs; run++)
        pairs.push({ empty: await visit(bare.port, emptyPage.path), ours: await visit(server.port, path) })
      const { ours, empty } = medianBy(pairs, (pair) => pair.ours.mark)
      say(
        `${name}, celular simulado: nota ${ours.mark}, primeira pintura ${ms(ours.firstPaint)}, maior ${ms(ours.largestPaint)}, bloqueio ${ms(ours.blocked)}`,
      )
      const timed = (title: string, of: 'firstPaint' | 'largestPaint' | 'blocked', goal?: number): Row => ({
        name: `… ${title}`,
        ours: ms(ours[of]),
        baseline: ms(empty[of]),
        ratio: empty[of] === 0 ? '' : times(ours[of] / empty[of]),
        goal: goal === undefined ? '' : `≤ ${ms(goal)}`,
        ok: goal === undefined ? undefined : ours[of] <= goal,
      })
      rows.push(
        mark(`Lighthouse no celular, ${name}: desempenho`, ours.mark, empty.mark, goals.mark),
        mark('… acessibilidade e boas práticas, a menor nota', ours.worstOfOthers, empty.worstOfOthers, 100),
        timed('primeira pintura', 'firstPaint', goals.firstPaint),
        timed('maior pintura', 'largestPaint'),
        timed('bloqueio', 'blocked'),
      )
    }
    return rows
  } finally {
    await browser.close()
    await rm(profile, { recursive: true, force: true })
    await server.remove()
    await bare.remove()
  }
}

const mark = (name: string, ours: number, empty: number, goal: number): Row => ({
  name,
  ours: whole(ours),
  baseline: whole(empty),
  ratio: '',
  goal: `≥ ${goal}`,
  ok: ours >= goal,
})

/** Takes a seat as a guest, whom the browser remembers. */
async function sitDown(browser: BrowserContext, port: number, roomId: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/login?roomId=${roomId}`)
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('Ana')
  await page.keyboard.press('Enter')
  await page.locator('[data-hand]').waitFor()
  await page.close()
}

/** A visit without anything cached, and with what the browser remembers. */
async function measure(browser: BrowserContext, url: string, port: number): Promise<Visit> {
  const page = await browser.newPage()
  await (await browser.newCDPSession(page)).send('Network.clearBrowserCache')
  await page.close()
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    disableStorageReset: true,
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
  })
  if (!result) throw new Error(`Lighthouse says nothing of ${url}`)
  const { categories, audits } = result.lhr
  const markOf = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
  const millisecondsOf = (audit: string) => audits[audit]?.numericValue ?? 0
  return {
    mark: markOf('performance'),
    worstOfOthers: Math.min(markOf('accessibility'), markOf('best-practices')),
    firstPaint: millisecondsOf('first-contentful-paint'),
    largestPaint: millisecondsOf('largest-contentful-paint'),
    blocked: millisecondsOf('total-blocking-time'),
  }
}
