import type { Roster } from '../participants/roster.ts'

/** Says that a room's votes or people changed; `isVote` that somebody's card came or changed. */
export type LookAtVotes = (roomId: number, isVote: boolean) => void

export type VoteLook = { look: LookAtVotes /** Resolves once no look is under way and none will be. */; stop: () => Promise<void> }

/**
 * Looks after each change whether everybody has voted, one look at a time in each room: what changes meanwhile is seen by one more.
 * Rooms that do not turn their cards by themselves cost nothing.
 */
export function createVoteLook(roster: Roster, see: (roomId: number, isVote: boolean) => Promise<void>): VoteLook {
  /** The rooms that are looked at, with the look that is to follow. */
  const looking = new Map<number, { isVote: boolean } | undefined>()
  const running = new Set<Promise<void>>()
  let stopped = false

  const run = async (roomId: number, isVote: boolean): Promise<void> => {
    looking.set(roomId, undefined)
    try {
      await see(roomId, isVote)
    } finally {
      const next = looking.get(roomId)
      looking.delete(roomId)
      if (next) begin(roomId, next.isVote)
    }
  }

  const begin = (roomId: number, isVote: boolean): void => {
    if (stopped) return
    const turn = run(roomId, isVote).finally(() => running.delete(turn))
    running.add(turn)
  }

  return {
    look: (roomId, isVote) => {
      // Where nobody of this process sits the room's rules are not known here: then the database says.
      if (roster.rulesOf(roomId)?.autoReveal === false) return
      if (looking.has(roomId)) looking.set(roomId, { isVote: isVote || looking.get(roomId)?.isVote === true })
      else begin(roomId, isVote)
    },
    stop: async () => {
      stopped = true
      await Promise.all(running)
    },
  }
}
