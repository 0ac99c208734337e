import { fieldTexts } from '@rodada/contract/core/errors'
import type { SocketEvent } from '@rodada/contract/core/event'
import { tokenMaySend } from '@rodada/contract/core/token-reach'
import { texts } from '@rodada/contract/texts/texts'
import { translate } from '@rodada/contract/texts/translate'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import type { Config } from '../config.ts'
import { passingFailure } from '../failures.ts'
import { AppError, forbidden, unauthorized } from '../http/errors.ts'
import { type PersonLimit, personLimit } from '../limits/person-limit.ts'
import type { Limiter, RateLimits } from '../limits/rate-limits.ts'
import type { RealtimeSocket } from './realtime.ts'

/** Handlers of declared events. Each answers the acknowledgement. */
export type EventHandlers<Events extends Record<string, SocketEvent>> = {
  [Name in keyof Events]: (socket: RealtimeSocket, payload: z.output<Events[Name]['payload']>) => Promise<z.input<Events[Name]['reply']>>
}

/** A declared event with its limiters and what it does. */
export type BoundEvent = Pick<SocketEvent, 'payload' | 'reply' | 'who' | 'token' | 'reads'> & {
  perConnection: Limiter
  perAddress: Limiter
  /** Counts instead of the address for people who are signed in. */
  perAccount: PersonLimit | undefined
  handle: (socket: RealtimeSocket, payload: unknown) => Promise<unknown>
}

/** Adds declared events to those that clients may send. */
export type BindEvents = <Events extends Record<string, SocketEvent>>(declared: Events, handlers: EventHandlers<Events>) => void

export const createBindEvents =
  (events: Map<string, BoundEvent>, limits: RateLimits): BindEvents =>
  (declared, handlers) => {
    for (const [name, { limits: limit, ...event }] of Object.entries<SocketEvent>(declared)) {
      events.set(name, {
        ...event,
        perConnection: limits(`${name}-connection`, limit.connection),
        perAddress: limits(`${name}-address`, limit.address),
        perAccount: limit.account && personLimit(limits, `${name}-account`, limit.account, limit.address.points),
        // Declaration and handler have the types of the same event, which the map cannot express.
        handle: handlers[name] as BoundEvent['handle'],
      })
    }
  }

type Acknowledge = (reply: object) => void

/** Messages of one connection that may wait for earlier ones. */
const longestQueue = 100

/** Refusals within so many milliseconds after which a connection is ended: no page goes on for so long. */
const mostRefusals = 1000
const refusalsMs = 60_000

/**
 * The one place where client messages are parsed. A message that is malformed, unknown, too fast or refused is answered with a text, in the
 * acknowledgement when there is one and as `error` otherwise; nothing that a client sends throws here.
 * The messages of one connection are handled one after another, in the order they were sent.
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
    const { roomPassword } = problem
    if (acknowledge) acknowledge({ error: message, id: problem.id, ...(roomPassword && { needsPassword: true, ...roomPassword }) })
    else socket.emit('error', { message })
  }
  const inTurn = async (before: Promise<void> | undefined, name: string, message: Message, acknowledge: Acknowledge | undefined) => {
    await before
    try {
      const reply = await handle(socket, message)
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
    // Read now: what waits is what the event takes, and not the thousands of objects that a message of 32 KB can be.
    socket.data.work = inTurn(socket.data.work, name, read(events.get(name), payload), acknowledge)
  })
}

/** A message as its event takes it, or why it does not. */
type Message = { event: BoundEvent | undefined } & ({ data: unknown } | { problem: string })

function read(event: BoundEvent | undefined, payload: unknown): Message {
  // To a schema a buffer is an object without fields, and no event takes bytes.
  const parsed = event?.payload.safeParse(Buffer.isBuffer(payload) ? undefined : payload)
  if (!parsed) return { event, problem: texts.payloadInvalid }
  return parsed.success ? { event, data: parsed.data } : { event, problem: payloadText(parsed.error) }
}

async function handle(socket: RealtimeSocket, { event, ...message }: Message): Promise<object> {
  if (!event) throw new AppError('invalid', texts.payloadInvalid)
  const { viewer, address } = socket.data
  const ofPerson = () => (viewer && event.perAccount ? event.perAccount.take(viewer) : event.perAddress.take(address))
  const wait = (await event.perConnection.take(socket.id)) ?? (await ofPerson())
  if (wait !== undefined) throw new AppError('too_many', texts.tooFast)
  // Before anything is said of the message, as with calls.
  if (viewer?.token && !tokenMaySend(viewer.token, event)) throw forbidden(texts.tokenRefused)
  if ('problem' in message) throw new AppError('invalid', message.problem)
  if (event.who === 'session' && !viewer) throw unauthorized()
  return event.reply.parse(await event.handle(socket, message.data)) as object
}

function payloadText(error: z.ZodError): string {
  const shown = Object.values(fieldTexts(error)).find((text) => text !== texts.invalidInput)
  return shown ?? texts.payloadInvalid
}
