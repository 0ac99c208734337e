/** npm run build: builds web and server, whether or not it is needed; `npm run build -- server` (web) only that. */
import { parts } from './lib/build.ts'

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !parts.some(({ key }) => key === name))
if (unknown.length > 0) {
  console.error(`Não há ${unknown.join(', ')} para montar. Escolha entre: ${parts.map(({ key }) => key).join(', ')}.`)
  process.exit(1)
}
for (const { key, name, build } of parts) {
  if (chosen.length > 0 && !chosen.includes(key)) continue
  const { ok, output, seconds } = await build()
  if (output.trim()) console.log(output.trim())
  console.log(ok ? `${name}: ${seconds.toFixed(1)} s` : `não foi possível montar ${name}`)
  if (!ok) process.exitCode = 1
}
