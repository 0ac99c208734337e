import { useSyncExternalStore } from 'react'
import { read, readRoomIdentity, readSeatedRoom, remove, write, writeSeatedRoom } from './device/storage.ts'
import { createStorageListeners } from './listeners.ts'

const { subscribe, tell: changed } = createStorageListeners()

/** Remembers that this browser sits in a room, so that every other page offers the way back. */
export function rememberRoom(code: string): void {
  const identity = readRoomIdentity()
  const guest =
    identity && !identity.account && identity.role ? { name: identity.name, role: identity.role, avatar: identity.avatar } : null
  // The landing page may have cleared the name meanwhile: the one that was entered with is kept.
  writeSeatedRoom({ code, guest: guest ?? (identity ? null : (readSeatedRoom()?.guest ?? null)) })
  changed()
}

/** The room was left, ended, or lets this person in no more. Another room that is remembered stays. */
export function forgetRoom(code?: string): void {
  if (code !== undefined && readSeatedRoom()?.code !== code) return
  remove('rodada.room')
  changed()
}

/** Before going back: a guest is again who they were there, and a login leads to the room. */
export function prepareReturn(): void {
  const room = readSeatedRoom()
  if (!room) return
  write('currentRoom', room.code)
  if (readRoomIdentity() || !room.guest) return
  write('userName', room.guest.name)
  write('userRole', room.guest.role)
  if (room.guest.avatar) write('userAvatar', room.guest.avatar)
}

/** The code of the room that this browser sits in, or null. */
export const useSeatedRoom = (): string | null =>
  useSyncExternalStore(subscribe, () => (read('rodada.room') ? (readSeatedRoom()?.code ?? null) : null))
