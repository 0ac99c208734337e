import type { Avatar } from '@rodada/contract/auth/people'
import type { PlainAck, RoomClientEvents } from '@rodada/contract/rooms/room-events'
import type { RoomServerEvents } from '@rodada/contract/rooms/rooms'
import type { Socket } from 'socket.io-client'

/** A typed title, one of the room's tasks, or nothing. */
export type TaskChoice = Parameters<RoomClientEvents['selectTask']>[0]['task']
type RoomChange = Omit<Parameters<RoomClientEvents['updateRoom']>[0], 'roomId'>
export type RoomSocket = Socket<RoomServerEvents, RoomClientEvents>
/** Asks the server and waits; null when no answer came, in time or before the connection went. */
export type Ask = <Ack>(send: (socket: RoomSocket, answer: (ack: Ack) => void) => void, within?: number) => Promise<Ack | null>
/** Sends something and resolves to whether the server accepted it; a refusal is shown as a short note. */
export type Act = (send: (socket: RoomSocket, answer: (ack: PlainAck) => void) => void) => Promise<boolean>

/** What a person does at the table that the server answers with yes or no, and whose effect comes back as the room's news. */
export const roomActions = (roomId: string, act: Act, round: () => number) => ({
  /** Stops the countdown to the reveal. */
  stopReveal: () => act((socket, answer) => socket.emit('stopReveal', { roomId }, answer)),
  selectTask: (task: TaskChoice) => act((socket, answer) => socket.emit('selectTask', { roomId, task }, answer)),
  /** Brings cards of boards to the table. */
  addTasks: (card_ids: number[]) => act((socket, answer) => socket.emit('addTasks', { roomId, card_ids }, answer)),
  removeTask: (task_id: number) => act((socket, answer) => socket.emit('removeTask', { roomId, task_id }, answer)),
  /** Tells the table in one line what this person saw in the task. */
  giveReason: (text: string) => act((socket, answer) => socket.emit('giveReason', { roomId, round: round(), text }, answer)),
  /** Another tile at this table; null brings an account's own picture back. */
  changeAvatar: (avatar: Avatar | null) => act((socket, answer) => socket.emit('changeAvatar', { roomId, avatar }, answer)),
  /** Writes the agreed points to the card that the revealed round voted on. */
  saveEstimate: (estimate: number) => act((socket, answer) => socket.emit('saveEstimate', { roomId, round: round(), estimate }, answer)),
  /** Ends the revealed round and begins the next with the next task; `estimate` is saved to the card first. */
  nextTask: (estimate?: number) => act((socket, answer) => socket.emit('nextTask', { roomId, round: round(), estimate }, answer)),
  updateRoom: (change: RoomChange) => act((socket, answer) => socket.emit('updateRoom', { roomId, ...change }, answer)),
  /** Takes a person's seat, for a day. */
  removeParticipant: (participantId: number) =>
    act((socket, answer) => socket.emit('removeParticipant', { roomId, participantId }, answer)),
  /** Only observes from here on, or votes again: oneself, or whom a moderator names. */
  observe: (observer: boolean, participantId?: number) =>
    act((socket, answer) => socket.emit('observe', { roomId, observer, participantId }, answer)),
  /** The round's timer, for moderators. */
  startTimer: (seconds: number, revealAtEnd: boolean) =>
    act((socket, answer) => socket.emit('startTimer', { roomId, seconds, revealAtEnd }, answer)),
  /** Pauses the timer, or lets it go on. */
  pauseTimer: (paused: boolean) => act((socket, answer) => socket.emit('pauseTimer', { roomId, paused }, answer)),
  addTime: (seconds: number) => act((socket, answer) => socket.emit('addTime', { roomId, seconds }, answer)),
  stopTimer: () => act((socket, answer) => socket.emit('stopTimer', { roomId }, answer)),
  /** Reminds those whose vote is missing, or one of them. */
  nudge: (participantId?: number) => act((socket, answer) => socket.emit('nudge', { roomId, participantId }, answer)),
  /** Hands the moderation over; one's own stays until one leaves. */
  makeModerator: (participantId: number) => act((socket, answer) => socket.emit('makeModerator', { roomId, participantId }, answer)),
})
