/** Constants of the rooms, free of schemas: the landing page and the room read them without loading any validation. */

/** Letters and digits that cannot be mistaken for one another when read aloud. */
export const roomCodeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const defaultRoomName = 'Nova Sala'
export const defaultHostName = 'Host'

/** Real-time settings of the specification, in milliseconds. */
export const realtimeSettings = {
  path: '/socket.io/',
  transports: ['polling', 'websocket'],
  reconnectionAttempts: 5,
  landing: { reconnectionDelay: 3000, reconnectionDelayMax: 5000 },
  room: { reconnectionDelay: 1000, reconnectionDelayMax: 5000 },
  connectTimeout: 10_000,
  pingTimeout: 10_000,
  pingInterval: 5_000,
  upgradeTimeout: 5_000,
} as const

/** From everybody's vote to the reveal, where the room turns the cards by itself. */
export const revealCountdownMs = 3_000

/** Nobody is reminded of a missing vote more often than this. */
export const nudgeMs = 60_000

/** When no moderator has been connected for this long, anybody may do what only moderators do. */
export const moderatorsAwayMs = 2 * 60_000

/** Whom a moderator removed cannot come back to that room for this long. */
export const removalMs = 24 * 60 * 60_000

/** Who writes a reason says so again after the first of these, and is taken to have stopped after the second. */
export const writingAgainMs = 3_000
export const writingMs = 8_000
