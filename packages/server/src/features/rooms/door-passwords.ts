import { createHmac, randomBytes } from 'node:crypto'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { countedAs } from '../../platform/limits/person-limit.ts'
import type { Limit, Limiter } from '../../platform/limits/rate-limits.ts'
import { hashSecret } from '../../platform/secrets/secrets.ts'
import type { RoomRow } from './queries.ts'

/**
 * Wrong passwords for one room: of one browser or account, and of a whole network, because a program is as many browsers as it likes. The
 * accounts of a network and its guests are counted apart, so that a guest who guesses keeps no account out.
 */
const ofGuesser: Limit = { points: 5, seconds: 300, shared: true }
const ofNetwork: Limit = { points: 100, seconds: 300, shared: true }
/** Wrong passwords of a network for all rooms: each costs a hash. */
const ofNetworkInAll: Limit = { points: 500, seconds: 300, shared: true }

/** Right passwords that a process remembers. */
const mostRemembered = 1000

export type Guesser = { viewer: Viewer | undefined; address: string; browserId: string | null | undefined }

export const refused = (message: string, triesLeft: number | null): AppError =>
  new AppError('forbidden', message, { roomPassword: { triesLeft } })

/** Looks at the passwords that people come with. */
export function createRoomPasswords({
  passwords,
  limits,
}: Pick<Deps, 'passwords' | 'limits'>): (room: RoomRow, password: string, guesser: Guesser) => Promise<void> {
  const perGuesser = limits('room-password', ofGuesser)
  const perNetwork = limits('room-password-network', ofNetwork)
  const inAll = limits('room-password-all', ofNetworkInAll)
  /** A room's password as this process remembers it. The key is of this process alone, so that nothing it keeps is of use elsewhere. */
  const secret = randomBytes(32)
  const markOf = (hash: string, password: string) =>
    createHmac('sha256', secret)
      .update(`${hash} ${password.normalize('NFKC')}`)
      .digest('base64')
  const right = new Set<string>()
  const underWay = new Map<string, Promise<boolean>>()

  const remember = (mark: string) => {
    right.add(mark)
    const [oldest] = right
    if (right.size > mostRemembered && oldest !== undefined) right.delete(oldest)
  }

  const tries = (roomId: number, { viewer, address, browserId }: Guesser) => {
    const network = `${viewer ? 'accounts' : 'guests'} ${address}`
    const who = viewer ? `account ${countedAs(viewer)}` : browserId ? `browser ${hashSecret(browserId)}` : network
    // Those of the network come first: invented browsers would otherwise make a counter each, without end.
    const counters: [Limiter, string][] = [
      [inAll, network],
      [perNetwork, `${roomId} ${network}`],
      [perGuesser, `${roomId} ${who}`],
    ]
    return {
      left: async () => Math.min(...(await Promise.all(counters.map(([limiter, key]) => limiter.left(key))))),
      leftOfGuesser: () => perGuesser.left(`${roomId} ${who}`),
      /** Counts a try everywhere or nowhere. @returns false when there is none left */
      take: async () => {
        for (const [at, [limiter, key]] of counters.entries()) {
          if ((await limiter.take(key)) === undefined) continue
          for (const [before, taken] of counters.slice(0, at)) await before.giveBack(taken)
          return false
        }
        return true
      },
      giveBack: async () => {
        for (const [limiter, key] of counters) await limiter.giveBack(key)
      },
    }
  }

  return async (room, password, guesser) => {
    const hash = room.password_hash
    if (hash === null) return
    const mark = markOf(hash, password)
    const own = tries(room.id, guesser)
    // Also of who comes with the right one: otherwise it could be guessed on and on.
    if ((await own.left()) === 0) throw refused(texts.roomPasswordTries, 0)
    if (right.has(mark)) return

    const look = async (): Promise<boolean> => {
      // Taken before it is looked at: tries sent at once must not all be looked at with the count of the first.
      if (!(await own.take())) throw refused(texts.roomPasswordTries, 0)
      // Its network's own line for rooms: who guesses here delays no login from there.
      const isRight = await passwords.verify(password, hash, `room ${guesser.address}`).catch(async (error: unknown) => {
        // Nobody was told anything: a busy server is no wrong try.
        await own.giveBack()
        throw error
      })
      if (!isRight) return false
      remember(mark)
      await own.giveBack()
      return true
    }
    // An office that comes in at once with the same password is one try and one hash.
    const looked = underWay.get(mark) ?? look().finally(() => underWay.delete(mark))
    underWay.set(mark, looked)
    if (!(await looked)) throw refused(texts.roomPasswordWrong, await own.leftOfGuesser())
  }
}
