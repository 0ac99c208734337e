import { once } from 'node:events'
import type { BoardClientEvents, BoardPeople, BoardServerEvents } from '@rodada/contract/boards/events'
import type { NotificationServerEvents } from '@rodada/contract/notifications/notifications'
import { io, type Socket } from 'socket.io-client'
import { patienceMs } from './patience.ts'

type ServerEvents = BoardServerEvents & NotificationServerEvents
type ServerEvent = keyof ServerEvents
type Payload<E extends ServerEvent> = Parameters<ServerEvents[E]>[0]
export type Watched = { revision: number } & BoardPeople

/** A page with boards open: a real socket, everything it ever received, and promises for what is to come. */
export class LiveClient {
  readonly socket: Socket<ServerEvents, BoardClientEvents>
  /** Every event in the order of arrival. */
  readonly received: { event: string; payload: unknown }[] = []

  constructor(url: string, token?: string, { unattended = false } = {}) {
    this.socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      ...(token !== undefined && { auth: { token, unattended } }),
    })
    this.socket.onAny((event: string, payload: unknown) => this.received.push({ event, payload }))
  }

  /** Connected and greeted. */
  async ready(): Promise<this> {
    if (!this.socket.connected) await once(this.socket as never, 'connect')
    return this
  }

  /** Sends an event and answers its acknowledgement. */
  send(event: keyof BoardClientEvents, payload: unknown): Promise<Record<string, unknown>> {
    return this.socket.timeout(patienceMs).emitWithAck(event, payload as never) as Promise<Record<string, unknown>>
  }

  /** Looks at a board, which must be allowed. */
  async watch(boardId: number): Promise<Watched> {
    const ack = (await this.send('watchBoard', { boardId })) as Watched | { error: string }
    if ('error' in ack) throw new Error(ack.error)
    return ack
  }

  /** The next event of a kind that satisfies a condition. */
  next<E extends ServerEvent>(event: E, matches: (payload: Payload<E>) => boolean = () => true): Promise<Payload<E>> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${event} within ${patienceMs} ms`)), patienceMs)
      const listener = (payload: Payload<E>) => {
        if (!matches(payload)) return
        clearTimeout(timer)
        this.socket.off(event, listener as never)
        resolve(payload)
      }
      this.socket.on(event, listener as never)
    })
  }

  /** The notice that a board got as far as a revision, which may have come already. */
  async changed(boardId: number, revision: number): Promise<void> {
    if (this.revisionsOf(boardId).some((heard) => heard >= revision)) return
    await this.next('boardChanged', (change) => change.boardId === boardId && change.revision >= revision)
  }

  /** The revisions of a board that this page heard of, in the order of arrival. */
  revisionsOf(boardId: number): number[] {
    return this.received.flatMap(({ event, payload }) => {
      const change = payload as Payload<'boardChanged'>
      return event === 'boardChanged' && change.boardId === boardId ? [change.revision] : []
    })
  }

  /** Whatever was sent to this page before now has arrived when this resolves. */
  async settle(): Promise<void> {
    await this.send('unwatchBoard', { boardId: 2_000_000_000 })
  }

  leave(): void {
    this.socket.disconnect()
  }
}
