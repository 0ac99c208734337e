import { read, write } from '../../lib/device/storage.ts'

/** Cards that are kept in mind: only their ids, so that what they are called is asked of the server, which knows who still sees them. */
const most = 4

/** The cards that the palette led to last, the latest first. */
export function recentCards(): number[] {
  try {
    const stored: unknown = JSON.parse(read('rodada.recentCards') ?? '[]')
    return Array.isArray(stored) ? stored.filter((id): id is number => Number.isInteger(id) && id > 0).slice(0, most) : []
  } catch {
    return []
  }
}

export const noteCard = (id: number): void =>
  void write('rodada.recentCards', JSON.stringify([id, ...recentCards().filter((other) => other !== id)].slice(0, most)))
