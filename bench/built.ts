import { build } from 'rolldown'
import { at, cache } from '../scripts/lib/paths.ts'

const names = ['probe', 'baseline-socketio', 'baseline-fastify'] as const

/** What of ours runs in the processes that are measured, built: what takes the types out of TypeScript would be a tenth of their memory. */
export const builtPath = (name: (typeof names)[number]): string => cache(`bench/${name}.js`)

/** Builds it, as the server is built. */
export async function buildMeasured(): Promise<void> {
  const input = Object.fromEntries(names.map((name) => [name, at(`bench/${name}.ts`)]))
  await build({ input, platform: 'node', logLevel: 'warn', output: { dir: cache('bench'), format: 'esm', cleanDir: true } })
}
