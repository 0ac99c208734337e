import { fieldTexts } from '@rodada/contract/errors'
import type { SocketEvent } from '@rodada/contract/event'
import { texts } from '@rodada/contract/texts'
import { translate } from '@rodada/contract/translate'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import type { Config } from './config.ts'
import { AppError, unauthorized } from './errors.ts'
import { passingFailure } from './failures.ts'
import type { Limiter, RateLimits } from './rate-limits.ts'
import type { RealtimeSocket } from './realtime.ts'

/** What answers declared events: with the acknowledgement. A seat is the feature's to ask for. */
export type EventHandlers<Events extends Record<string, SocketEvent>> = {
  [Name in keyof Events]: (socket: RealtimeSocket, payload: z.output<Events[Name]['payload']>) => Promise<z.input<Events[Name]['reply']>>
}

/** A declared event with its limiters and what it does. */
export type BoundEvent = Pick<SocketEvent, 'payload' | 'reply' | 'who'> & {
  perConnection: Limiter
  perAddress: Limiter
  /** Counts instead of the address for people who are signed in. */
  perAccount: Limiter | undefined
  handle: (socket: RealtimeSocket, payload: unknown) => Promise<unknown>
}

/** Adds declared events to those that clients may send. */
export type BindEvents = <Events extends Record<string, SocketEvent>>(declared: Events, handlers: EventHandlers<Events>) => void

export const createBindEvents =
  (events: Map<string, BoundEvent>, limits: RateLimits): BindEvents =>
  (declared, handlers) => {
    for (const [name, { payload, reply, who, limits: limit }] of Object.entries(declared)) {
      events.set(name, {
        payload,
        reply,
        who,
        perConnection: limits(`${name}-connection`, limit.connection),
        perAddress: limits(`${name}-address`, limit.address),
        perAccount: limit.account && limits(`${name}-account`, limit.account),
        // Declaration and handler carry the same event's types; the map forgets which.
        handle: handlers[name] as BoundEvent['handle'],
      })
    }
  }

type Acknowledge = (reply: object) => void

/** Messages of one connection that may wait for the ones before them. */
const longestQueue = 100

/** A connection that is refused so often within so long, in milliseconds, was told and goes on all the same: it is no page. */
const mostRefusals = 1000
const refusalsMs = 60_000

/**
 * The one place where client messages are parsed. Whatever is malformed, unknown, too fast or refused is answered with a
 * text, in the acknowledgement when there is one and as `error` otherwise; nothing that a client sends throws here.
 * The messages of one connection are handled one after another, in the order they were sent. A client that does not stop is cut off.
 */
export function handleEvents(
  socket: RealtimeSocket,
  events: ReadonlyMap<string, BoundEvent>,
  { log, config }: { log: FastifyBaseLogger; config: Pick<Config, 'rateLimitFactor'> },
): void {
  let waiting = 0
  let refusals = { since: 0, count: 0 }
  const countRefusal = () => {
    const now = performance.now()
    if (now - refusals.since > refusalsMs) refusals = { since: now, count: 0 }
    refusals.count += 1
    if (refusals.count > mostRefusals * config.rateLimitFactor) socket.disconnect(true)
  }
  const refuse = (problem: AppError, acknowledge: Acknowledge | undefined) => {
    countRefusal()
    const message = translate(problem.message, socket.data.language)
    if (acknowledge) acknowledge({ error: message, id: problem.id })
    else socket.emit('error', { message })
  }
  const inTurn = async (before: Promise<void> | undefined, name: string, payload: unknown, acknowledge: Acknowledge | undefined) => {
    await before
    try {
      const reply = await handle(socket, events.get(name), payload)
      acknowledge?.(reply)
    } catch (error) {
      const shown = error instanceof AppError ? error : passingFailure(error)
      if (!shown) log.error({ err: error, event: name }, 'socket event failed')
      refuse(shown ?? new AppError('unexpected', texts.unexpected), acknowledge)
    } finally {
      waiting -= 1
    }
  }
  socket.data.work = Promise.resolve()
  socket.onAny((name: string, ...args: unknown[]) => {
    const last = args.at(-1)
    const acknowledge = typeof last === 'function' ? (last as Acknowledge) : undefined
    if (waiting >= longestQueue) return refuse(new AppError('too_many', texts.tooFast), acknowledge)
    waiting += 1
    const payload = acknowledge && args.length === 1 ? undefined : args[0]
    socket.data.work = inTurn(socket.data.work, name, payload, acknowledge)
  })
}

async function handle(socket: RealtimeSocket, event: BoundEvent | undefined, payload: unknown): Promise<object> {
  if (!event) throw new AppError('invalid', texts.payloadInvalid)
  const { viewer, address } = socket.data
  const ofPerson = () => (viewer && event.perAccount ? event.perAccount.take(String(viewer.userId)) : event.perAddress.take(address))
  const wait = (await event.perConnection.take(socket.id)) ?? (await ofPerson())
  if (wait !== undefined) throw new AppError('too_many', texts.tooFast)
  // To a schema bytes are an object without fields; no event takes them.
  const parsed = event.payload.safeParse(Buffer.isBuffer(payload) ? undefined : payload)
  if (!parsed.success) throw new AppError('invalid', payloadText(parsed.error))
  if (event.who === 'session' && !viewer) throw unauthorized()
  return event.reply.parse(await event.handle(socket, parsed.data)) as object
}

function payloadText(error: z.ZodError): string {
  const shown = Object.values(fieldTexts(error)).find((text) => text !== texts.invalidInput)
  return shown ?? texts.payloadInvalid
}
