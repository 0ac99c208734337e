import type { Room, RoomSnapshot } from '@rodada/contract/rooms/rooms'

/** A room in its third round. */
export const room: Room = {
  roomId: 'K7M2QX',
  roomName: 'Checkout',
  round: 3,
  deck: ['1', '2', '3', '5'],
  listed: true,
  moderatorsOnly: false,
  autoReveal: false,
  hasPassword: false,
  accountsOnly: false,
}

/** What the server sends to a person who sits down at an empty table. */
export const snapshotOf = (more: Partial<RoomSnapshot> = {}): RoomSnapshot => ({
  users: [],
  isRevealed: false,
  votes: [],
  average: null,
  median: null,
  reasons: [],
  selectedTask: null,
  tasks: [],
  room,
  past: [],
  isModerated: true,
  timer: null,
  countdown: null,
  now: '2026-01-02T12:00:00.000Z',
  ...more,
})
