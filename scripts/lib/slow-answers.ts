/**
 * Loaded into the server under test when SLOW_ANSWERS says how long each answer of the API is held, in milliseconds: '60,800'. Short
 * holds are commoner than long ones, so that answers overtake each other. It shows which journeys, and which screens, count on quick
 * answers: what fails only with it is a race.
 */
import { type IncomingMessage, Server } from 'node:http'

const [shortest = 0, longest = 0] = (process.env.SLOW_ANSWERS ?? '').split(',').map(Number)
const emit = Server.prototype.emit

Server.prototype.emit = function (this: Server, event: string, ...args: unknown[]): boolean {
  const answer = (): boolean => Reflect.apply(emit, this, [event, ...args])
  const url = event === 'request' ? ((args[0] as IncomingMessage).url ?? '') : ''
  if (!url.startsWith('/api/') || url.startsWith('/api/health')) return answer()
  setTimeout(answer, shortest + (longest - shortest) * Math.random() ** 2)
  return true
}
