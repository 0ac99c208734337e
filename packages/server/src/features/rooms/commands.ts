import { Avatar } from '@rodada/contract/people'
import { averageOf } from '@rodada/contract/results'
import type { ChatMessage, JoinRoom, NewModerator, PastRound, RevealedVote, Room, RoomSnapshot, UpdateRoom } from '@rodada/contract/rooms'
import { texts } from '@rodada/contract/texts'
import type { z } from 'zod'
import type { Db } from '../../migrations/schema.ts'
import { type Deps, instant } from '../../platform/deps.ts'
import { AppError, allow } from '../../platform/errors.ts'
import { hashSecret, newSecret } from '../../platform/secrets.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { addChatMessage, findLastMessageId, listChat } from './chat/queries.ts'
import { appointHeir, makeModeratorOf } from './moderation/heir-queries.ts'
import { isRemoved } from './moderation/removal-queries.ts'
import { type GuestLimits, makePlace } from './participants/place-queries.ts'
import { addConnection, isConnected, removeConnections, removeSeatConnections } from './participants/presence-queries.ts'
import {
  addSeat,
  findAccountSeat,
  findGuestSeat,
  freeName,
  getSeat,
  isModerated,
  leaveSeat,
  type SeatRow,
  updateSeat,
} from './participants/seat-queries.ts'
import { roomPolicy } from './policy.ts'
import { getRoom, lockRoom, type RoomRow, updateRoom } from './queries.ts'
import { listRoomTasks } from './tasks/queries.ts'
import { deckOf, roomSnapshot, roomView, selectedTaskOf } from './view.ts'
import {
  addRound,
  deleteOpenVote,
  deleteUnrevealedVotes,
  deleteVotesOfGivenUp,
  findOwnVote,
  listPastRounds,
  listRevealedVotes,
} from './votes/queries.ts'

/** Each command is one transaction that holds the room's row: joins, reveals and resets of one room take turns. */
export type Context = Pick<Deps, 'db' | 'engine' | 'events' | 'processId'>
export type Seat = { roomId: number; seatId: number }

const roomGone = (): AppError => new AppError('not_found', texts.roomInactive)
const seatGone = (): AppError => new AppError('forbidden', texts.seatLost)

/** Runs a command with the room held. @throws AppError when it ended */
export const inRoom = <T>({ db, engine }: Context, roomId: number, run: (trx: Db, room: RoomRow) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    const room = await lockRoom(trx, engine, roomId)
    if (!room) throw roomGone()
    return run(trx, room)
  })

/** Runs a command of somebody who has a seat, with the room held. @throws AppError when either is gone. */
export const atSeat = <T>(
  context: Context,
  { roomId, seatId }: Seat,
  run: (trx: Db, room: RoomRow, seat: SeatRow) => Promise<T>,
): Promise<T> =>
  inRoom(context, roomId, async (trx, room) => {
    const seat = await getSeat(trx, seatId)
    if (seat.left_at !== null) throw seatGone()
    return run(trx, room, seat)
  })

export type Joined = {
  seat: SeatRow
  /** Only for a guest. */
  seatToken: string | undefined
  vote: string | null
  snapshot: RoomSnapshot
  chat: ChatMessage[]
  /** This person, when the room had lost its moderator and they follow. */
  heir: NewModerator | undefined
}

/** Where a person joins from: the connection, the network's hash, and how many guests of one network the table takes. */
export type Origin = { socketId: string; network: string; most: GuestLimits }

/** The seats of one person: the account's, and the one that a guest's secret opens. */
const findSeats = async (db: Db, roomId: number, viewer: Viewer | undefined, seatToken: string | null | undefined) => ({
  ofAccount: viewer && (await findAccountSeat(db, roomId, viewer.userId)),
  ofGuest: seatToken ? await findGuestSeat(db, roomId, hashSecret(seatToken)) : undefined,
})

/** Whether somebody was at a room's table before. */
export const hasSeat = async (
  { db }: Context,
  roomId: number,
  viewer: Viewer | undefined,
  seatToken: string | null | undefined,
): Promise<boolean> => {
  const { ofAccount, ofGuest } = await findSeats(db, roomId, viewer, seatToken)
  return (ofAccount ?? ofGuest) !== undefined
}

/**
 * Takes a seat: the account's own; else the one that a guest's secret opens, since who signs in at the table stays the same person
 * there; else a new one. The socket counts as a connection of the seat from here on. The one that it had in this room is given up
 * when nobody else sits on it: one socket fills no room.
 */
