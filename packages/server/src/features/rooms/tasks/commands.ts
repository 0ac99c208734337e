import { limits } from '@rodada/contract/core/limits'
import { defaultDeck } from '@rodada/contract/rooms/deck-texts'
import { deckNumbers } from '@rodada/contract/rooms/faces'
import type { CreateRoom } from '@rodada/contract/rooms/room-events'
import type { Room, SelectedTask } from '@rodada/contract/rooms/rooms'
import { nextTaskOf, type RoomTask } from '@rodada/contract/rooms/tasks'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { AppError, allow, conflict } from '../../../platform/http/errors.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'
import { findOwnDeck } from '../../auth/account/settings-queries.ts'
import { type Actor, findActor } from '../../auth/queries.ts'
import { findDeck } from '../../boards/deck-queries.ts'
import { addEstimate } from '../../cards/estimate-queries.ts'
import { changeCard } from '../../cards/queries.ts'
import { updateCard } from '../../cards/write.ts'
import { atSeat, type Context, endRound, type Seat } from '../commands.ts'
import { estimateSaved } from '../events.ts'
import { isModerated } from '../participants/seat-queries.ts'
import { roomPolicy } from '../policy.ts'
import { addRoom, freshRound, type RoomRow, updateRoom } from '../queries.ts'
import { roomView, selectedTaskOf } from '../view.ts'
import { findRoundSaved, listTold, setRoundSaved } from '../votes/queries.ts'
import type { KeptRound, RoundRoom } from '../votes/round-limits.ts'
import { addRoomTasks, deleteRoomTask, findRoomTask, findVotedTask, listRoomTasks, setRoomTaskEstimate } from './queries.ts'

/** The room's tasks after a change; `selectedTask` and `room` are there when what lies on the table or the room itself changed with them. */
export type TasksChanged = { tasks: RoomTask[]; selectedTask?: SelectedTask | null; room?: Room }

const taskGone = () => new AppError('not_found', texts.roomTaskGone)

/** The account behind a connection, as it is now. @throws AppError 403 for guests without one. */
async function signedIn(db: Db, viewer: Viewer | undefined): Promise<Actor> {
  const actor = viewer && (await findActor(db, viewer))
  if (!actor) throw new AppError('forbidden', texts.signInForTasks)
  return actor
}

/**
 * Brings cards to a room that is held. The first goes on the table when nothing is there. With the first cards the room leaves the
 * public list, where anybody could come and read them; who moderates may put it back.
 */
async function bringCards(trx: Db, room: RoomRow, viewer: Viewer | undefined, cardIds: readonly number[]): Promise<TasksChanged> {
  const hides = room.listed === 1 && (await listRoomTasks(trx, room.id)).length === 0
  await addRoomTasks(trx, await signedIn(trx, viewer), room.id, cardIds)
  const tasks = await listRoomTasks(trx, room.id)
  if (tasks.length > limits.roomTasks) throw conflict(texts.tooManyRoomTasks)
  const isTableFree = room.task_title === null && room.revealed_at === null
  const next = isTableFree ? tasks.find(({ estimate }) => estimate === null) : undefined
  if (!hides && !next) return { tasks }
  const laid = next && { task_id: next.id, task_title: next.title, round_started_at: instant() }
  const changed = await updateRoom(trx, room.id, { ...(hides && { listed: 0 }), ...laid })
  return { tasks, ...(hides && { room: roomView(changed) }), ...(next && { selectedTask: selectedTaskOf(changed) }) }
}

type Choice = Pick<z.output<typeof CreateRoom>, 'deck' | 'lastDeck' | 'board_id'>

/** The deck of a new room: what was asked for, that of the board that it is opened from, the person's own, or this browser's last. */
async function chooseDeck(
  trx: Db,
  viewer: Viewer | undefined,
  { deck, lastDeck, board_id }: Choice,
  cardId: number | undefined,
): Promise<readonly string[]> {
  if (deck) return deck
  const actor = viewer && (await findActor(trx, viewer))
  const from = cardId !== undefined ? { cardId } : board_id !== undefined ? { boardId: board_id } : undefined
  const ofBoard = actor && from && (await findDeck(trx, actor, from))
  return ofBoard ?? (actor && (await findOwnDeck(trx, actor.userId))) ?? lastDeck ?? defaultDeck
}

/** Opens a room, with the cards that it is to estimate: then it is in no public list. */
export const openRoom = (
  { db }: Pick<Context, 'db'>,
  viewer: Viewer | undefined,
  { name, hostTokenHash, network, ...choice }: Omit<Parameters<typeof addRoom>[1], 'listed' | 'deck'> & Choice,
  cardIds: readonly number[],
): Promise<RoomRow> =>
  db.transaction().execute(async (trx) => {
    const deck = await chooseDeck(trx, viewer, choice, cardIds[0])
    const room = await addRoom(trx, { name, hostTokenHash, network, deck, listed: cardIds.length === 0 })
    if (cardIds.length > 0) await bringCards(trx, room, viewer, cardIds)
    return room
  })

export const addTasks = (context: Context, at: Seat, viewer: Viewer | undefined, cardIds: readonly number[]): Promise<TasksChanged> =>
  atSeat(context, at, (trx, room) => bringCards(trx, room, viewer, cardIds))

/**
 * Takes a task away, from the table too.
 * @throws AppError 403 for guests who do not moderate, 409 while the revealed round on it may still be saved.
 */
