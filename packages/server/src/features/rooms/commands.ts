import { Avatar } from '@rodada/contract/auth/people'
import { middleOf } from '@rodada/contract/rooms/middle'
import { averageOf } from '@rodada/contract/rooms/results'
import { type JoinRoom, SeatToken, type UpdateRoom } from '@rodada/contract/rooms/room-events'
import type { ChatMessage, NewModerator, PastRound, RevealedVote, Room } from '@rodada/contract/rooms/rooms'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import type { Db } from '../../platform/database.ts'
import { type Deps, instant } from '../../platform/deps.ts'
import { AppError, allow } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { hashSecret, newSecret } from '../../platform/secrets/secrets.ts'
import { addChatMessage, findLastMessageId, listChat } from './chat/queries.ts'
import { appointHeir, makeModeratorOf } from './moderation/heir-queries.ts'
import { isRemoved } from './moderation/removal-queries.ts'
import { type GuestLimits, makePlace } from './participants/place-queries.ts'
import { addConnection, isConnected, removeConnection, removeSeatConnections } from './participants/presence-queries.ts'
import {
  addSeat,
  countObservers,
  findAccountSeat,
  findGuestSeat,
  followed,
  freeName,
  getSeat,
  isModerated,
  leaveSeat,
  mayDeleteRecord,
  type NewSeat,
  type SeatRow,
  updateSeat,
} from './participants/seat-queries.ts'
import { roomPolicy } from './policy.ts'
import { freshRound, getRoom, lockRoom, type RoomRow, updateRoom } from './queries.ts'
import { listRoomTasks } from './tasks/queries.ts'
import { countdownOf, deckOf, roomSnapshot, roomView, type Snapshot, selectedTaskOf, timerOf } from './view.ts'
import {
  addRound,
  countRoundVotes,
  deleteOpenVote,
  deleteStrayVotes,
  deleteUnrevealedVotes,
  findOwnVote,
  listPastRounds,
  listReasons,
  listRevealedVotes,
  type OwnVote,
} from './votes/queries.ts'
import type { KeptRound, RoundRoom } from './votes/round-limits.ts'

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
  own: OwnVote
  snapshot: Snapshot
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

/** A new seat. A guest's opens with the secret that they made themselves, unless it opens another one; else with one of ours. */
async function takeNewSeat(
  trx: Db,
  place: NewSeat,
  offered: string | null | undefined,
): Promise<{ seat: SeatRow; seatToken: string | undefined }> {
  const own = place.user_id === null ? SeatToken.safeParse(offered).data : undefined
  const seat = own === undefined ? undefined : await addSeat(trx, { ...place, token_hash: hashSecret(own) })
  if (seat) return { seat, seatToken: own }
  const seatToken = place.user_id === null ? newSecret() : undefined
  const added = await addSeat(trx, { ...place, token_hash: seatToken === undefined ? null : hashSecret(seatToken) })
  if (!added) throw new Error('a secret of ours was taken')
  return { seat: added, seatToken }
}

/**
 * Takes a seat: the account's own; else the one that a guest's secret opens, since who signs in at the table stays the same person
 * there; else a new one. The socket counts as a connection of the seat from here on. The one that it had in this room is given up
 * when nobody else sits on it: one socket fills no room.
 */
