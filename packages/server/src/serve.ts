import { startApp } from './app.ts'
import { readConfig } from './platform/config.ts'
import { startFailure } from './platform/start-failure.ts'

/** After the first stop signal, what has not ended by then is cut off. Milliseconds. */
const graceMs = 10_000

/** Runs the server of this process, from its settings in the environment to the signal that ends it. */
export async function serve(): Promise<void> {
  // Where nobody reads them any more, or the disk that they are redirected to is full, its lines are lost and nothing else.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  try {
    const config = readConfig(process.env)
    const app = await startApp(config)
    const stop = () => {
      setTimeout(() => process.exit(1), graceMs).unref()
      app.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
    // After that: who reads this may stop it at once.
    console.log(greeting(app.url, config.host, config.publicUrl))
  } catch (error) {
    console.error(startFailure(error))
    process.exit(1)
  }
}

function greeting(url: string, host: string, publicUrl: string | undefined): string {
  const shown = url.replace('//127.0.0.1:', '//localhost:')
  const open =
    publicUrl !== undefined
      ? `Para o time: ${publicUrl}`
      : host === '127.0.0.1'
        ? 'Para o time: inicie com HOST=0.0.0.0 e mande o endereço IP desta máquina, ou um nome dela que esteja em PUBLIC_URL.'
        : 'Para o time: mande o endereço IP desta máquina, com a mesma porta. Para abrir por um nome, defina PUBLIC_URL com ele.'
  return `\n  Rodada está pronta em ${shown}\n  ${open}\n`
}
