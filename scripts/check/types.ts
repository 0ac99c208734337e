import { mkdirSync } from 'node:fs'
import { inLanes } from '../lib/lanes.ts'
import { bin, cache } from '../lib/paths.ts'
import { run } from '../lib/processes.ts'

/** The folders of a tsconfig: the parts of the product, and everything around it. */
const projects = ['packages/web', '.', 'packages/server', 'packages/contract']

/** Type-checks every project, two at a time. What was learned is kept in the cache, so the next run reads only what changed. */
export async function checkTypes(): Promise<{ ok: boolean; detail: string; output: string }> {
  mkdirSync(cache('types'), { recursive: true })
  const outputs = await inLanes(2, projects, async (project) => {
    const memory = cache('types', `${project === '.' ? 'around' : project.replaceAll('/', '-')}.tsbuildinfo`)
    const { code, output } = await run(bin('tsc'), ['-p', project, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', memory])
    return code === 0 ? '' : output
  })
  const output = outputs.join('')
  return { ok: output === '', detail: `${projects.length} projects`, output }
}
