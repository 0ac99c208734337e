import type { Endpoint } from '@rodada/contract/core/endpoint'
import { tokenScope } from '@rodada/contract/core/token-reach'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TakePlace } from '../limits/call-turns.ts'
import { createCostlyTurns, expectingRows } from '../limits/costly-turns.ts'
import { countedAs } from '../limits/person-limit.ts'
import type { PersonTurns } from '../limits/person-turns.ts'
import type { Viewer } from './viewer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What is done for the request; undefined before that begins. */
    work: Promise<unknown> | undefined
    /** Gives back the place in which the call is worked on; undefined when it has none. */
    leavePlace: (() => void) | undefined
  }
}

/**
 * The turns of the calls that somebody makes, and what they are counted for. Calls without a session, and files that are streamed, have limits of their
 * own.
 */
export type Turns = Pick<PersonTurns, 'wrote' | 'worked' | 'charge'> & {
  /** Waits for the turn of a call, before its body is read. @returns false when nobody waits for the answer any more @throws AppError 429 or 503 */
  take: (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint) => Promise<boolean>
  /**
   * Does the work of a call, in the turn of a costly one when the caller kept the process busy lately, and in that of a large answer when it
   * has many rows. `work` says how long it kept the process busy, in milliseconds. @throws AppError 503
   */
  work: (request: FastifyRequest, endpoint: Endpoint, work: (onBusy: (ms: number) => void) => Promise<unknown>) => Promise<unknown>
}

/** A file is streamed, seldom and slowly. */
const isStreamed = ({ download, upload }: Endpoint): boolean => Boolean(download) || upload === 'stream'
/** What concerns only the own account, by its person: a program has no line of its own there. */
const isOwn = ({ token }: Viewer, { url }: Endpoint): boolean => token === null && url.startsWith('/auth/')

/** How many times as long as a call kept the process busy its place stays empty: with two places, half of the time is everybody else's. */
const [restOfBusy, restOfLarge] = [3, 1]

/** Places of calls, and those of calls that concern only the own account. */
export type Places = { calls: TakePlace; own: TakePlace }

export function createTurns(people: PersonTurns, places: Places): Turns {
  const [takeBusyTurn, takeLargeTurn] = [createCostlyTurns(), createCostlyTurns()]
  const callerOf = ({ viewer }: FastifyRequest, endpoint: Endpoint) => (isStreamed(endpoint) ? undefined : viewer)
  return {
    wrote: people.wrote,
    worked: people.worked,
    charge: people.charge,
    take: async (request, reply, endpoint) => {
      const viewer = callerOf(request, endpoint)
      if (!viewer) return true
      const own = isOwn(viewer, endpoint)
      const writes = tokenScope(endpoint) === 'write'
      if (!(await people.take(viewer, { writes, own, reply: reply.raw, work: () => request.work }))) return false
      // Who floods the network, its people can change a password and end the sessions that do; and who floods it with that, keeps nobody
      // from a board.
      const leave = await (own ? places.own : places.calls)(viewer.address, countedAs(viewer))
      // A body that cannot be read has no work that ends.
      reply.raw.once('close', leave)
      request.leavePlace = leave
      if (!reply.raw.destroyed) return true
      leave()
      return false
    },
    work: async (request, endpoint, work) => {
      const viewer = callerOf(request, endpoint)
      if (!viewer) return work(() => {})
      const ends: ((busyMs: number) => void)[] = []
      let busyMs = 0
      const who = countedAs(viewer)
      const costly = isOwn(viewer, endpoint) ? undefined : people.costlyLine(viewer)
      // Who waits for another turn keeps nobody from this one.
      const leave = () => request.leavePlace?.()
      const begin = async () => {
        if (!costly) return
        leave()
        ends.push(await takeBusyTurn({ line: costly.line, who, rest: costly.isOwn ? 0 : restOfBusy }))
      }
      let large: Promise<unknown> | undefined
      const beginLarge = async (rows: number) => {
        leave()
        large ??= takeLargeTurn({ line: viewer.address, who, rest: restOfLarge, size: rows }).then((end) => ends.push(end))
        await large
      }
      try {
        await begin()
        return await expectingRows(beginLarge, () =>
          work((ms) => {
            busyMs = ms
          }),
        )
      } finally {
        leave()
        for (const end of ends) end(busyMs)
      }
    },
  }
}