export const join = (
  context: Context,
  roomId: number,
  input: z.output<typeof JoinRoom>,
  viewer: Viewer | undefined,
  { socketId, network, most }: Origin,
  formerSeatId?: number,
): Promise<Joined> =>
  inRoom(context, roomId, async (trx, room) => {
    const { ofAccount, ofGuest } = await findSeats(trx, room.id, viewer, input.seatToken)
    const known = ofAccount ?? ofGuest
    const browserHash = input.browserId ? hashSecret(input.browserId) : undefined
    const tokenHash = input.seatToken ? hashSecret(input.seatToken) : undefined
    if (await isRemoved(trx, room.id, { userId: viewer?.userId, tokenHash, browserHash })) {
      throw new AppError('forbidden', texts.removedFromRoom)
    }
    // The holder of a seat keeps it. A seat that was given up or dropped is a new one for the table.
    const isBack = known && known.left_at === null
    if (!isBack) await makePlace(trx, room, { network, isGuest: !viewer }, most)

    const isHost = Boolean(input.hostToken) && hashSecret(input.hostToken ?? '') === room.host_token_hash
    const was = [ofAccount?.role, ofGuest?.role].includes('moderator')
    const role = isHost || was || (known && room.needs_heir === 1) ? 'moderator' : 'participant'
    const mayDelete = isHost || [ofAccount, ofGuest].some((seat) => seat !== undefined && mayDeleteRecord(seat))
    const moderated = mayDelete ? 1 : role === 'moderator' ? followed : 0
    const avatar = Avatar.safeParse(input.avatar).data ?? (viewer ? (viewer.avatar ?? null) : (known?.avatar ?? null))
    const wanted = viewer?.name ?? input.userName
    // A person who is back keeps the name that the table knows, number included.
    const keeps = isBack && (known.name === wanted || known.name.replace(/ \(\d+\)$/, '') === wanted)
    const name = keeps ? known.name : await freeName(trx, room.id, wanted, known?.id)

    const observer = input.observer === undefined ? (known?.observer ?? 0) : Number(input.observer)
    const place = { name, avatar, role, observer, network, browser_hash: browserHash ?? null }
    const { seat, seatToken } = known
      ? {
          seat: await updateSeat(trx, known.id, {
            ...{ ...place, moderated },
            ...(viewer && { user_id: viewer.userId, token_hash: null }),
            ...(!isBack && { joined_at: instant() }),
          }),
          seatToken: viewer ? undefined : (input.seatToken ?? undefined),
        }
      : await takeNewSeat(trx, { ...place, room_id: room.id, user_id: viewer?.userId ?? null }, input.seatToken)
    if (observer === 1) await deleteOpenVote(trx, room, seat.id)
    await removeConnection(trx, socketId)
    // The seat that this person had as a guest, when the account has one already, would stay as a second self with a vote.
    for (const former of new Set([formerSeatId, ofGuest?.id])) {
      if (former === undefined || former === seat.id || (await isConnected(trx, former))) continue
      await deleteOpenVote(trx, room, former)
      await leaveSeat(trx, former)
    }
    const follows = role === 'moderator' && room.needs_heir === 1
    const heir = follows ? await makeModeratorOf(trx, room.id, seat, !isHost && !was) : undefined
    await addConnection(trx, { id: socketId, seatId: seat.id, roomId: room.id, processId: context.processId })
    return {
      seat,
      seatToken,
      own: await findOwnVote(trx, room, seat.id),
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
): Promise<Pick<Joined, 'snapshot' | 'chat' | 'own'> | undefined> {
  const room = await getRoom(db, roomId)
  // No refusal: a person who was removed meanwhile is refused by the next join, and everybody else may join again.
  if ((await getSeat(db, seat.id)).left_at !== null) throw new AppError('conflict', texts.seatLost)
  const { room: facts, isRevealed, selectedTask, timer, countdown } = snapshot
  const seen = JSON.stringify([facts, isRevealed, selectedTask, timer, countdown, snapshot.tasks, snapshot.reasons, chat.at(-1)?.id])
  const tasks = await listRoomTasks(db, roomId)
  const state = [roomView(room), room.revealed_at !== null, selectedTaskOf(room), timerOf(room), countdownOf(room), tasks]
  const now = JSON.stringify([...state, await listReasons(db, roomId), await findLastMessageId(db, roomId)])
  if (seen === now) return undefined
  return { snapshot: await roomSnapshot(db, room), chat: await listChat(db, roomId), own: await findOwnVote(db, room, seat.id) }
}

/** A socket is gone: its seat is away when it was the last. The room first, as every command, so that none waits for another. */
export const standUp = (context: Context, roomId: number, socketId: string): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    await lockRoom(trx, context.engine, roomId)
    await removeConnection(trx, socketId)
  })

/**
 * A socket still sits where it sat, after others took its process for dead.
 * @returns false when the seat was given up meanwhile
 */
export const sitAgain = ({ db, engine, processId }: Context, { roomId, seatId }: Seat, socketId: string): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    await lockRoom(trx, engine, roomId)
    if ((await getSeat(trx, seatId)).left_at !== null) return false
    await addConnection(trx, { id: socketId, seatId, roomId, processId })
    return true
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
  if (seat.observer === 1 && room.revealed_at === null) return new AppError('conflict', texts.observersDoNotVote)
  return new AppError('conflict', round !== undefined && round !== room.round ? texts.voteLate : texts.voteClosed)
}

export type Revealed = { votes: RevealedVote[]; average: string; median: number | string | null; round: number; past: PastRound[] }

