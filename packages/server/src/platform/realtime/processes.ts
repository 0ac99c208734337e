import type { Deps } from '../deps.ts'
import type { ProcessEvents } from './realtime.ts'

/** Tells the other processes something; without Redis there are none. One that ends is connected to none any more, and they notice that. */
export function tellProcesses<Name extends keyof ProcessEvents>(
  { io, config }: Pick<Deps, 'io' | 'config'>,
  name: Name,
  ...news: Parameters<ProcessEvents[Name]>
): void {
  if (config.redisUrl && io.httpServer.listening) io.serverSideEmit(name, ...news)
}
