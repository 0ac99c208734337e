import type { Deps } from '../../platform/deps.ts'
import { listParticipants } from './seat-queries.ts'
import { roomChannel } from './seated.ts'

/** updateUsers goes out at most this often per room; larger rooms wait a millisecond per person. */
const spacingMs = 100
/** After votes, the list follows late: newVote already told everybody, the list only heals what was missed. */
const afterVotesMs = 1000

type Live = {
  deck: string[]
  sentAt: number
  people: number
  due: number
  timer: NodeJS.Timeout | undefined
  /** Votes of this process that the others have not heard of since. */
  votes: boolean
  /** Lists asked of the database, and the latest of them that was sent. */
  asked: number
  shown: number
}

export type Roster = {
  /** A socket of this process sat down in the room. */
  open: (roomId: number, deck: string[]) => void
  /** The room's cards, as this process last heard. */
  deckOf: (roomId: number) => readonly string[]
  /** The people changed: everybody sees the new list soon. */
  peopleChanged: (roomId: number) => void
  /** Somebody voted. */
  voted: (roomId: number) => void
  /** The cards changed. */
  deckChanged: (roomId: number, deck: string[]) => void
}

/**
 * Sends each room's list of people to the sockets of this process, coalesced: a thousand joins become some tens of lists.
 * Processes tell each other which rooms changed; each reads the database and serves its own sockets.
 */
export function createRoster({ io, db, config, log }: Pick<Deps, 'io' | 'db' | 'config' | 'log'>): Roster {
  const rooms = new Map<number, Live>()

  const send = async (roomId: number, live: Live): Promise<void> => {
    live.timer = undefined
    if (live.votes) {
      live.votes = false
      tellOthers(roomId, null)
    }
    if (!io.sockets.adapter.rooms.has(roomChannel(roomId))) {
      rooms.delete(roomId)
      return
    }
    live.sentAt = performance.now()
    live.asked += 1
    const turn = live.asked
    const people = await listParticipants(db, roomId)
    // Answers of the database may overtake each other; an older list must not replace a newer one.
    if (turn < live.shown) return
    live.shown = turn
    live.people = people.length
    io.local.to(roomChannel(roomId)).emit('updateUsers', people)
  }

  const schedule = (roomId: number, delayMs: number): void => {
    const live = rooms.get(roomId)
    if (!live) return
    // Not the time of day, which somebody may set back: the list would wait as long.
    const now = performance.now()
    const due = Math.max(now + delayMs, live.sentAt + Math.max(spacingMs, live.people))
    if (live.timer) {
      if (live.due <= due) return
      clearTimeout(live.timer)
    }
    live.due = due
    live.timer = setTimeout(() => {
      send(roomId, live).catch((error: unknown) => {
        log.error({ err: error }, 'roster failed')
        schedule(roomId, afterVotesMs)
      })
    }, due - now)
  }

  const change = (roomId: number, deck: string[] | null, soon: boolean): void => {
    const live = rooms.get(roomId)
    if (!live) return
    if (deck) live.deck = deck
    // Rooms whose votes began together must not all make their lists in the same moment.
    schedule(roomId, soon ? 0 : Math.max(afterVotesMs, live.people * 10) * (1 + Math.random()))
  }

  const tellOthers = (roomId: number, deck: string[] | null): void => {
    if (config.redisUrl) io.serverSideEmit('roomChanged', { roomId, deck })
  }

  const announce = (roomId: number, deck: string[] | null): void => {
    change(roomId, deck, true)
    tellOthers(roomId, deck)
  }

  io.on('roomChanged', ({ roomId, deck }) => change(roomId, deck, true))

  return {
    open: (roomId, deck) => {
      const live = rooms.get(roomId)
      if (live) live.deck = deck
      else rooms.set(roomId, { deck, sentAt: 0, people: 0, due: 0, timer: undefined, votes: false, asked: 0, shown: 0 })
    },
    deckOf: (roomId) => rooms.get(roomId)?.deck ?? [],
    peopleChanged: (roomId) => announce(roomId, null),
    // The other processes hear of it when our own list goes out: once for many votes, and always after the last of them.
    voted: (roomId) => {
      const live = rooms.get(roomId)
      if (live) live.votes = true
      change(roomId, null, false)
    },
    deckChanged: announce,
  }
}
