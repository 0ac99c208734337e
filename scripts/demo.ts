/** npm run demo: the product with an invented team at work, in a temporary folder that is removed at the end. */
import { startFailure } from '../packages/server/src/platform/start-failure.ts'
import { standing } from './demo/boards.ts'
import { fill } from './demo/fill.ts'
import { ensureWeb } from './lib/build-web.ts'
import { Instance } from './lib/instance.ts'
import { letStand } from './lib/past-the-server.ts'

try {
  await ensureWeb()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
const instance = await Instance.start({ ...(process.env.PORT ? { port: process.env.PORT } : {}), LOG_LEVEL: 'warn' }).catch(
  (error: unknown): never => {
    console.error(`\n${startFailure(error)}`)
    process.exit(1)
  },
)
process.once('exit', () => instance.remove())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0))

const { logins, room, boardId, sprintId } = await fill(instance.origin)
letStand(instance, boardId, standing)

console.log(`\nA Rodada de demonstração está em ${instance.origin}\n`)
console.log('Entre com:')
for (const [index, { name, email, password }] of logins.entries()) {
  console.log(`  ${name.padEnd(12)} ${email.padEnd(24)} senha ${password}${index === 0 ? '   (administra)' : ''}`)
}
console.log(`\nSala "${room.roomName}", com o time à mesa:\n  ${instance.origin}/login?roomId=${room.roomId}\n`)
console.log(`O registro do que ela já votou, depois de entrar:\n  ${instance.origin}/votacao/${room.roomId}/historico\n`)
console.log(`Quadro do time, depois de entrar:\n  ${instance.origin}/board/${boardId}\n`)
console.log(`Sprint em curso:\n  ${instance.origin}/sprint/${sprintId}/board\n`)
console.log('Tudo fica em uma pasta temporária e some quando você parar (Ctrl+C).')