export const join = (
  context: Context,
  roomId: number,
  wish: z.output<typeof JoinRoom>,
  viewer: Viewer | undefined,
  { socketId, network, most }: Origin,
  formerSeatId?: number,
): Promise<Joined> =>
  inRoom(context, roomId, async (trx, room) => {
    const { ofAccount, ofGuest } = await findSeats(trx, room.id, viewer, wish.seatToken)
    const known = ofAccount ?? ofGuest
    const browserHash = wish.browserId ? hashSecret(wish.browserId) : undefined
    const tokenHash = wish.seatToken ? hashSecret(wish.seatToken) : undefined
    if (await isRemoved(trx, room.id, { userId: viewer?.userId, tokenHash, browserHash })) {
      throw new AppError('forbidden', texts.removedFromRoom)
    }
    // Who holds a seat keeps it. A seat that was given up or dropped is a new one for the table.
    const isBack = known && known.left_at === null
    if (!isBack) await makePlace(trx, room, { network, isGuest: !viewer }, most)

    const isHost = Boolean(wish.hostToken) && hashSecret(wish.hostToken ?? '') === room.host_token_hash
    const was = [ofAccount?.role, ofGuest?.role].includes('moderator')
    const role = isHost || was || (known && room.needs_heir === 1) ? 'moderator' : 'participant'
    const avatar = Avatar.safeParse(wish.avatar).data ?? (viewer ? (viewer.avatar ?? null) : (known?.avatar ?? null))
    const wanted = viewer?.name ?? wish.userName
    // Whoever is back keeps the name the table knows, number included.
    const keeps = isBack && (known.name === wanted || known.name.replace(/ \(\d+\)$/, '') === wanted)
    const name = keeps ? known.name : await freeName(trx, room.id, wanted, known?.id)

    const seatToken = viewer ? undefined : known && wish.seatToken ? wish.seatToken : newSecret()
    const seat = known
      ? await updateSeat(trx, known.id, {
          ...{ name, avatar, role, network, browser_hash: browserHash ?? null },
          ...(viewer && { user_id: viewer.userId, token_hash: null }),
          ...(!isBack && { joined_at: instant() }),
        })
      : await addSeat(trx, {
          room_id: room.id,
          user_id: viewer?.userId ?? null,
          token_hash: seatToken === undefined ? null : hashSecret(seatToken),
          name,
          avatar,
          role,
          network,
          browser_hash: browserHash ?? null,
        })
    await removeConnections(trx, [socketId])
    // The seat that this person had as a guest, when the account has one already, would stay as a second self with a vote.
    for (const former of new Set([formerSeatId, ofGuest?.id])) {
      if (former === undefined || former === seat.id || (await isConnected(trx, former))) continue
      await deleteOpenVote(trx, room, former)
      await leaveSeat(trx, former)
    }
    const follows = role === 'moderator' && room.needs_heir === 1
    const heir = follows ? await makeModeratorOf(trx, room.id, seat) : undefined
    await addConnection(trx, { id: socketId, seatId: seat.id, roomId: room.id, processId: context.processId })
    return {
      seat,
      seatToken,
      vote: await findOwnVote(trx, room, seat.id),
      snapshot: await roomSnapshot(trx, room),
      chat: await listChat(trx, room.id),
      heir,
    }
  })

/**
 * What the room looks like now, when it is no longer as that join saw it; undefined when it still is.
 * @throws AppError when the seat was given up or taken meanwhile
 */
export async function movedOn(
  { db }: Context,
  roomId: number,
  { seat, snapshot, chat }: Joined,
): Promise<Pick<Joined, 'snapshot' | 'chat' | 'vote'> | undefined> {
  const room = await getRoom(db, roomId)
  // No refusal: a person who was removed meanwhile is refused by the next join, and everybody else may join again.
  if ((await getSeat(db, seat.id)).left_at !== null) throw new AppError('conflict', texts.seatLost)
  const seen = JSON.stringify([snapshot.room, snapshot.isRevealed, snapshot.selectedTask, snapshot.tasks, chat.at(-1)?.id])
  const tasks = await listRoomTasks(db, roomId)
  const now = JSON.stringify([roomView(room), room.revealed_at !== null, selectedTaskOf(room), tasks, await findLastMessageId(db, roomId)])
  if (seen === now) return undefined
  return { snapshot: await roomSnapshot(db, room), chat: await listChat(db, roomId), vote: await findOwnVote(db, room, seat.id) }
}

