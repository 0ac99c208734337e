import { mkdirSync } from 'node:fs'
import pMap from 'p-map'
import { at, cache } from '../lib/paths.ts'
import { run } from '../lib/processes.ts'

/** The folders of a tsconfig: the parts of the product, and everything around it. */
const projects = ['packages/web', '.', 'packages/server', 'packages/contract']

/** The compiler as a native program (decision 0050); `typescript` is the one whose API other checks read programs with. */
const compiler = at('node_modules/typescript-native/bin/tsc')

/** Type-checks every project, two at a time. What was learned is kept in the cache, so the next run reads only what changed. */
export async function checkTypes(): Promise<{ ok: boolean; detail: string; output: string }> {
  mkdirSync(cache('types'), { recursive: true })
  const checked = async (project: string): Promise<string> => {
    const memory = cache('types', `${project === '.' ? 'around' : project.replaceAll('/', '-')}.tsbuildinfo`)
    // One checker each, since two projects are checked at a time: several of them learn the same types several times.
    const options = ['--pretty', 'false', '--checkers', '1', '--incremental', '--tsBuildInfoFile', memory]
    const { code, output } = await run(compiler, ['-p', project, ...options])
    return code === 0 ? '' : output
  }
  const outputs = await pMap(projects, checked, { concurrency: 2 })
  const output = outputs.join('')
  return { ok: output === '', detail: `${projects.length} projects`, output }
}
