/** The only place that touches localStorage, apart from drafts.ts: exact keys of the specification, typed, and never throwing when storage is blocked. */

import { randomId } from '../random-id.ts'

type SpecifiedKey = 'authToken' | 'userData' | 'userName' | 'userRole' | 'userAvatar' | 'currentRoom' | 'github_integration'
type OwnKey =
  | 'rodada.seatTokens'
  | 'rodada.hostTokens'
  /** Random and about nobody: whom a moderator removed from a room is known by it. */
  | 'rodada.browserId'
  /** The room that this browser sits in, and the name with which a guest does. */
  | 'rodada.room'
  | 'rodada.theme'
  /** The time zone of the account, in which its days begin and end. */
  | 'rodada.timeZone'
  /** The language of the account that was last here, or the one chosen without an account. */
  | 'rodada.language'
  /** What this browser draws otherwise than by default, as words: see appearance.ts. */
  | 'rodada.appearance'
  /** Instant of the last authenticated call of any tab, in milliseconds, and the idle minutes the server allows. */
  | 'rodada.lastCall'
  | 'rodada.idleMinutes'
  /** 'minimised' while the person wants the room's chat out of the way. */
  | 'rodada.chat'
  /** Id of the account that this browser shows notifications to while no page is open. */
  | 'rodada.pushFor'
  /** 'on' while the end of a room's timer makes a sound here; and how many seconds the last timer that was started here had. */
  | 'rodada.timerSound'
  | 'rodada.timer'
  /** The deck that was chosen last for a room here, as JSON. */
  | 'rodada.deck'
  /** 'off' while keys pressed alone are to do nothing. */
  | 'rodada.singleKeys'
  /** How somebody looks at boards here, as JSON: see board-look.ts. */
  | 'rodada.boardLooks'
  /** Ids of the cards that the palette led to last, as JSON. */
  | 'rodada.recentCards'
export type StorageKey = SpecifiedKey | OwnKey

export type UserData = { id: number; name: string; email: string; avatar: string | null }

/** The stored text, or null when absent or when storage is blocked. */
export function read(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text and says whether it is really there: quota and privacy modes may refuse. */
export function write(key: StorageKey, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return localStorage.getItem(key) === value
  } catch {
    return false
  }
}

export function remove(...keys: StorageKey[]): void {
  for (const key of keys) {
    try {
      localStorage.removeItem(key)
    } catch {
      // Blocked storage holds nothing to remove.
    }
  }
}

function readJson(key: StorageKey): unknown {
  try {
    return JSON.parse(read(key) ?? 'null')
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The signed-in person as stored at login, or null when absent or damaged. */
export function readUserData(): UserData | null {
  const value = readJson('userData')
  if (!isRecord(value) || typeof value.name !== 'string' || typeof value.email !== 'string') return null
  return {
    id: typeof value.id === 'number' ? value.id : 0,
    name: value.name,
    email: value.email,
    avatar: typeof value.avatar === 'string' ? value.avatar : null,
  }
}

export const writeUserData = (user: UserData): boolean => write('userData', JSON.stringify(user))

type TokenKey = 'rodada.seatTokens' | 'rodada.hostTokens'

function readTokens(key: TokenKey): Record<string, string> {
  const value = readJson(key)
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** The secret kept for a room (seat or host), or null. Room codes are compared in upper case. */
export const readRoomToken = (key: TokenKey, roomCode: string): string | null => readTokens(key)[roomCode.toUpperCase()] ?? null

/** How many rooms' secrets a browser keeps; rooms end after a day, so older ones are dead weight. */
const keptRooms = 50

/** Keeps a room's secret; null forgets it. */
export function writeRoomToken(key: TokenKey, roomCode: string, token: string | null): boolean {
  const code = roomCode.toUpperCase()
  const others = Object.entries(readTokens(key)).filter(([kept]) => kept !== code)
  const entries = token === null ? others : [...others.slice(-(keptRooms - 1)), [code, token]]
  return write(key, JSON.stringify(Object.fromEntries(entries)))
}

/**
 * What logout and a 401 clear: everything that says who this is, the room they were in, and what lets somebody act as the person who left.
 * A guest who was never signed in keeps their own seat.
 */
export function clearSession(): void {
  if (read('authToken') !== null) remove('rodada.seatTokens', 'rodada.hostTokens', 'github_integration')
  remove(
    'authToken',
    'userData',
    'userName',
    'userRole',
    'userAvatar',
    'currentRoom',
    'rodada.lastCall',
    'rodada.idleMinutes',
    'rodada.timeZone',
    'rodada.recentCards',
  )
}

/** Who may enter the voting room: a name with an e-mail (account) or, from the legacy keys, a name with a role (guest). */
export function readRoomIdentity(): { name: string; role: string | null; avatar: string | null; account: boolean } | null {
  const user = readUserData()
  const role = read('userRole')
  if (user?.name && user.email) return { name: user.name, role, avatar: read('userAvatar') ?? user.avatar, account: true }
  const name = read('userName')
  return name && role ? { name, role, avatar: read('userAvatar'), account: false } : null
}

/** This browser's own random id; another one each time where nothing can be stored. */
export function readBrowserId(): string {
  const kept = read('rodada.browserId')
  if (kept) return kept
  const fresh = randomId()
  write('rodada.browserId', fresh)
  return fresh
}

/** A room that one sits in; `guest` is what somebody without an account entered with. */
export type SeatedRoom = { code: string; guest: { name: string; role: string; avatar: string | null } | null }

/** The room that this browser sits in, or null. The landing page clears the keys of the specification, this stays until one leaves. */
export function readSeatedRoom(): SeatedRoom | null {
  const value = readJson('rodada.room')
  if (!isRecord(value) || typeof value.code !== 'string') return null
  const { guest } = value
  if (!isRecord(guest) || typeof guest.name !== 'string' || typeof guest.role !== 'string') return { code: value.code, guest: null }
  return { code: value.code, guest: { name: guest.name, role: guest.role, avatar: typeof guest.avatar === 'string' ? guest.avatar : null } }
}

export const writeSeatedRoom = (room: SeatedRoom): boolean => write('rodada.room', JSON.stringify(room))
