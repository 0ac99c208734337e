/** What somebody said at the door of a room: the first join takes it along. */
export type Entry = { observer: boolean; password: string | null }

let kept: (Entry & { roomId: string }) | null = null

/** Keeps it until the join, in memory only: a room's password is written nowhere. */
export function keepEntry(roomId: string, entry: Entry): void {
  kept = { ...entry, roomId: roomId.toUpperCase() }
}

export const entryOf = (roomId: string): Entry | undefined => (kept?.roomId === roomId.toUpperCase() ? kept : undefined)

/** Once seated, whether one observes is the room's to know. */
export function forgetEntry(): void {
  kept = null
}
