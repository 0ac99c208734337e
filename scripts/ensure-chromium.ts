/** Finds the Chromium that the browser journeys run in, or installs one. Run by itself it prints the path. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { bin } from './lib/paths.ts'
import { command, run } from './lib/processes.ts'

/** The same engine without a window: it has none of the processes that draw the window's own buttons, and journeys take half the time. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function candidates(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const inPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const own = process.env.CHROMIUM_PATH
  return [...(own ? [own] : []), ...inPath, chromium.executablePath()].filter((path) => existsSync(path))
}

/** The first Chromium that really starts: some systems put a stub there that only says how to install it. */
async function find(): Promise<string | undefined> {
  for (const path of candidates()) {
    const { code } = await command(path, ['--version'])
    if (code === 0) return path
  }
  return undefined
}

/** Debian's own packages where we may install them. Undefined when that worked, otherwise the reason. */
async function installDebian(): Promise<string | undefined> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await command('apt-get', ['update', '-q'], { env })
  let refused = ''
  for (const name of [shell, 'chromium']) {
    console.log(`No Chromium here: installing the one of Debian (apt-get install ${name})…`)
    const { code, output } = await command('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env })
    if (code === 0) return undefined
    refused = lastLine(output)
  }
  return refused
}

/** The browser that Playwright brings, into its cache folder. Undefined when that worked, otherwise the reason. */
async function installPlaywright(): Promise<string | undefined> {
  console.log('No Chromium here: installing the one of Playwright (playwright install chromium)…')
  const { code, output } = await run(bin('playwright'), ['install', 'chromium'])
  return code === 0 ? undefined : lastLine(output)
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''

/** Path of a Chromium that starts. Looks at CHROMIUM_PATH, the PATH and Playwright's own; installs one otherwise. @throws with one clear line. */
export async function ensureChromium(): Promise<string> {
  const found = await find()
  if (found) return found
  const mayInstallPackages = existsSync('/etc/debian_version') && process.getuid?.() === 0
  const reasons: string[] = []
  for (const install of mayInstallPackages ? [installDebian, installPlaywright] : [installPlaywright]) {
    const reason = await install()
    const installed = await find()
    if (installed) return installed
    reasons.push(reason ?? 'what was installed does not start')
  }
  throw new Error(`No Chromium could be found or installed (${reasons.join('; ')}). Install it, or set CHROMIUM_PATH to its program.`)
}

if (import.meta.main) console.log(await ensureChromium())
