/** npm run build: builds the web, whether or not it is needed. */
import { buildWeb } from './lib/build-web.ts'

const { ok, output, seconds } = await buildWeb()
if (output.trim()) console.log(output.trim())
console.log(ok ? `web built in ${seconds.toFixed(1)} s` : 'the web could not be built')
process.exitCode = ok ? 0 : 1
