import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '../../..')

/** The version that installations come from: what landed before the present work. Renew it with each release. */
export const previousVersion = '6fca719'

export type Previous = { entry: string; remove: () => Promise<void> }

/**
 * The previous version out of this repository's history, with the dependencies that it had.
 * @returns why there is none here, when there is none
 */
export async function installPrevious(): Promise<Previous | string> {
  const isKnown = await run('git', ['cat-file', '-e', `${previousVersion}^{commit}`], { cwd: repository }).then(
    () => true,
    () => false,
  )
  if (!isKnown) return `the history here does not reach back to ${previousVersion}`
  const folder = await mkdtemp(join(tmpdir(), 'rodada-previous-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const archive = join(folder, 'version.tar')
    await run('git', ['archive', '--output', archive, previousVersion], { cwd: repository })
    await run('tar', ['-x', '-f', archive, '-C', folder])
    await mkdir(join(folder, 'packages/web/dist'), { recursive: true })
    const workspaces = ['--workspace=@rodada/contract', '--workspace=@rodada/server']
    const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
    const installed = await run('npm', ['ci', ...options, ...workspaces], { cwd: folder, timeout: 120_000 }).then(
      () => undefined,
      (error: Error) => `its dependencies could not be installed: ${error.message}`,
    )
    if (installed !== undefined) {
      await remove()
      return installed
    }
    const entry = join(folder, 'packages/server/src/main.ts')
    if (!existsSync(entry)) throw new Error(`no ${entry}`)
    return { entry, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
