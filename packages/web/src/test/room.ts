import type { Room, RoomSnapshot } from '@rodada/contract/rooms'

/** A room in its third round. */
export const room: Room = {
  roomId: 'K7M2QX',
  roomName: 'Checkout',
  round: 3,
  deck: ['1', '2', '3', '5'],
  listed: true,
  moderatorsOnly: false,
}

/** What whoever sits down at an empty table is sent. */
export const snapshotOf = (more: Partial<RoomSnapshot> = {}): RoomSnapshot => ({
  users: [],
  isRevealed: false,
  votes: [],
  average: null,
  selectedTask: null,
  tasks: [],
  room,
  past: [],
  isModerated: true,
  ...more,
})
