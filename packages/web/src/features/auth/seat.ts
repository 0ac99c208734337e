import { avatars } from '@rodada/contract/auth/avatars'
import type { Avatar } from '@rodada/contract/auth/people'
import { t } from '../../i18n/index.ts'
import { read, remove, write } from '../../lib/device/storage.ts'
import { keepEntry } from '../../lib/entry.ts'

/** How a guest sits down. */
export type Seat = { name: string; avatar: Avatar; observer: boolean }

/** The name and the avatar that this browser used last; else an avatar drawn by lot, since choosing one can wait. */
export function openingSeat(): Seat {
  const last = avatars.find((avatar) => avatar === read('userAvatar'))
  const drawn = avatars[Math.floor(Math.random() * avatars.length)] ?? avatars[0]
  return { name: read('userRole') === 'guest' ? (read('userName') ?? '') : '', avatar: last ?? drawn, observer: false }
}

export const nextAvatar = (avatar: Avatar): Avatar => avatars[(avatars.indexOf(avatar) + 1) % avatars.length] ?? avatars[0]

/** Stores who a guest is, for the room that they enter next. @throws Error when the browser keeps nothing */
export function storeGuest(roomId: string, { name, avatar, observer }: Seat, password: string | null): void {
  const stored = write('userName', name.trim()) && write('userRole', 'guest') && write('userAvatar', avatar) && write('currentRoom', roomId)
  if (!stored) throw new Error(t('auth:errors.storage'))
  // Left over from an account whose session is gone: the room would take this guest for that person.
  remove('userData')
  keepEntry(roomId, { observer, password })
}