export const removeTask = (context: Context, at: Seat, taskId: number): Promise<TasksChanged> =>
  atSeat(context, at, async (trx, room, seat) => {
    allow(roomPolicy.removeTask(room, seat, await isModerated(trx, room.id)), texts.moderatorsOnly)
    const voted = room.revealed_at === null ? undefined : await findVotedTask(trx, room.id, room.round)
    if (voted?.id === taskId) throw conflict(texts.taskJustVoted)
    await deleteRoomTask(trx, room.id, taskId)
    const tasks = await listRoomTasks(trx, room.id)
    if (room.task_id !== taskId) return { tasks }
    return { tasks, selectedTask: selectedTaskOf(await updateRoom(trx, room.id, { task_id: null, task_title: null })) }
  })

/** Puts one of the room's tasks on the table, or a typed title, or nothing. @throws AppError 404 for a task of no longer. */
export const selectTask = (
  context: Context,
  at: Seat,
  task: { title: string } | { task_id: number } | null,
): Promise<SelectedTask | null> =>
  atSeat(context, at, async (trx, room) => {
    const known = task && 'task_id' in task ? await findRoomTask(trx, room.id, task.task_id) : undefined
    if (task && 'task_id' in task && !known) throw taskGone()
    const title = known?.title ?? (task && 'title' in task ? task.title : null)
    // The time on a task is counted from when it lies on the table. A round that is revealed voted on another one.
    const starts = room.revealed_at === null && { round_started_at: instant() }
    return selectedTaskOf(await updateRoom(trx, room.id, { task_id: known?.id ?? null, task_title: title, ...starts }))
  })

export type EstimateSaved = TasksChanged & { boardId: number; revision: number }

/** Writes what a revealed round agreed on to the card that it voted on, with the votes, and into the room's history. */
async function writeEstimate(
  { events }: Context,
  trx: Db,
  room: RoomRow,
  viewer: Viewer | undefined,
  { estimate, by }: { estimate: number; by: string },
): Promise<EstimateSaved> {
  const { round } = room
  const task = await findVotedTask(trx, room.id, round)
  if (!task || task.card_id === null) throw conflict(texts.estimateOfNothing)
  const actor = await signedIn(trx, viewer)
  const { card, board } = await changeCard(trx, actor, { cardId: task.card_id }).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('forbidden', texts.estimateForbidden) : error
  })
  const work = events.begin(trx, { ...actor, address: viewer?.address })
  await updateCard(work, board, card, { estimate })
  const votes = await listTold(trx, room.id)
  const isNew = await addEstimate(trx, {
    card_id: card.id,
    room_id: room.id,
    room_name: room.name,
    round,
    estimate,
    average: task.average,
    votes,
    user_id: actor.userId,
  })
  await setRoomTaskEstimate(trx, task.id, estimate)
  await setRoundSaved(trx, room.id, round, estimate, by)
  const hasNumbers = deckNumbers(votes.map((told) => told.vote)).length > 0
  const vote = { card: card.title, estimate, average: hasNumbers ? Number(task.average) : null, votes: votes.length }
  if (isNew) await work.emit(estimateSaved, { boardId: board.id, vote })
  return { tasks: await listRoomTasks(trx, room.id), boardId: board.id, revision: board.revision }
}

/**
 * Saves what the room agreed on. The person needs the right to write that card now, also when somebody else brought it here.
 * @throws AppError 409 when the round is over or voted on no card, 403 or 404 when the card is not theirs to write.
 */
export const saveEstimate = (
  context: Context,
  at: Seat,
  viewer: Viewer | undefined,
  { round, estimate }: { round: number; estimate: number },
): Promise<EstimateSaved> =>
  atSeat(context, at, async (trx, room, seat) => {
    if (room.round !== round || room.revealed_at === null) throw conflict(texts.estimateLate)
    return writeEstimate(context, trx, room, viewer, { estimate, by: seat.name })
  })

export type WentOn = { round: number; selectedTask: SelectedTask | null; saved: EstimateSaved | undefined; kept: KeptRound | undefined }

/**
 * Saves what the revealed round agreed on, when that is given, and begins the next round with the next task: all of it or nothing.
 * Undefined when the round is over already, as for the second of two people who go on at once.
 * @throws AppError 403 for who may not steer the room or write the card, 409 when something else was saved or no task is left.
 */
export const nextTask = (
  context: Context,
  at: Seat,
  viewer: Viewer | undefined,
  { round, estimate }: { round: number; estimate?: number | undefined },
  limit: Pick<RoundRoom, 'whyNot'>,
): Promise<WentOn | undefined> =>
  atSeat(context, at, async (trx, room, seat) => {
    allow(roomPolicy.steer(room, seat, await isModerated(trx, room.id)), texts.moderatorsOnly)
    if (room.round !== round || room.revealed_at === null) {
      if (estimate !== undefined && (await findRoundSaved(trx, room.id, round)) !== estimate) throw conflict(texts.estimateLate)
      return undefined
    }
    const kept = await endRound(trx, room, seat, limit)
    const voted = await findVotedTask(trx, room.id, round)
    const saved = estimate === undefined ? undefined : await writeEstimate(context, trx, room, viewer, { estimate, by: seat.name })
    const tasks = saved?.tasks ?? (await listRoomTasks(trx, room.id))
    const next = nextTaskOf({ tasks, selected: room.task_id, voted: voted?.id ?? null })
    if (!next) throw conflict(texts.noNextTask)
    const changed = await updateRoom(trx, room.id, { round: round + 1, ...freshRound(), task_id: next.id, task_title: next.title })
    return { round: changed.round, selectedTask: selectedTaskOf(changed), saved, kept }
  })
