/** npm run demo: the product with an invented team at work, in a temporary folder that is removed at the end. */
import { startFailure } from '../packages/server/src/platform/start-failure.ts'
import { standing } from './demo/boards.ts'
import { fill } from './demo/fill.ts'
import { openListener } from './demo/outside.ts'
import { ensureBuilt } from './lib/build.ts'
import { Instance } from './lib/instance.ts'
import { letStand } from './lib/past-the-server.ts'

try {
  await ensureBuilt()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
const listener = await openListener()
const settings = { LOG_LEVEL: 'warn', OUTGOING_HOSTS: listener.host }
const instance = await Instance.start({ ...(process.env.PORT ? { port: process.env.PORT } : {}), ...settings }).catch(
  (error: unknown): never => {
    console.error(`\n${startFailure(error)}`)
    process.exit(1)
  },
)
process.once('exit', () => instance.remove())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0))

const { logins, room, boardId, sprintId, outside } = await fill(instance.origin, listener.url)
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
console.log(`Sem conta, por um link público do quadro:\n  ${outside.board}\n`)
console.log(`E o relatório da sprint:\n  ${outside.report}\n`)
console.log(`O calendário de ${logins[0]?.name}:\n  ${outside.calendar}\n`)
console.log(`Um token de leitura do quadro:\n  curl -H 'Authorization: Bearer ${outside.token}' ${instance.origin}/api/boards/${boardId}\n`)
console.log('Tudo fica em uma pasta temporária e some quando você parar (Ctrl+C).')
