import { z } from 'zod'
import type { TokenReach } from './token-reach.ts'

/** So often within so many seconds; `shared` counts over all processes. */
export type EventLimit = { points: number; seconds: number; shared?: boolean }

/**
 * Who may send an event: anybody who is connected, an account, somebody with a seat in the room, a seat that may steer the round (where
 * the room says so only a moderator's), or a moderator's.
 */
export type EventAccess = 'anybody' | 'session' | 'seat' | 'steer' | 'moderator'

/**
 * One event that clients send, as both sides know it: the server limits, validates and answers with it, the web types with it, the
 * matrices of permissions and of wrong input walk it. `limits` are those of a connection, of a network address (a whole office), and of
 * an account where no stranger behind the same address may use up what is one's own.
 */
export type SocketEvent = {
  payload: z.ZodType
  /** What the acknowledgement says when the event was not refused. */
  reply: z.ZodType
  who: EventAccess
  /** What a connection with a personal token reaches with it; nothing when it does not say. */
  token?: TokenReach
  /** It changes nothing, so that a token that only reads may send it. */
  reads?: true
  limits: { connection: EventLimit; address: EventLimit; account?: EventLimit }
}

/**
 * `error` is a text to show, `id` one of the ids of errors.ts. A room with a password adds `needsPassword`, and how many wrong ones the
 * network may still give; null when none was given.
 */
export type Refused = { error: string; id?: string; needsPassword?: true; triesLeft?: number | null }

export const Ok = z.object({ ok: z.literal(true) })

type Payload<E extends SocketEvent> = z.input<E['payload']>
/** The acknowledgement of an event. */
export type Ack<E extends SocketEvent> = z.output<E['reply']> | Refused
/** Declared events as Socket.IO types them on the side that sends. */
export type Sends<Events extends Record<string, SocketEvent>> = {
  [Name in keyof Events]: (payload: Payload<Events[Name]>, ack?: (reply: Ack<Events[Name]>) => void) => void
}

/** Generous for a person, narrow for a program; an office has a hundred times as much. */
export const usual = (points: number, seconds: number): SocketEvent['limits'] => ({
  connection: { points, seconds },
  address: { points: points * 100, seconds },
})
