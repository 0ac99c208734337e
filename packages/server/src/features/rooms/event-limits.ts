import type { Limit } from '../../platform/limits/rate-limits.ts'
import type { WorkQueueLimits } from '../../platform/limits/work-queue.ts'

/** Seats that guests of an address take who had none: each is a row that stays for a day. A conference comes in at once. */
export const mostNewGuests: Limit = { points: 3000, seconds: 600, shared: true }

/** Further ones, at one table where the network sits or that it opened, when a neighbour used those up in other rooms. */
export const mostNewGuestsOfTable: Limit = { points: 200, seconds: 600, shared: true }

/** Rooms that an address may ask for and that are not there: as many as by the API (routes.ts). Per process: a look at each join. */
export const mostMisses: Limit = { points: 300, seconds: 10 }
export const mostMissesOfAccount: Limit = { points: 30, seconds: 10 }

/** Invitations that an address, or an account, may look up. */
export const mostLookups: Limit = { points: 300, seconds: 10, shared: true }
export const mostLookupsOfAccount: Limit = { points: 60, seconds: 10, shared: true }

/**
 * To come back reads the whole table and sends it, some milliseconds for a large one. Everybody may once a minute, so that a whole office
 * finds its places again; what goes beyond that is what an address has together.
 */
export const mostFirstReturns: Limit = { points: 1, seconds: 60 }
export const mostReturns: Limit = { points: 200, seconds: 10 }

/**
 * Rounds that the people of a room begin after a revealed one, those who moderate and the others apart, and votes of such rounds that an account, or
 * the guests of an address, leave behind, now and in a day: all are kept as long as the room's record. A team plays one in half a minute at
 * most; a conference of a thousand plays thirty in ten minutes.
 */
export const mostRounds: Limit = { points: 100, seconds: 600, shared: true }
export const mostKeptVotes: Limit = { points: 30_000, seconds: 600, shared: true }
export const mostKeptVotesOfDay: Limit = { points: 300_000, seconds: 24 * 3600, shared: true }
/** Further ones in a day, at one table, when a neighbour used those up: a team of eight goes on for an hour. */
export const mostKeptVotesOfTable: Limit = { points: 400, seconds: 24 * 3600, shared: true }
/** So many accounts that leave all that one may make the limit of their network: accounts cost nothing. */
export const accountsOfNetwork = 20

/** Passwords that an account, or the guests of an address, set for their rooms: each costs a hash. */
export const mostNewPasswords: Limit = { points: 60, seconds: 300, shared: true }

/** What rooms work on at once. A connection has one piece waiting, so that a line is as long as a network has connections. */
export const roomWork: WorkQueueLimits = { atOnce: 8, ofLine: 10_000, ofAll: 50_000 }
