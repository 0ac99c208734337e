import type { Token } from '../http/viewer.ts'
import { type Limit, type RateLimits, tooMany } from './rate-limits.ts'

/**
 * Who does something, and the network that the call came from; none when the program goes on in somebody's name. `token`: with which a program of
 * theirs does it.
 */
export type Person = { userId: number; address?: string | undefined; token: Token | null }

/** Whose count it is: programs that have a person's tokens spend one of their own, all of them together, and nothing of what the person has. */
export const countedAs = ({ userId, token }: Pick<Person, 'userId' | 'token'>): string => (token ? `programs of ${userId}` : String(userId))

/** A limit of what one person does, and beside it of what all accounts of their network do. */
export type PersonLimit = {
  /** Takes points, one unless said otherwise; undefined when they were there, otherwise the seconds until they may be. */
  take: (person: Person, points?: number) => Promise<number | undefined>
  /** As `take`. @throws AppError 429 with the seconds to wait */
  require: (person: Person, points?: number) => Promise<void>
  /** Counts what is done already, also beyond the limit. */
  charge: (person: Person, points: number) => Promise<void>
  /** The same limit for each recipient, or whatever else is counted by itself. */
  about: (what: string | number | undefined) => PersonLimit
}

/**
 * So many people at the limit of one make the limit of their network: accounts cost nothing, and with a hundred of them one program would
 * write a hundred times as much. Two hundred people in an office never come near it, because hands stay far below the limit of a person.
 */
const peopleOfNetwork = 20

/** @param atLeast points that the network has anyway */
export function personLimit(limits: RateLimits, name: string, limit: Limit, atLeast = 0): PersonLimit {
  const ofPerson = limits(name, limit)
  const ofNetwork = limits(`${name}-network`, { ...limit, points: Math.max(limit.points * peopleOfNetwork, atLeast) })
  const counted = (suffix: string): PersonLimit => {
    const takeOwn = (person: Person, points?: number) => ofPerson.take(`${countedAs(person)}${suffix}`, points)
    const takeShared = async ({ address }: Person, points?: number) =>
      address === undefined ? undefined : ofNetwork.take(`${address}${suffix}`, points)
    // What a person is refused costs their network nothing, so that one of them alone never stops the others.
    const take: PersonLimit['take'] = async (person, points) => (await takeOwn(person, points)) ?? (await takeShared(person, points))
    return {
      take,
      require: async (person, points) => {
        const wait = await take(person, points)
        if (wait !== undefined) throw tooMany(wait)
      },
      charge: async (person, points) => {
        await takeOwn(person, points)
        await takeShared(person, points)
      },
      about: (what) => counted(` ${what}`),
    }
  }
  return counted('')
}
