import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { authApi } from '@rodada/contract/auth/auth'
import { browserFlags, desktop } from '../../e2e/harness/browser.ts'
import { ensureChromium } from '../../scripts/ensure-chromium.ts'
import { openRoom } from '../../scripts/lib/room-client.ts'
import type { BoardTarget } from '../loads/boards.ts'
import { medianBy } from '../numbers.ts'
import { callServer, openAccount } from '../open-board.ts'
import { Server } from '../server.ts'
import { emptyPage, firstDrawn, watchPage } from './page.ts'
import type { Plan } from './plan.ts'
import { ms, type Row, times } from './table.ts'

const goalMs = 1500
/** Until a phone of the lower range on a slow line shows one's cards. */
const goalPhoneMs = 1000
/** Four times as slow, 1.5 Mbit/s each way. */
const slowPhone = { cpu: 4, bytesPerSecond: 1_500_000 / 8, latencyMs: 40 }
/** One's own cards: they are there once one sits. */
const seat = '[data-hand]'

/** From a room's link to the seat in a real browser that was never here: a guest types a name and Enter, an account does nothing. */
export async function entranceRows({ opens, say }: Plan): Promise<Row[]> {
  const server = await Server.start('ours')
  const bare = await Server.start('bare-http')
  const browser = await chromium.launch({ executablePath: (await ensureChromium()).headless, args: browserFlags })
  try {
    const { token } = await openAccount(server)
    const user = await callServer(server, authApi.updateProfile, { avatar_url: 'sol' }, token)
    // What signing in leaves in a browser.
    const signedIn = { authToken: token, userData: JSON.stringify({ ...user, avatar: 'sol' }), userAvatar: 'sol' }
    const empty: BoardTarget = { port: bare.port, token: '', boardId: 1, listIds: [] }
    const rows: Row[] = []
    for (const [who, stored, acts] of [
      ['visitante: nome e Enter', {}, typeName],
      ['conta: só o link', signedIn, async () => {}],
    ] as const) {
      const measured: { ours: number; baseline: number }[] = []
      for (let run = 1; run <= opens; run++) {
        const baseline = await firstDrawn(browser, empty, emptyPage.path, emptyPage.selector)
        measured.push({ ours: await sitDown(browser, server, stored, acts), baseline })
      }
      const median = medianBy(measured, ({ ours }) => ours)
      say(`entrada, ${who}: ${measured.map(({ ours }) => ms(ours)).join(', ')} (vazia: ${ms(median.baseline)})`)
      rows.push({
        name: `do link ao lugar na mesa, ${who}, ao lado de uma página vazia`,
        ours: ms(median.ours),
        baseline: ms(median.baseline),
        ratio: times(median.ours / median.baseline),
        goal: `≤ ${ms(goalMs)}`,
        ok: median.ours <= goalMs,
      })
    }
    for (const [how, cached] of [
      ['com tudo por buscar', false],
      ['com os arquivos guardados', true],
    ] as const) {
      const taken: number[] = []
      for (let run = 1; run <= opens; run++) taken.push(await returnOnPhone(browser, server, signedIn, cached))
      const median = medianBy(taken, (each) => each)
      say(`a sala em um celular lento, ${how}: ${taken.map(ms).join(', ')}`)
      rows.push({
        name: `de volta à sala em um celular lento (4 vezes a CPU, 1,5 Mbit/s), ${how}`,
        ours: ms(median),
        goal: `≤ ${ms(goalPhoneMs)}`,
        ok: median <= goalPhoneMs,
        ...{ baseline: '', ratio: '' },
      })
    }
    return rows
  } finally {
    await browser.close()
    await server.remove()
    await bare.remove()
  }
}

/** Milliseconds from the link of a room of their own to somebody's cards. */
async function sitDown(
  browser: Browser,
  { port }: Server,
  stored: Record<string, string>,
  acts: (page: Page) => Promise<void>,
): Promise<number> {
  const { roomId } = await openRoom(`http://127.0.0.1:${port}`)
  const context = await browser.newContext({ ...desktop, baseURL: `http://127.0.0.1:${port}` })
  try {
    const page = await watchedPage(context, stored)
    await page.goto(`/login?roomId=${roomId}`, { waitUntil: 'commit' })
    await acts(page)
    await page.waitForFunction(() => window.seen.first > 0)
    return await page.evaluate(() => window.seen.first)
  } finally {
    await context.close()
  }
}

/** A page of somebody with these things in their browser, which notes when their cards are drawn. */
async function watchedPage(context: BrowserContext, stored: Record<string, string>): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
  }, stored)
  await page.addInitScript(watchPage, seat)
  return page
}

/** As soon as the field has the focus. */
async function typeName(page: Page): Promise<void> {
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('Ana')
  await page.keyboard.press('Enter')
}

/** Milliseconds from loading the page of the room that somebody sits in to their cards, on a slow phone. */
async function returnOnPhone(browser: Browser, { port }: Server, stored: Record<string, string>, cached: boolean): Promise<number> {
  const { roomId } = await openRoom(`http://127.0.0.1:${port}`)
  const context = await browser.newContext({ ...desktop, viewport: { width: 360, height: 740 }, baseURL: `http://127.0.0.1:${port}` })
  try {
    const page = await watchedPage(context, stored)
    await page.goto(`/votacao/${roomId}`)
    await page.waitForFunction(() => window.seen.first > 0)
    const devtools = await context.newCDPSession(page)
    const { cpu, bytesPerSecond, latencyMs } = slowPhone
    if (!cached) await devtools.send('Network.clearBrowserCache')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(() => window.seen.first > 0)
    return await page.evaluate(() => window.seen.first)
  } finally {
    await context.close()
  }
}