/** A socket is gone: its seat is away when it was the last. The room first, as every command, so that none waits for another. */
export const standUp = (context: Context, roomId: number, socketId: string): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    await lockRoom(trx, context.engine, roomId)
    await removeConnections(trx, [socketId])
  })

/**
 * Gives the seat up, on all of its connections; its card of an open round goes with it.
 * @returns who moderates the room from now on, if that is somebody new
 */
export const leave = (context: Context, { roomId, seatId }: Seat): Promise<NewModerator | undefined> =>
  inRoom(context, roomId, async (trx, room) => {
    const { role } = await getSeat(trx, seatId)
    await deleteOpenVote(trx, room, seatId)
    await removeSeatConnections(trx, seatId)
    await leaveSeat(trx, seatId)
    return role === 'moderator' ? appointHeir(trx, room) : undefined
  })

/** The text for a vote that was not counted. */
export const whyRefused = async ({ db }: Context, { roomId, seatId }: Seat, round: number | undefined): Promise<AppError> => {
  const room = await getRoom(db, roomId)
  const seat = await getSeat(db, seatId)
  if (room.ended_at !== null) return roomGone()
  if (seat.left_at !== null) return seatGone()
  return new AppError('conflict', round !== undefined && round !== room.round ? texts.voteLate : texts.voteClosed)
}

export type Revealed = { votes: RevealedVote[]; average: string; round: number; past: PastRound[] }

/** Turns the cards. Undefined when they are open already, and when the round that the person saw is over. */
export const reveal = (context: Context, at: Seat, wanted: number | undefined): Promise<Revealed | undefined> =>
  atSeat(context, at, async (trx, room, seat) => {
    allow(roomPolicy.steer(room, seat, await isModerated(trx, room.id)), texts.moderatorsOnly)
    if (room.revealed_at !== null || (wanted !== undefined && wanted !== room.round)) return undefined
    await deleteVotesOfGivenUp(trx, room)
    const revealed = await updateRoom(trx, room.id, { revealed_at: new Date().toISOString() })
    const votes = await listRevealedVotes(trx, room.id)
    await addRound(trx, revealed, votes)
    const past = await listPastRounds(trx, room.id)
    return { votes, average: averageOf(votes.map((vote) => vote.vote)), round: room.round, past }
  })

/** Starts the next round and returns its number. Undefined when the round that the person saw has ended already. */
export const reset = (context: Context, at: Seat, ended: number | undefined): Promise<number | undefined> =>
  atSeat(context, at, async (trx, room, seat) => {
    allow(roomPolicy.steer(room, seat, await isModerated(trx, room.id)), texts.moderatorsOnly)
    if (ended !== undefined && ended !== room.round) return undefined
    await deleteUnrevealedVotes(trx, room)
    const next = await updateRoom(trx, room.id, { round: room.round + 1, revealed_at: null })
    return next.round
  })

/** Changes the room's facts. Other cards begin a new round, because old votes would not be among them. */
export const configure = (
  context: Context,
  at: Seat,
  wish: z.output<typeof UpdateRoom>,
): Promise<{ room: Room; newRound: boolean; deck: string[] }> =>
  atSeat(context, at, async (trx, room, seat) => {
    allow(roomPolicy.configure(seat), texts.moderatorsOnly)
    const deck = wish.deck && JSON.stringify(wish.deck)
    const newRound = deck !== undefined && deck !== room.deck
    if (newRound) await deleteUnrevealedVotes(trx, room)
    const changed = await updateRoom(trx, room.id, {
      name: wish.roomName ?? room.name,
      listed: wish.listed === undefined ? room.listed : Number(wish.listed),
      moderators_only: wish.moderatorsOnly === undefined ? room.moderators_only : Number(wish.moderatorsOnly),
      ...(newRound && { deck, round: room.round + 1, revealed_at: null }),
    })
    return { room: roomView(changed), newRound, deck: deckOf(changed) }
  })

/** Undefined when it was said already. */
export const say = (context: Context, at: Seat, text: string, key: string | undefined): Promise<ChatMessage | undefined> =>
  atSeat(context, at, (trx, room, seat) =>
    addChatMessage(trx, { roomId: room.id, seatId: seat.id, userName: seat.name, avatar: seat.avatar, text, key }),
  )
