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
  await socket.join([...channels])
  await processes.heard()
  try {
    return await confirm()
  } catch (error) {
    await unsubscribe(socket, channels)
    throw error
  }
}

export async function unsubscribe(socket: RealtimeSocket, channels: readonly string[]): Promise<void> {
  for (const channel of channels) await socket.leave(channel)
}
