import { AppError } from '../http/errors.ts'
import { countedAs, type Person } from './person-limit.ts'

/** Begins one of a few things that a person, and everybody of their network, may have under way. @returns what ends it @throws AppError 429 */
export type AtOnce = (person: Person & { address: string }) => () => void

/**
 * Bounds what takes long and is mostly waited for, such as an upload over a slow line, on this process.
 * @param refusal what is said of one too many
 */
export function createAtOnce({ ofPerson, ofNetwork, refusal }: { ofPerson: number; ofNetwork: number; refusal: string }): AtOnce {
  const underWay = new Map<string, number>()
  return (person) => {
    const counted: [string, number][] = [
      [`person ${countedAs(person)}`, ofPerson],
      [`network ${person.address}`, ofNetwork],
    ]
    if (counted.some(([key, most]) => (underWay.get(key) ?? 0) >= most)) throw new AppError('too_many', refusal, { retryAfter: 2 })
    for (const [key] of counted) underWay.set(key, (underWay.get(key) ?? 0) + 1)
    return () => {
      for (const [key] of counted) {
        const left = (underWay.get(key) ?? 1) - 1
        if (left > 0) underWay.set(key, left)
        else underWay.delete(key)
      }
    }
  }
}
