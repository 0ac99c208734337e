/** Constants of the rooms, free of schemas: the landing page and the room read them without loading any validation. */

/** Letters and digits that cannot be mistaken for one another when read aloud. */
export const roomCodeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const defaultRoomName = 'Nova Sala'
export const defaultHostName = 'Host'
export const defaultDeck = ['1', '2', '3', '4', '5', '6', '7', '8']
/** Decks that the room settings offer. */
export const deckPresets = {
  sequencia: defaultDeck,
  fibonacci: ['0', '1', '2', '3', '5', '8', '13', '21', '?', '☕'],
  camisetas: ['PP', 'P', 'M', 'G', 'GG', '?'],
} as const

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

/** When no moderator has been connected for this long, anybody may do what only moderators do. */
export const moderatorsAwayMs = 2 * 60_000

/** Whom a moderator removed cannot come back to that room for this long. */
export const removalMs = 24 * 60 * 60_000
