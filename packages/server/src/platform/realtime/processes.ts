import { EventEmitter } from 'node:events'
import type { PersonSummary } from '@rodada/contract/core/fields'
import type { PubSub } from '../redis/pub-sub.ts'
import type { Realtime } from './realtime.ts'

/** What processes tell each other. Clients hear none of it. */
export type ProcessEvents = {
  /** A room's people or facts changed: every process that has people there shows it to them. */
  roomChanged: [change: { roomId: number; rules: { deck: string[]; autoReveal: boolean } | null }]
  /** Others have a board open than before: every process that shows it asks who. */
  boardPeopleChanged: [change: { boardId: number }]
  /** A board became private or was deleted: its sockets leave it and must ask for it again. */
  boardClosed: [change: { boardId: number }]
  /** Boards changed: every process tells its sockets that look at many boards. */
  boardsChanged: [change: { boardIds: number[]; anybody: boolean }]
  /** An account's rights changed: its sockets must ask again for what they show. */
  accountChanged: [change: { userId: number }]
  /** An administrator had the caches cleared. */
  cachesCleared: []
  /** Some of these events may not have arrived. */
  eventsMissed: []
  /** A person has a new name or picture. */
  personChanged: [person: PersonSummary]
}
type Name = keyof ProcessEvents
type Message = { [N in Name]: { from: string; name: N; news: ProcessEvents[N] } }[Name]

/** The other processes of this installation; without Redis there are none. Call everything after the commit. */
export type Processes = {
  /** Tells all of them. */
  tell: <N extends Name>(name: N, ...news: ProcessEvents[N]) => void
  /** Tells those that have sockets in a channel. */
  tellIn: <N extends Name>(channel: string, name: N, ...news: ProcessEvents[N]) => void
  on: EventEmitter<ProcessEvents>['on']
  /**
   * Resolves when this process hears all that is said from now on in these channels of its sockets, or when that takes too long to wait for. Then
   * `late` is called once it does.
   */
  heard: (channels: readonly string[], late: () => void) => Promise<void>
  /** How many messages of all kinds the others sent to this one since its start. */
  messages: () => number
  /** News is told in the channels of sockets whose names begin so. */
  tellAmong: (prefix: string) => void
}

/**
 * News between processes: one channel of Redis for all of them, and one for each channel of sockets, which only those that have
 * such sockets listen to.
 */
export function createProcesses(options: { io: Realtime; pubSub: PubSub | undefined; prefix: string; processId: string }): Processes {
  const { io, pubSub, prefix, processId } = options
  const heard = new EventEmitter<ProcessEvents>()
  const everybody = `${prefix}:processes`
  const among = (channel: string): string => `${everybody}:${channel}`

  const hear = (text: Buffer): void => {
    const { from, name, news }: Message = JSON.parse(text.toString())
    if (from !== processId) heard.emit(name, ...news)
  }
  const publish = (channel: string, name: Name, news: unknown[]): void => {
    // One that ends tells nothing any more, and the others notice that it is gone.
    if (!pubSub || !io.httpServer.listening) return
    // What is lost with Redis is made good when it is back.
    pubSub.sPublish(channel, JSON.stringify({ from: processId, name, news })).catch(() => {})
  }
  pubSub?.sSubscribe(everybody, hear)
  const prefixes: string[] = []
  const isTold = (channel: string): boolean => prefixes.some((prefix) => channel.startsWith(prefix))
  const { adapter } = io.of('/')
  adapter.on('create-room', (channel: string) => {
    if (isTold(channel)) pubSub?.sSubscribe(among(channel), hear)
  })
  adapter.on('delete-room', (channel: string) => {
    if (isTold(channel)) pubSub?.sUnsubscribe(among(channel))
  })
  return {
    tell: (name, ...news) => publish(everybody, name, news),
    tellIn: (channel, name, ...news) => publish(among(channel), name, news),
    on: heard.on.bind(heard),
    // The channels of Redis have the names of those of the sockets in their own.
    heard: async (channels, late) => pubSub?.heard(channels, late),
    messages: () => pubSub?.messages() ?? 0,
    tellAmong: (prefix) => {
      prefixes.push(prefix)
    },
  }
}
