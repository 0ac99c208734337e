import { type Account, createAccount } from '../lib/accounts.ts'
import { openRoom, type RoomSocket, sit } from '../lib/room-client.ts'
import { fillBoards } from './boards.ts'
import { fillDay } from './day.ts'
import { type Estimations, fillEstimations } from './estimations.ts'
import { addWebhook, fillOutside, type Outside } from './outside.ts'
import { accounts, chat, confidences, guests, observers, rounds, task } from './people.ts'
import { fillSprints } from './sprints.ts'

export type Filled = {
  logins: { name: string; email: string; password: string }[]
  room: { roomId: string; roomName: string }
  /** The full one of the team's boards. */
  boardId: number
  /** The sprint under way on that board. */
  sprintId: number
  estimations: Estimations
  outside: Outside
  /** The people at the table, in the order of `accounts` and `guests`; they stay until disconnected. */
  seats: RoomSocket[]
  leave: () => void
}

/**
 * Fills an empty instance as people would: accounts and boards through the API, a room with its table, finished rounds, chat, a task and
 * votes under way through real sockets.
 * @param listener where a program of the team hears of its board
 */
export async function fill(origin: string, listener: string): Promise<Filled> {
  const made = []
  for (const account of accounts) {
    const person = await createAccount(origin, account)
    await chooseAvatar(origin, person, account.avatar)
    made.push(person)
  }
  const boardId = await fillBoards(origin, made)
  const [ana] = made
  if (!ana) throw new Error('the team has nobody')
  await addWebhook(origin, ana, boardId, listener)
  const sprintId = await fillSprints(origin, made, boardId)
  await fillDay(origin, made, boardId)
  const outside = await fillOutside(origin, ana, boardId, sprintId)
  const estimations = await fillEstimations(origin, made)
  const roomName = 'Time Checkout'
  const { roomId, hostToken } = await openRoom(origin, { roomName })

  const seats = new Map<string, RoomSocket>()
  for (const [index, { name, avatar }] of accounts.entries()) {
    const token = made[index]?.token
    seats.set(name, await sit(origin, roomId, name, { avatar, token, ...(index === 0 ? { hostToken } : {}) }))
  }
  for (const { name, avatar } of guests) seats.set(name, await sit(origin, roomId, name, { avatar }))
  const table = [...seats.values()]
  for (const { name, avatar } of observers) seats.set(name, await sit(origin, roomId, name, { avatar, observer: true }))
  const [host] = table
  if (!host) throw new Error('nobody sits at the table')

  for (const [finished, { title, cards, saw, by }] of rounds.entries()) {
    await host.emitWithAck('selectTask', { roomId, task: { title } })
    for (const [index, seat] of table.entries())
      await seat.emitWithAck('vote', { roomId, vote: cards[index] ?? '5', confidence: confidences[index] })
    await host.emitWithAck('revealVotes', { roomId })
    if (saw !== undefined) await table[by]?.emitWithAck('giveReason', { roomId, round: finished + 1, text: saw })
    await host.emitWithAck('resetVoting', { roomId })
  }
  await host.emitWithAck('selectTask', { roomId, task: { title: task } })
  for (const [name, message] of chat) await seats.get(name)?.emitWithAck('chatMessage', { roomId, message })
  for (const [index, seat] of table.entries())
    if (index % 3 !== 2) await seat.emitWithAck('vote', { roomId, vote: index === 3 ? '3' : '5', confidence: confidences[index] })

  return {
    logins: made.map(({ name, email, password }) => ({ name, email, password })),
    room: { roomId, roomName },
    boardId,
    sprintId,
    estimations,
    outside,
    seats: table,
    leave: () => seats.forEach((seat) => void seat.disconnect()),
  }
}

async function chooseAvatar(origin: string, { token }: Account, avatar_url: string): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const reply = await fetch(`${origin}/api/auth/profile`, { method: 'PUT', headers, body: JSON.stringify({ avatar_url }) })
  if (!reply.ok) throw new Error(`the avatar was refused with ${reply.status}: ${await reply.text()}`)
}
