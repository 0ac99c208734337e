import type { RoomClientEvent } from '@rodada/contract/rooms'
import type { Limit } from '../../platform/rate-limits.ts'
import type { WorkQueueLimits } from '../../platform/work-queue.ts'

/**
 * Generous for people, narrow for programs. The address is that of a whole office. Whoever is signed in has a limit of their own where
 * one is given, so that no stranger behind the same address can use up theirs.
 */
export const eventLimits: Record<RoomClientEvent, { connection: Limit; address: Limit; account?: Limit }> = {
  // A whole office opens its rooms at nine; nobody needs more than a few, and each stays for a day.
  createRoom: {
    connection: { points: 6, seconds: 60 },
    address: { points: 60, seconds: 600, shared: true },
    account: { points: 12, seconds: 600, shared: true },
  },
  joinRoom: {
    connection: { points: 30, seconds: 10 },
    address: { points: 3000, seconds: 10, shared: true },
    account: { points: 90, seconds: 10, shared: true },
  },
  leaveRoom: { connection: { points: 30, seconds: 10 }, address: { points: 3000, seconds: 10 } },
  cancelRoom: { connection: { points: 10, seconds: 60 }, address: { points: 200, seconds: 600 } },
  removeParticipant: { connection: { points: 20, seconds: 5 }, address: { points: 2000, seconds: 5 } },
  makeModerator: { connection: { points: 20, seconds: 5 }, address: { points: 2000, seconds: 5 } },
  // Counted per process: a call to Redis for each vote would cost more than the vote.
  vote: { connection: { points: 40, seconds: 2 }, address: { points: 20_000, seconds: 2 } },
  revealVotes: { connection: { points: 20, seconds: 5 }, address: { points: 2000, seconds: 5 } },
  resetVoting: { connection: { points: 20, seconds: 5 }, address: { points: 2000, seconds: 5 } },
  chatMessage: { connection: { points: 15, seconds: 5 }, address: { points: 2000, seconds: 5 } },
  selectTask: { connection: { points: 20, seconds: 5 }, address: { points: 2000, seconds: 5 } },
  updateRoom: { connection: { points: 20, seconds: 5 }, address: { points: 2000, seconds: 5 } },
  addTasks: { connection: { points: 20, seconds: 10 }, address: { points: 2000, seconds: 10 } },
  removeTask: { connection: { points: 40, seconds: 10 }, address: { points: 2000, seconds: 10 } },
  nextTask: { connection: { points: 20, seconds: 10 }, address: { points: 2000, seconds: 10 } },
  saveEstimate: { connection: { points: 20, seconds: 10 }, address: { points: 2000, seconds: 10 } },
}

/** Seats that guests of an address take who had none: each is a row that stays for a day. A conference comes in at once. */
export const mostNewGuests: Limit = { points: 3000, seconds: 600, shared: true }

/** Rooms that an address may ask for and that are not there: as many as by the API (routes.ts). Per process: a look at each join. */
export const mostMisses: Limit = { points: 300, seconds: 10 }
export const mostMissesOfAccount: Limit = { points: 30, seconds: 10 }

/**
 * To come back reads the whole table and sends it, some milliseconds for a large one. Everybody may once a minute, so that a whole office
 * finds its places again; what goes beyond that is what an address has together.
 */
export const mostFirstReturns: Limit = { points: 1, seconds: 60 }
export const mostReturns: Limit = { points: 200, seconds: 10 }

/** What rooms work on at once. A connection has one piece waiting, so that a line is as long as a network has connections. */
export const roomWork: WorkQueueLimits = { atOnce: 8, ofLine: 10_000, ofAll: 50_000 }
