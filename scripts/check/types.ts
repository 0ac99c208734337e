import { existsSync, mkdirSync } from 'node:fs'
import { at, bin, cache } from '../lib/paths.ts'
import { run } from '../lib/processes.ts'

const projects = ['packages/contract', 'packages/server', 'packages/web', 'e2e', 'bench', 'scripts']

/** Type-checks every workspace on its own tsconfig. What was learned is kept in the cache, so the next run reads only what changed. */
export async function checkTypes(): Promise<{ ok: boolean; detail: string; output: string }> {
  mkdirSync(cache('types'), { recursive: true })
  const present = projects.filter((project) => existsSync(at(project, 'tsconfig.json')))
  const outputs: string[] = []
  for (const project of present) {
    const memory = cache('types', `${project.replaceAll('/', '-')}.tsbuildinfo`)
    const { code, output } = await run(bin('tsc'), ['-p', project, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', memory])
    // An empty workspace is not an error: TS18003 says that no file matched.
    if (code !== 0 && !output.includes('TS18003')) outputs.push(output)
  }
  return { ok: outputs.length === 0, detail: `${present.length} workspaces`, output: outputs.join('') }
}
