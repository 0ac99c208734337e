/** Finds the Chromium that the browser journeys run in, or installs one. Run by itself it prints the path. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { bin } from './lib/paths.ts'
import { command, run } from './lib/processes.ts'

/** `headless` is the same engine without a window where there is one, else `whole`: paths of programs that start. */
export type Chromium = { whole: string; headless: string }

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Whole Chromium draws the buttons of a window that nobody sees, in a process for each person: journeys take twice the time. */
const headlessName = 'chromium-headless-shell'

const inPath = (...wanted: string[]): string[] => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** The first that really starts: some systems put a stub there that only says how to install it. */
async function firstOf(paths: string[]): Promise<string | undefined> {
  for (const path of paths.filter((one) => existsSync(one))) {
    const { code } = await command(path, ['--version'])
    if (code === 0) return path
  }
  return undefined
}

async function find(): Promise<Chromium | undefined> {
  const own = process.env.CHROMIUM_PATH ? await firstOf([process.env.CHROMIUM_PATH]) : undefined
  const whole = own ?? (await firstOf([...inPath(...names), chromium.executablePath()]))
  return whole ? { whole, headless: own ?? (await firstOf(inPath(headlessName))) ?? whole } : undefined
}

/** Debian's own packages where we may install them. Undefined when that worked, otherwise the reason. */
async function installDebian(): Promise<string | undefined> {
  console.log('No Chromium here: installing the one of Debian (apt-get install chromium)…')
  await command('apt-get', ['update', '-q'], { env: quietly })
  const { code, output } = await installPackage('chromium')
  // Older releases have no such package, and do without.
  await installPackage(headlessName)
  return code === 0 ? undefined : lastLine(output)
}

const quietly = { DEBIAN_FRONTEND: 'noninteractive' }
const installPackage = (name: string) => command('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env: quietly })

/** The browser that Playwright brings, into its cache folder. Undefined when that worked, otherwise the reason. */
async function installPlaywright(): Promise<string | undefined> {
  console.log('No Chromium here: installing the one of Playwright (playwright install chromium)…')
  const { code, output } = await run(bin('playwright'), ['install', 'chromium'])
  return code === 0 ? undefined : lastLine(output)
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''

/** Looks at CHROMIUM_PATH, the PATH and Playwright's own; installs one otherwise. @throws with one clear line. */
export async function ensureChromium(): Promise<Chromium> {
  const found = await find()
  const mayInstallPackages = existsSync('/etc/debian_version') && process.getuid?.() === 0
  // Somebody installed the whole one by hand: journeys in it see a viewer of PDFs and icons of other sites, and are slower.
  if (found?.whole === '/usr/bin/chromium' && found.headless === found.whole && mayInstallPackages) {
    await installPackage(headlessName)
    return (await find()) ?? found
  }
  if (found) return found
  const reasons: string[] = []
  for (const install of mayInstallPackages ? [installDebian, installPlaywright] : [installPlaywright]) {
    const reason = await install()
    const installed = await find()
    if (installed) return installed
    reasons.push(reason ?? 'what was installed does not start')
  }
  throw new Error(`No Chromium could be found or installed (${reasons.join('; ')}). Install it, or set CHROMIUM_PATH to its program.`)
}

if (import.meta.main) console.log((await ensureChromium()).headless)