/** Turns the cards. Undefined when they are open already, and when the round that the person saw is over. */
export const reveal = (context: Context, at: Seat, wanted: number | undefined): Promise<Revealed | undefined> =>
  atSeat(context, at, async (trx, room, seat) => {
    allow(roomPolicy.steer(room, seat, await isModerated(trx, room.id)), texts.moderatorsOnly)
    if (room.revealed_at !== null || (wanted !== undefined && wanted !== room.round)) return undefined
    return turnCards(trx, room)
  })

/** Ends the votes of an open round and shows them. Call with the room held. */
export async function turnCards(trx: Db, room: RoomRow): Promise<Revealed> {
  await deleteStrayVotes(trx, room)
  const revealed = await updateRoom(trx, room.id, { revealed_at: instant(), reveal_at: null })
  const votes = await listRevealedVotes(trx, room.id)
  await addRound(trx, revealed, votes, await countObservers(trx, room.id))
  const past = await listPastRounds(trx, room.id)
  const faces = votes.map(({ vote }) => vote)
  return { votes, average: averageOf(faces), median: middleOf(faces, deckOf(room)), round: room.round, past }
}

/**
 * Before the next round: what nobody revealed is taken back, and a revealed one stays, if this person may leave it. Call with the room held.
 * @returns what stays @throws AppError 429
 */
export async function endRound(
  trx: Db,
  room: RoomRow,
  seat: SeatRow,
  { whyNot }: Pick<RoundRoom, 'whyNot'>,
): Promise<KeptRound | undefined> {
  if (room.revealed_at === null) {
    await deleteUnrevealedVotes(trx, room)
    return undefined
  }
  const moderates = seat.role === 'moderator'
  const refusal = whyNot(moderates)
  if (refusal !== undefined) throw new AppError('too_many', refusal)
  return { votes: await countRoundVotes(trx, room.id, room.round), moderates }
}

type Begun = { round: number; kept: KeptRound | undefined }

/** Starts the next round. Undefined when the round that the person saw has ended already. */
export const reset = (
  context: Context,
  at: Seat,
  ended: number | undefined,
  limit: Pick<RoundRoom, 'whyNot'>,
): Promise<Begun | undefined> =>
  atSeat(context, at, async (trx, room, seat) => {
    allow(roomPolicy.steer(room, seat, await isModerated(trx, room.id)), texts.moderatorsOnly)
    if (ended !== undefined && ended !== room.round) return undefined
    const kept = await endRound(trx, room, seat, limit)
    const { round } = await updateRoom(trx, room.id, { round: room.round + 1, ...freshRound() })
    return { round, kept }
  })

/** @throws AppError unless this person may change the room's facts */
export const requireModerator = async ({ db }: Context, { seatId }: Seat): Promise<void> =>
  allow(roomPolicy.configure(await getSeat(db, seatId)), texts.moderatorsOnly)

/** Changes the room's facts. Other cards begin a new round, because old votes would not be among them. */
export const configure = (
  context: Context,
  at: Seat,
  input: Omit<z.output<typeof UpdateRoom>, 'password'> & { passwordHash: string | null | undefined },
  limit: Pick<RoundRoom, 'whyNot'>,
): Promise<{ room: Room; newRound: boolean; kept: KeptRound | undefined }> =>
  atSeat(context, at, async (trx, room, seat) => {
    allow(roomPolicy.configure(seat), texts.moderatorsOnly)
    const deck = input.deck && JSON.stringify(input.deck)
    const newRound = deck !== undefined && deck !== room.deck
    const kept = newRound ? await endRound(trx, room, seat, limit) : undefined
    const changed = await updateRoom(trx, room.id, {
      name: input.roomName ?? room.name,
      listed: input.listed === undefined ? room.listed : Number(input.listed),
      moderators_only: input.moderatorsOnly === undefined ? room.moderators_only : Number(input.moderatorsOnly),
      auto_reveal: input.autoReveal === undefined ? room.auto_reveal : Number(input.autoReveal),
      password_hash: input.passwordHash === undefined ? room.password_hash : input.passwordHash,
      accounts_only: input.accountsOnly === undefined ? room.accounts_only : Number(input.accountsOnly),
      ...(newRound && { deck, round: room.round + 1, ...freshRound() }),
    })
    return { room: roomView(changed), newRound, kept }
  })

/** Undefined when it was said already. */
export const say = (context: Context, at: Seat, text: string, key: string | undefined): Promise<ChatMessage | undefined> =>
  atSeat(context, at, (trx, room, seat) =>
    addChatMessage(trx, { roomId: room.id, seatId: seat.id, userName: seat.name, avatar: seat.avatar, text, key }),
  )
