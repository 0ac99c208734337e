import { AppError } from '../http/errors.ts'
import { countedAs, type Person } from './person-limit.ts'

/** Begins one of a few things that a person, and everybody of their network, may have under way. @returns what ends it @throws AppError 429 */
export type AtOnce = (person: Person & { address: string }) => () => void

/**
 * So many networks' worth of people who have nothing else under way. With what one person may have at once, some accounts of a network take
 * all of its places for as long as they like; who has none yet must find one behind them.
 */
const firstOnes = 3

/**
 * Bounds what takes long and is mostly waited for, such as an upload over a slow line, on this process.
 * @param ofNetwork for the second and further ones of its people; the first one of each has three times the room
 * @param refusal what is said of one too many
 */
export function createAtOnce({ ofPerson, ofNetwork, refusal }: { ofPerson: number; ofNetwork: number; refusal: string }): AtOnce {
  const underWay = new Map<string, number>()
  const count = (key: string) => underWay.get(key) ?? 0
  return (person) => {
    const [own, network] = [`person ${countedAs(person)}`, `network ${person.address}`]
    const room = count(own) === 0 ? ofNetwork * firstOnes : ofNetwork
    if (count(own) >= ofPerson || count(network) >= room) throw new AppError('too_many', refusal, { retryAfter: 2 })
    for (const key of [own, network]) underWay.set(key, count(key) + 1)
    return () => {
      for (const key of [own, network]) {
        const left = count(key) - 1
        if (left > 0) underWay.set(key, left)
        else underWay.delete(key)
      }
    }
  }
}
