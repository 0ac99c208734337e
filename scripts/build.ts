/** npm run build: builds web and server, whether or not it is needed. */
import { parts } from './lib/build.ts'

for (const { name, build } of parts) {
  const { ok, output, seconds } = await build()
  if (output.trim()) console.log(output.trim())
  console.log(ok ? `${name}: ${seconds.toFixed(1)} s` : `não foi possível montar ${name}`)
  if (!ok) process.exitCode = 1
}
