/** npm run dev: the server, restarted when its sources change, and Vite with reload. One Ctrl+C ends both. */
import { spawn } from 'node:child_process'
import { at, bin } from './lib/paths.ts'
import { ended } from './lib/processes.ts'

const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', at('packages/server/src/main.ts')], { stdio: 'inherit' }),
  spawn(process.execPath, [bin('vite')], { cwd: at('packages/web'), stdio: 'inherit' }),
]

let stopping = false
function stop(code: number): void {
  if (stopping) return
  stopping = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}

// Ctrl+C reaches the children too, because they share the terminal; asking twice does no harm.
process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))
process.on('SIGHUP', () => stop(0))
for (const child of children) {
  child.on('error', () => stop(1))
  child.on('exit', (code) => stop(code ?? 0))
}
await Promise.all(children.map(ended))
