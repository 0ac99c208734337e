import { mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { cache } from './paths.ts'

/** What a build said, and how long it took. */
export type Built = { ok: boolean; output: string; seconds: number }

/**
 * Builds the folder of an entry. The new one replaces the old one only when it is complete, so a failed or interrupted build leaves the old one in
 * place, and the entry's time is the moment it began, so a file edited meanwhile counts as newer.
 * @param build fills the folder that it is given
 */
export async function replaceFolder(entry: string, build: (unfinished: string) => Promise<Omit<Built, 'seconds'>>): Promise<Built> {
  const began = new Date()
  const folder = dirname(entry)
  const unfinished = cache(`${basename(dirname(folder))}-${process.pid}`)
  mkdirSync(cache(), { recursive: true })
  try {
    const built = await build(unfinished)
    if (built.ok) {
      utimesSync(join(unfinished, basename(entry)), began, began)
      rmSync(folder, { recursive: true, force: true })
      renameSync(unfinished, folder)
    }
    return { ...built, seconds: (Date.now() - began.getTime()) / 1000 }
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
