import type { Deps } from '../deps.ts'
import type { RealtimeSocket } from './realtime.ts'

/**
 * Puts a connection into channels and then asks `confirm`, which says again whether it may be there and what it missed: a change between the
 * first look and the entry was told to channels that the connection was not in yet. When `confirm` throws, the connection leaves them.
 */
export async function subscribe<T>(
  { processes }: Pick<Deps, 'processes'>,
  socket: RealtimeSocket,
  channels: readonly string[],
  confirm: () => Promise<T>,
): Promise<T> {
  await enter({ processes }, socket, channels)
  try {
    return await confirm()
  } catch (error) {
    await unsubscribe(socket, channels)
    throw error
  }
}

/**
 * Puts a connection into channels. When what is said in them comes only after it went on, it is closed as soon as it comes, so that its page asks
 * again for everything that it shows. Nobody else is: where all pages of a process came again, each of them would be as late as the first.
 */
export async function enter({ processes }: Pick<Deps, 'processes'>, socket: RealtimeSocket, channels: readonly string[]): Promise<void> {
  await socket.join([...channels])
  await processes.heard(channels, () => socket.conn.close())
}

export async function unsubscribe(socket: RealtimeSocket, channels: readonly string[]): Promise<void> {
  for (const channel of channels) await socket.leave(channel)
}
