import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { at } from './paths.ts'

/** Newest modification below a path, in milliseconds; folders count, so that a deleted file is noticed. 0 when absent. */
function newest(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  let latest = stat.mtimeMs
  for (const entry of readdirSync(path)) latest = Math.max(latest, newest(join(path, entry)))
  return latest
}

/** Whether a built file is at least as new as all of its sources, which are paths in the repository. A few milliseconds: only file times are read. */
export function isFresh(built: string, sources: readonly string[]): boolean {
  const stat = statSync(built, { throwIfNoEntry: false })
  return stat !== undefined && sources.every((source) => newest(at(source)) <= stat.mtimeMs)
}
