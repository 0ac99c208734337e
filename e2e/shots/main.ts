/**
 * Takes a picture of every screen and state into shots/, at 1280x800 and 360x740, light and dark.
 * Arguments choose pictures by a part of their name: `npm run shots -- room 360-dark`.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { openGithub } from '../../packages/server/test/github.ts'
import { openReceiver } from '../../packages/server/test/webhook-receiver.ts'
import { createAccount } from '../../scripts/lib/accounts.ts'
import { Instance } from '../../scripts/lib/instance.ts'
import { at } from '../../scripts/lib/paths.ts'
import { browserFlags } from '../harness/browser.ts'
import { adminEmail } from '../harness/fixtures.ts'
import type { Device, Theme } from '../harness/tabs.ts'
import { Team } from '../harness/team.ts'
import { scenes } from './scenes.ts'

const wanted = process.argv.slice(2)
const folder = at('shots')
const looks: { device: Device; theme: Theme }[] = [
  { device: 'desktop', theme: 'light' },
  { device: 'desktop', theme: 'dark' },
  { device: 'phone', theme: 'light' },
  { device: 'phone', theme: 'dark' },
]
const widths = { desktop: 1280, phone: 360 }

const jobs = Object.entries(scenes).flatMap(([name, scene]) =>
  looks.map((look) => ({ name: `${name}-${widths[look.device]}-${look.theme}`, scene, look })),
)
const chosen = jobs.filter(({ name }) => wanted.every((part) => name.includes(part)))

mkdirSync(folder, { recursive: true })
const [github, program] = [await openGithub(), await openReceiver()]
const server = await Instance.start({ ...github.env, ...program.env })
process.once('exit', () => server.remove())
await createAccount(server.origin, { name: 'Administração', email: adminEmail })
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: browserFlags })
const failed: string[] = []

async function take({ name, scene, look }: (typeof jobs)[number], chromium: Browser): Promise<void> {
  const team = new Team(chromium, server.origin)
  const undo: (() => void)[] = []
  try {
    const stage = {
      team,
      server,
      origin: server.origin,
      github,
      program,
      look,
      keep: (step: () => void) => void undo.push(step),
    }
    const { page } = await scene(stage)
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
    console.log(`✓ ${name}`)
  } catch (error) {
    failed.push(name)
    console.log(`✗ ${name}: ${error instanceof Error ? error.message.split('\n').slice(0, 6).join(' | ') : error}`)
  } finally {
    for (const step of undo) step()
    await team.leave()
  }
}

// Two at a time: as many as the machines of the journeys have cores.
const queue = [...chosen]
await Promise.all(
  [1, 2].map(async () => {
    for (let job = queue.shift(); job; job = queue.shift()) await take(job, browser)
  }),
)
await browser.close()
await server.stop()
await github.stop()
await program.stop()
console.log(
  `\n${chosen.length - failed.length} of ${chosen.length} pictures in ${folder}${failed.length > 0 ? `; not taken: ${failed.join(', ')}` : ''}`,
)
process.exit(failed.length > 0 ? 1 : 0)
