import type { Room } from '@rodada/contract/rooms/rooms'
import type { Deps } from '../../../platform/deps.ts'
import { listParticipants } from './seat-queries.ts'
import { channelsOfRooms, roomChannel } from './seated.ts'

/** updateUsers goes out at most this often per room; larger rooms wait a millisecond per person. */
const spacingMs = 100
/**
 * After votes, the list waits for a pause of one to two times this, or of ten to twenty milliseconds per person: newVote already told
 * everybody, the list only heals what was missed.
 */
const afterVotesMs = 1000
/** Where the votes do not pause, the list goes out after so many times that. */
const mostPauses = 5
const tryAgainMs = 1000

/** What a process keeps in mind of a room, to look at a vote without asking the database. */
export type RoomRules = Pick<Room, 'deck' | 'autoReveal'>

type Live = {
  rules: RoomRules
  sentAt: number
  people: number
  due: number
  timer: NodeJS.Timeout | undefined
  /** Something else than votes changed since the last list. */
  changed: boolean
  /** Of the votes of this process that no list showed yet: when the last of them came, the pause to wait for, and until when. */
  votes: { last: number; pauseMs: number; until: number } | undefined
  /** Lists asked of the database, and the latest of them that was sent. */
  asked: number
  shown: number
}

export type Roster = {
  /** A socket of this process sat down in the room. */
  open: (roomId: number, rules: RoomRules) => void
  /** The room's cards and whether they turn by themselves, as this process last heard; undefined where nobody of its people sits. */
  rulesOf: (roomId: number) => RoomRules | undefined
  /** The people changed: everybody sees the new list soon. */
  peopleChanged: (roomId: number) => void
  /** Somebody voted. */
  voted: (roomId: number) => void
  rulesChanged: (roomId: number, rules: RoomRules) => void
  /** Others who are told when the people of a room changed, or what they may do. */
  onChange: (listener: (roomId: number) => void) => void
}

/**
 * Sends each room's list of people to the sockets of this process, coalesced: a thousand joins become some tens of lists.
 * Processes tell each other which rooms changed; each reads the database and serves its own sockets.
 */
export function createRoster(deps: Pick<Deps, 'io' | 'db' | 'log' | 'processes'>): Roster {
  const { io, db, log, processes } = deps
  const rooms = new Map<number, Live>()

  const send = async (roomId: number, live: Live): Promise<void> => {
    live.changed = false
    const waitMs = votesWaitMs(live)
    // The list of the votes comes too: the other processes hear of them by that one, and of nothing by this.
    if (waitMs > 0) schedule(roomId, live, waitMs)
    else if (live.votes) {
      live.votes = undefined
      tellOthers(roomId, null)
    }
    if (!io.sockets.adapter.rooms.has(roomChannel(roomId))) {
      clearTimeout(live.timer)
      rooms.delete(roomId)
      return
    }
    live.sentAt = performance.now()
    live.asked += 1
    const turn = live.asked
    const people = await listParticipants(db, roomId)
    // Answers of the database may overtake each other; an older list must not replace a newer one.
    if (turn < live.shown || rooms.get(roomId) !== live) return
    live.shown = turn
    live.people = people.length
    io.local.to(roomChannel(roomId)).emit('updateUsers', people)
    // The list that is sent lacks votes that came while it was read, so that a new one follows at once.
    if (live.votes && live.votes.last >= live.sentAt) live.votes.until = Math.min(live.votes.until, live.votes.last + live.votes.pauseMs)
  }

  const schedule = (roomId: number, live: Live, delayMs: number): void => {
    // Not the time of day, which somebody may set back: the list would wait as long.
    const now = performance.now()
    const due = Math.max(now + delayMs, live.sentAt + Math.max(spacingMs, live.people))
    if (live.timer) {
      if (live.due <= due) return
      clearTimeout(live.timer)
    }
    live.due = due
    live.timer = setTimeout(() => {
      live.timer = undefined
      // A timer for each room and not for each vote: it looks whether there were more.
      const waitMs = live.changed ? 0 : votesWaitMs(live)
      if (waitMs > 0) return schedule(roomId, live, waitMs)
      send(roomId, live).catch((error: unknown) => {
        log.error({ err: error }, 'roster failed')
        change(roomId, null, tryAgainMs)
      })
    }, due - now)
  }

  const change = (roomId: number, rules: RoomRules | null, delayMs = 0): void => {
    const live = rooms.get(roomId)
    if (!live) return
    if (rules) live.rules = { deck: rules.deck, autoReveal: rules.autoReveal }
    live.changed = true
    schedule(roomId, live, delayMs)
  }

  const tellOthers = (roomId: number, rules: RoomRules | null): void => {
    processes.tellIn(roomChannel(roomId), 'roomChanged', { roomId, rules })
  }

  const listeners: ((roomId: number) => void)[] = []
  const announce = (roomId: number, rules: RoomRules | null): void => {
    change(roomId, rules)
    tellOthers(roomId, rules)
    for (const listener of listeners) listener(roomId)
  }

  processes.tellAmong(channelsOfRooms)
  processes.on('roomChanged', ({ roomId, rules }) => change(roomId, rules))

  return {
    open: (roomId, { deck, autoReveal }) => {
      const live = rooms.get(roomId)
      const rules = { deck, autoReveal }
      if (live) live.rules = rules
      else {
        const fresh = { sentAt: 0, people: 0, due: 0, timer: undefined, asked: 0, shown: 0, changed: false, votes: undefined }
        rooms.set(roomId, { rules, ...fresh })
      }
    },
    rulesOf: (roomId) => rooms.get(roomId)?.rules,
    peopleChanged: (roomId) => announce(roomId, null),
    // The other processes hear of it when our own list goes out: once for many votes, and always after the last of them.
    voted: (roomId) => {
      const live = rooms.get(roomId)
      if (!live) return
      const now = performance.now()
      if (live.votes) {
        live.votes.last = now
        return
      }
      // Rooms whose votes began together must not all make their lists in the same moment.
      const pauseMs = Math.max(afterVotesMs, live.people * 10) * (1 + Math.random())
      live.votes = { last: now, pauseMs, until: now + pauseMs * mostPauses }
      schedule(roomId, live, pauseMs)
    },
    rulesChanged: (roomId, { deck, autoReveal }) => announce(roomId, { deck, autoReveal }),
    onChange: (listener) => {
      listeners.push(listener)
    },
  }
}

/** How long the list of the votes still waits, in milliseconds; not above 0 when it is due, or when there are none. */
const votesWaitMs = ({ votes }: Live): number => (votes ? Math.min(votes.last + votes.pauseMs, votes.until) - performance.now() : 0)
