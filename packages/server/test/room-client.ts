import { once } from 'node:events'
import type { JoinRoomAck, RoomClientEvents } from '@rodada/contract/rooms/room-events'
import type { ChatMessage, Participant, RoomServerEvents, RoomSnapshot } from '@rodada/contract/rooms/rooms'
import { io, type Socket } from 'socket.io-client'
import { patienceMs } from './patience.ts'

export type ClientSocket = Socket<RoomServerEvents, RoomClientEvents>
type ServerEvent = keyof RoomServerEvents
type Payload<E extends ServerEvent> = Parameters<RoomServerEvents[E]>[0]

/** A person at a room's edge: a real socket, everything it ever received, and promises for what is to come. */
export class RoomClient {
  readonly socket: ClientSocket
  /** Every event in the order of arrival. */
  readonly received: { event: string; payload: unknown }[] = []
  seatToken: string | undefined
  participantId = 0

  constructor(url: string, options: { token?: string | undefined; transports?: string[]; address?: string } = {}) {
    this.socket = io(url, {
      transports: options.transports ?? ['websocket'],
      forceNew: true,
      reconnection: false,
      // Where a trusted proxy says that it comes from.
      ...(options.address !== undefined && { extraHeaders: { 'x-forwarded-for': options.address } }),
      ...(options.token !== undefined && { auth: { token: options.token } }),
    })
    this.socket.onAny((event: string, payload: unknown) => this.received.push({ event, payload }))
  }

  /** Connected and greeted. */
  async ready(): Promise<this> {
    if (!this.socket.connected) await once(this.socket as never, 'connect')
    return this
  }

  /** Sends an event and answers its acknowledgement. */
  send(event: keyof RoomClientEvents, payload: unknown): Promise<Record<string, unknown>> {
    return this.socket.timeout(patienceMs).emitWithAck(event, payload as never) as Promise<Record<string, unknown>>
  }

  /** Sits down; the acknowledgement and the snapshot that came with it. */
  async join(
    roomId: string,
    userName: string,
    more: Record<string, unknown> = {},
  ): Promise<{ ack: Exclude<JoinRoomAck, { error: string }>; snapshot: RoomSnapshot; chat: ChatMessage[] }> {
    const snapshot = this.#expect('userJoined')
    const chat = this.#expect('chatHistory')
    const ack = (await this.send('joinRoom', { roomId, userName, userRole: 'collaborator', ...more })) as JoinRoomAck
    if ('error' in ack) {
      for (const { forget } of [snapshot, chat]) forget()
      throw new Error(ack.error)
    }
    this.seatToken = ack.seatToken ?? this.seatToken
    this.participantId = ack.participantId ?? 0
    return { ack, snapshot: await snapshot.arrives, chat: await chat.arrives }
  }

  /** The next event of a kind that satisfies a condition. */
  next<E extends ServerEvent>(event: E, matches: (payload: Payload<E>) => boolean = () => true): Promise<Payload<E>> {
    return this.#expect(event, matches).arrives
  }

  /** As `next`, for a caller that may stop waiting. */
  #expect<E extends ServerEvent>(event: E, matches: (payload: Payload<E>) => boolean = () => true) {
    const { promise: arrives, resolve, reject } = Promise.withResolvers<Payload<E>>()
    const forget = () => {
      clearTimeout(timer)
      this.socket.off(event, listener as never)
    }
    const timer = setTimeout(() => reject(new Error(`no ${event} within ${patienceMs} ms`)), patienceMs)
    const listener = (payload: Payload<E>) => {
      if (!matches(payload)) return
      forget()
      resolve(payload)
    }
    this.socket.on(event, listener as never)
    return { arrives, forget }
  }

  /** Waits for a list of people that satisfies a condition; lists are coalesced, so an early one may not. */
  people(matches: (people: Participant[]) => boolean): Promise<Participant[]> {
    return this.next('updateUsers', matches)
  }

  leave(): void {
    this.socket.disconnect()
  }
}

/** Opens a room through the real event and returns its id and its host's secret. */
export async function openRoom(client: RoomClient, more: Record<string, unknown> = {}): Promise<{ roomId: string; hostToken: string }> {
  const ack = await client.send('createRoom', { roomName: 'Nova Sala', userName: 'Host', ...more })
  if (typeof ack.roomId !== 'string' || typeof ack.hostToken !== 'string') throw new Error(String(ack.error))
  return { roomId: ack.roomId, hostToken: ack.hostToken }
}
