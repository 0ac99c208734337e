import { finished, type Writable } from 'node:stream'
import { setImmediate as nextLoop, setTimeout as pause } from 'node:timers/promises'
import { texts } from '@rodada/contract/texts/texts'
import { AppError } from '../http/errors.ts'
import { createMeter } from './meter.ts'
import { countedAs, type Person, personLimit } from './person-limit.ts'
import { type RateLimits, tooMany } from './rate-limits.ts'

/**
 * Calls of one person that are worked on, or answered, at one time. Browsers open six connections; a person with several pages open
 * waits a moment. What somebody does not read is held in memory, so that this bounds that too.
 */
const atOnce = 6
const mostWaiting = 200
/**
 * Of what concerns the own account, all sessions together: each has a line of its own, and sessions cost nothing. More than one thief's
 * session can hold.
 */
const ownAtOnce = 24

/**
 * SQLite answers one question at a time, and everybody else waits meanwhile; PostgreSQL's answers are read so. A person may keep them busy for a quarter of the time, after
 * a second that is free: what goes beyond waits, so that nobody is refused for having a large board.
 */
const freeMs = 1000
const share = 0.25
/**
 * A network may keep the process busy for more of the time, since it may be a whole office. Beyond that its calls wait in turns of the networks: accounts are free, and
 * thirty of them have thirty free seconds.
 */
const freeOfNetworkMs = 3000
const shareOfNetwork = 0.75
/** No call waits longer than this for that, and one about the own account hardly: its owner may be ending the sessions of who keeps it busy. */
const longestRestMs = 10_000
const longestOwnRestMs = 1000

/** Who calls, and with which session; null for a program. */
export type Caller = Person & { sessionId: number | null }

type Placed = Caller & { address: string }

/** `work` is what goes on for the call, undefined while nothing does. */
type Call = { writes: boolean; own: boolean; reply: Writable; work: () => Promise<unknown> | undefined }

/** What the calls of one person may cost. Without it one account stops everybody else: an answer of 10 MB keeps the process busy for half a second. */
export type PersonTurns = {
  /**
   * Waits for the person's turn, which lasts until `reply` is over and so is the work for it: who breaks off calls has no more of them worked on
   * than who waits. What concerns only the `own` account is counted for its session alone:
   * neither the network nor a thief with another session can keep a person from changing a password and ending the sessions.
   * @returns false when nobody waits for the answer any more @throws AppError 429
   */
  take: (caller: Caller, call: Call) => Promise<boolean>
  /** Counts a change that a call makes by another one, as if that had been sent. @throws AppError 429 */
  wrote: (caller: Caller) => Promise<void>
  /** Counts for how many milliseconds a call kept this process busy, its database above all. */
  worked: (caller: Placed, ms: number) => void
  /**
   * The line in which a call waits among the costly ones: that of the network for who kept the process busy lately, however many accounts that
   * is, and one's own for who only shares a network with them. Undefined for everybody else.
   */
  costlyLine: (caller: Placed) => { line: string; isOwn: boolean } | undefined
  /** Counts the characters of an answer. A person who had too many waits for the next minute. */
  charge: (caller: Caller, characters: number) => Promise<void>
}

/** `begun` resolves once the last call of the line has begun. */
type Line = { underWay: number; waiting: (() => void)[]; begun: Promise<void> }

/** @param factor multiplies how many may wait, as it does all limits of use */
export function createPersonTurns(limits: RateLimits, factor: number): PersonTurns {
  // Some ten looks at the largest board there may be, or thousands at a usual one.
  const answers = limits('person-answers', { points: 200_000_000, seconds: 60 })
  // Sixteen a second are more than hands can do, and fill no disk within a day.
  const writes = personLimit(limits, 'person-writes', { points: 1000, seconds: 60 })
  const ownWrites = limits('session-own-writes', { points: 120, seconds: 60 })
  /** By account; for what concerns the own account, by session. */
  const lines = new Map<string, Line>()

  const busyPeople = createMeter(share)
  const busyNetworks = createMeter(shareOfNetwork)
  const untilRested = async (whose: string, longestMs: number): Promise<void> => {
    const end = performance.now() + longestMs
    // What other calls of theirs did meanwhile counts too.
    const overNow = () => busyPeople.now(whose) - freeMs
    for (let over = overNow(); over > 0; over = overNow()) {
      const left = end - performance.now()
      if (left <= 0) return
      await pause(Math.min(over / share, left), undefined, { ref: false })
    }
  }

  const leave = (whose: string, line: Line) => {
    const next = line.waiting.shift()
    // The turn goes on to the next in line.
    if (next) return next()
    line.underWay -= 1
    if (line.underWay === 0) lines.delete(whose)
  }

  const enter = async (whose: string, most = atOnce): Promise<Line> => {
    const line = lines.get(whose) ?? { underWay: 0, waiting: [], begun: Promise.resolve() }
    if (line.underWay < most) {
      line.underWay += 1
      lines.set(whose, line)
      return line
    }
    if (line.waiting.length >= mostWaiting * factor) throw new AppError('too_many', texts.tooFast, { retryAfter: 1 })
    await new Promise<void>((begin) => line.waiting.push(begin))
    return line
  }

  /** Waits in the line of an account. What concerns the account alone waits in the line of its session, which has six places among those of all sessions. */
  const enterAll = async (caller: Caller, own: boolean): Promise<{ line: Line; leaveAll: () => void }> => {
    const whose = own ? `session ${caller.sessionId}` : `account ${countedAs(caller)}`
    const line = await enter(whose)
    if (!own) return { line, leaveAll: () => leave(whose, line) }
    const sessions = `sessions of ${caller.userId}`
    const all = await enter(sessions, ownAtOnce).catch((error: unknown) => {
      leave(whose, line)
      throw error
    })
    const leaveAll = () => {
      leave(sessions, all)
      leave(whose, line)
    }
    return { line: all, leaveAll }
  }

  /** Asked when it is their turn: what came at once is counted one by one. @returns seconds to wait */
  const count = async (caller: Caller, isWrite: boolean, own: boolean): Promise<number | undefined> => {
    if (own) return isWrite ? ownWrites.take(String(caller.sessionId)) : undefined
    return (await answers.take(countedAs(caller), 0)) ?? (isWrite ? await writes.take(caller) : undefined)
  }

  return {
    take: async (caller, { writes: isWrite, own, reply, work }) => {
      const { line, leaveAll } = await enterAll(caller, own)
      // Calls that begin at once would work at once. One after another, with everybody else's in between, each counts before the next begins.
      line.begun = line.begun.then(() => nextLoop())
      await line.begun
      await untilRested(countedAs(caller), own ? longestOwnRestMs : longestRestMs)
      if (reply.destroyed) {
        leaveAll()
        return false
      }
      finished(reply, { readable: false }, () => void Promise.allSettled([work()]).then(leaveAll))
      const wait = await count(caller, isWrite, own)
      if (wait !== undefined) throw tooMany(wait)
      return true
    },
    wrote: (caller) => writes.require(caller),
    worked: (caller, ms) => {
      busyPeople.add(countedAs(caller), ms)
      busyNetworks.add(caller.address, ms)
    },
    costlyLine: (caller) => {
      if (busyPeople.now(countedAs(caller)) > freeMs / 2) return { line: `network ${caller.address}`, isOwn: false }
      return busyNetworks.now(caller.address) > freeOfNetworkMs ? { line: `account ${countedAs(caller)}`, isOwn: true } : undefined
    },
    charge: async (caller, characters) => {
      await answers.take(countedAs(caller), characters)
    },
  }
}
