import { setImmediate as eventLoopTurn } from 'node:timers/promises'
import type { JoinRoom, RoomEvent, roomEvents } from '@rodada/contract/rooms/room-events'
import { RoomCode } from '@rodada/contract/rooms/rooms'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import { type Deps, instant } from '../../platform/deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { countedAs } from '../../platform/limits/person-limit.ts'
import { createWorkQueue } from '../../platform/limits/work-queue.ts'
import type { RealtimeSocket } from '../../platform/realtime/realtime.ts'
import type { EventHandlers } from '../../platform/realtime/socket-events.ts'
import { subscribe, unsubscribe } from '../../platform/realtime/subscribe.ts'
import { hashAddress, hashSecret, newSecret } from '../../platform/secrets/secrets.ts'
import * as commands from './commands.ts'
import { createDoor } from './door.ts'
import {
  mostFirstReturns,
  mostMisses,
  mostMissesOfAccount,
  mostNewGuests,
  mostNewGuestsOfTable,
  mostNewPasswords,
  mostReturns,
  roomWork,
} from './event-limits.ts'
import { fromSeats, type Handlers } from './handlers.ts'
import { type Lobby, lobbyChannel } from './lobby.ts'
import { cancel } from './moderation/commands.ts'
import { moderationHandlers, moderationNews } from './moderation/socket.ts'
import { changeAvatar, nudge, observe } from './participants/commands.ts'
import { guestLimits } from './participants/place-queries.ts'
import type { Roster } from './participants/roster.ts'
import { mayHaveOtherTabs, roomChannel, type Seated, seatChannel, seatOf, setSeat } from './participants/seated.ts'
import { findRoom, isOfNetwork, type RoomRow } from './queries.ts'
import { recordHandlers } from './record/socket.ts'
import { openRoom as openRoomWith } from './tasks/commands.ts'
import { type Publish, taskHandlers } from './tasks/socket.ts'
import { timerHandlers } from './timer/socket.ts'
import { createVoteBatch, VoteRefused } from './votes/batch.ts'
import { giveReason } from './votes/reason-commands.ts'
import { createRoundLimits } from './votes/round-limits.ts'

/**
 * Votes are stored together, however many come at once. The others take turns of their own, and none while a password is hashed: a turn
 * that waits for the hash of one room would be a turn that all other rooms miss. Pages of records have turns of their own, and each part of a
 * record that is deleted has one.
 */
const withoutTurn: readonly RoomEvent[] = ['vote', 'joinRoom', 'updateRoom', 'readHistory', 'deleteHistory']

/**
 * The voting room's events: parse, act in one transaction, tell the room after the commit, acknowledge.
 * `settled` resolves when every socket that went has given its place back.
 */
export function roomSockets(
  deps: Deps,
  roster: Roster,
  lobby: Lobby,
  publish: Publish,
  jobs: Jobs,
): { handlers: EventHandlers<typeof roomEvents>; settled: () => Promise<void> } {
  const { io, db, log } = deps
  const votes = createVoteBatch(deps)
  const turns = createWorkQueue(roomWork)
  /**
   * Networks take turns, and between two pieces of work everything else goes on: with SQLite, what a thousand sockets ask for at once is
   * otherwise one piece, in which nobody is heard and a thousand tables are in memory.
   */
  const inTurn = <T>({ data: { address } }: RealtimeSocket, work: () => Promise<T>): Promise<T> =>
    turns(address, async () => {
      await eventLoopTurn()
      return work()
    })
  /**
   * As `inTurn`, for who sits down. Whose page gave up waiting gets no seat: after an outage everybody comes at once, again and again while the
   * answer takes too long, and tables laid for pages that are gone would keep those waiting that are there. @throws AppError 503, which nobody hears
   */
  const inTurnIfThere = <T>(socket: RealtimeSocket, work: () => Promise<T>): Promise<T> =>
    inTurn(socket, async () => {
      if (!socket.connected) throw new AppError('unavailable', texts.roomsUnavailable)
      return work()
    })
  const misses = deps.limits('room-miss', mostMisses)
  const missesOfAccount = deps.limits('room-miss-account', mostMissesOfAccount)
  const firstReturns = deps.limits('room-first-return', mostFirstReturns)
  const returns = deps.limits('room-return', mostReturns)
  const newGuests = deps.limits('room-new-guest', mostNewGuests)
  const newGuestsOfTable = deps.limits('room-new-guest-of-table', mostNewGuestsOfTable)
  const door = createDoor(deps)
  const roundLimit = createRoundLimits(deps)
  const newPasswords = deps.limits('room-password-set', mostNewPasswords)
  const most = guestLimits(deps.config.rateLimitFactor)
  const news = moderationNews(deps)
  const networkHash = ({ data: { address } }: RealtimeSocket) => hashAddress(deps.config.secret, address)
  const ok = { ok: true } as const
  const tellRevealed = (roomId: number, revealed: commands.Revealed, revealedBy: number | null): void => {
    io.to(roomChannel(roomId)).emit('votesRevealed', { ...revealed, revealedBy })
  }

  const timer = timerHandlers(deps, roster, jobs, { settle: () => votes.settle(), tellRevealed })

  const handlers: Handlers = {
    createRoom: async (socket, { roomName, card_ids, userName: _, ...choice }) => {
      const hostToken = newSecret()
      const input = { name: roomName, ...choice, hostTokenHash: hashSecret(hostToken), network: networkHash(socket) }
      const room = await openRoomWith(deps, socket.data.viewer, input, card_ids ?? [])
      const roomId = room.code ?? ''
      socket.emit('roomCreated', { roomId })
      return { roomId, hostToken }
    },

    joinRoom: async (socket, input) => {
      const { viewer, address } = socket.data
      const arrival = await inTurnIfThere(socket, async () => {
        const room = await openRoom(input.roomId, socket, input.seatToken)
        const before = seatOf(socket)
        const seatToken = input.seatToken ?? (before?.roomId === room.id ? before.seatToken : undefined)
        const isKnown = await commands.hasSeat(deps, room.id, viewer, seatToken)
        const newcomer = { viewer, address, isKnown, input }
        const enter = async () =>
          input.userRole == null && input.avatar == null
            ? { roomId: room.code ?? '' }
            : sitDown(socket, room, { ...input, seatToken }, isKnown)
        const entered = door.asksPassword(room, newcomer) ? undefined : await enter()
        return { room, newcomer, enter, entered }
      })
      if (arrival.entered) return arrival.entered
      await door.lookAtPassword(arrival.room, arrival.newcomer)
      return inTurnIfThere(socket, arrival.enter)
    },

    leaveRoom: async (socket, { roomId }) => {
      const seated = seatOf(socket)
      // A check ends with leaveRoom and has no seat to give up.
      if (!seated || RoomCode.safeParse(roomId).data !== seated.code) return ok
      await votes.settle()
      const heir = await commands.leave(deps, seated)
      setSeat(socket, undefined)
      await unsubscribe(socket, tableOf(seated))
      news.seatGone(seated)
      news.moderatorChanged(seated.roomId, heir)
      roster.peopleChanged(seated.roomId)
      await lobby.enter(socket)
      return ok
    },

    cancelRoom: async (socket, { roomId, hostToken }) => {
      const room = await openRoom(roomId, socket, undefined)
      await cancel(deps, room.id, hostToken)
      return ok
    },

    ...moderationHandlers(deps, roster, () => votes.settle()),

    nudge: async (_, { participantId }, seated) => {
      // A card that is under way is no missing one.
      await votes.settle()
      for (const seatId of await nudge(deps, seated, participantId)) io.to(seatChannel(seatId)).emit('nudged', { from: seated.name })
      return ok
    },

    observe: async (_, { observer, participantId }, seated) => {
      // A card that is under way is dropped with the others.
      if (observer) await votes.settle()
      await observe(deps, seated, participantId, observer)
      roster.peopleChanged(seated.roomId)
      return ok
    },

    vote: async (socket, { vote, round, confidence }, seated) => {
      if (!roster.rulesOf(seated.roomId)?.deck.includes(vote)) throw new AppError('invalid', texts.voteInvalid)
      const { round: counted, stored } = await votes
        .cast({ seatId: seated.seatId, round: round ?? 0, value: vote, confidence })
        .catch(async (error: unknown) => {
          throw error instanceof VoteRefused ? await commands.whyRefused(deps, seated, round) : error
        })
      // The table hears before the disk has the vote, and the voter only after it: just the voter relies on it.
      io.to(roomChannel(seated.roomId)).emit('newVote', { userName: seated.name, participantId: seated.seatId })
      roster.voted(seated.roomId)
      timer.lookAtVotes(seated.roomId, true)
      await stored
      const saved = { vote, round: counted, ...(confidence && { confidence }) }
      if (mayHaveOtherTabs(deps, seated.seatId)) socket.to(seatChannel(seated.seatId)).emit('voteSaved', saved)
      return ok
    },

    giveReason: async (_, { round, text }, seated) => {
      await giveReason(deps, seated, round, text)
      io.to(roomChannel(seated.roomId)).emit('reasonGiven', { round, participantId: seated.seatId, text })
      return ok
    },

    writingReason: async (socket, { round, writing }, seated) => {
      const channel = roomChannel(seated.roomId)
      // The database is not asked for so light a thing: who lost the seat has left the table's channel.
      if (socket.rooms.has(channel)) socket.to(channel).emit('reasonWriting', { round, participantId: seated.seatId, writing })
      return ok
    },

    changeAvatar: async ({ data: { viewer } }, { avatar }, seated) => {
      await changeAvatar(deps, seated, avatar ?? viewer?.avatar ?? null)
      roster.peopleChanged(seated.roomId)
      return ok
    },

    ...recordHandlers(deps, (socket) => (work) => inTurn(socket, work)),

    revealVotes: async (_, { round: wanted }, seated) => {
      // What anybody cast on this process before the reveal counts.
      await votes.settle()
      const revealed = await commands.reveal(deps, seated, wanted)
      if (!revealed) return ok
      tellRevealed(seated.roomId, revealed, seated.seatId)
      return ok
    },

    resetVoting: async (socket, { round: ended }, seated) => {
      const limit = await roundLimit(socket, seated)
      await votes.settle()
      const begun = await commands.reset(deps, seated, ended, limit)
      if (!begun) return ok
      io.to(roomChannel(seated.roomId)).emit('votingReset', { round: begun.round })
      roster.peopleChanged(seated.roomId)
      await limit.count(begun.kept)
      return ok
    },

    chatMessage: async (_, { message, key }, seated) => {
      const said = await commands.say(deps, seated, message, key)
      if (said) io.to(roomChannel(seated.roomId)).emit('newChatMessage', said)
      return ok
    },

    ...taskHandlers(deps, { publish, roundLimit, settle: () => votes.settle(), peopleChanged: (roomId) => roster.peopleChanged(roomId) }),

    ...timer.handlers,

    updateRoom: async (socket, { password, ...input }, seated) => {
      const passwordHash = password ? await hashPassword(socket, seated, password) : password
      return inTurn(socket, async () => {
        const limit = await roundLimit(socket, seated)
        // Cards of the old deck must not land in the round that the new one begins.
        if (input.deck) await votes.settle()
        const { room, newRound, kept } = await commands.configure(deps, seated, { ...input, passwordHash }, limit)
        const hasNewRules = newRound || input.autoReveal !== undefined
        // Off, a countdown that runs has to stop: the look comes before the rule that nobody needs to look.
        if (input.autoReveal === false) timer.lookAtVotes(seated.roomId, false)
        if (hasNewRules) roster.rulesChanged(seated.roomId, room)
        io.to(roomChannel(seated.roomId)).emit('roomUpdated', room)
        if (newRound) io.to(roomChannel(seated.roomId)).emit('votingReset', { round: room.round })
        await limit.count(kept)
        return ok
      })
    },
  }

  const hashPassword = async (socket: RealtimeSocket, seated: Seated, password: string): Promise<string> => {
    const { viewer, address } = socket.data
    // Looked at in the transaction too; before it, so that nobody else makes this process hash.
    await inTurn(socket, () => commands.requireModerator(deps, seated))
    const whose = viewer ? `account ${countedAs(viewer)}` : address
    if ((await newPasswords.take(whose)) !== undefined) throw new AppError('too_many', texts.tooFast)
    return deps.passwords.hash(password, `room ${address}`)
  }

  const tableOf = ({ roomId, seatId }: Pick<Seated, 'roomId' | 'seatId'>) => [roomChannel(roomId), seatChannel(seatId)]

  const openRoom = async (roomId: string, socket: RealtimeSocket, seatToken: string | null | undefined) => {
    const { address, viewer } = socket.data
    const code = RoomCode.safeParse(roomId)
    const room = code.success ? await findRoom(db, code.data) : undefined
    // A person who asks for rooms that are not there is guessing, and learns no more of those that are; rooms that are there cost
    // nothing, since a whole office joins at once. Who has a seat comes back to it, and a newcomer finds the table where
    // others of the same network sit, whatever a neighbour does.
    const [guesses, whose] = viewer ? ([missesOfAccount, countedAs(viewer)] as const) : ([misses, address] as const)
    const isGuessing = (await guesses.left(whose)) === 0
    const mayKnow = async () =>
      room && ((await commands.hasSeat(deps, room.id, viewer, seatToken)) || (await isOfNetwork(db, room, networkHash(socket))))
    if (isGuessing && !(await mayKnow())) throw new AppError('too_many', texts.tooFast)
    if (room) return room
    await guesses.take(whose)
    throw new AppError('not_found', texts.roomInactive)
  }

  /** Counts a guest who takes a seat for the first time. @throws AppError when their network took too many */
  const countNewGuest = async (socket: RealtimeSocket, room: RoomRow) => {
    const { address } = socket.data
    if ((await newGuests.take(address)) === undefined) return
    const isOurs = await isOfNetwork(db, room, networkHash(socket))
    if (!isOurs || (await newGuestsOfTable.take(`${room.id} ${address}`)) !== undefined) throw new AppError('too_many', texts.tooFast)
  }

  const sitDown = async (socket: RealtimeSocket, room: RoomRow, input: z.output<typeof JoinRoom>, isKnown: boolean) => {
    const roomId = room.id
    const before = seatOf(socket)
    const known = input.seatToken
    const isNewGuest = !socket.data.viewer && !isKnown
    if (isNewGuest) await countNewGuest(socket, room)
    const whose = socket.data.viewer ? `${roomId} ${countedAs(socket.data.viewer)}` : hashSecret(known ?? '')
    const isAgain = !isNewGuest && (await firstReturns.take(whose)) !== undefined
    if (isAgain && (await returns.take(socket.data.address)) !== undefined) throw new AppError('too_many', texts.tooFast)
    const joined = await commands.join(
      deps,
      roomId,
      input,
      socket.data.viewer,
      { socketId: socket.id, network: networkHash(socket), most },
      before?.roomId === roomId ? before.seatId : undefined,
    )
    const { seat, seatToken, snapshot } = joined
    if (!socket.connected) {
      await stoodUp(socket.id, roomId)
      throw new AppError('unavailable', texts.roomsUnavailable)
    }
    if (before && before.seatId !== seat.id) {
      await unsubscribe(socket, tableOf(before))
      roster.peopleChanged(before.roomId)
    }
    const code = snapshot.room.roomId
    setSeat(socket, { roomId, code, seatId: seat.id, name: seat.name, avatar: seat.avatar, seatToken })
    await socket.leave(lobbyChannel)
    const moved = await subscribe(deps, socket, tableOf({ roomId, seatId: seat.id }), () => commands.movedOn(deps, roomId, joined))
    const { own, ...now } = moved ?? joined
    roster.open(roomId, now.snapshot.room)
    socket.emit('userJoined', { ...now.snapshot, now: instant() })
    socket.emit('chatHistory', now.chat)
    news.moderatorChanged(roomId, joined.heir)
    roster.peopleChanged(roomId)
    const role = seat.role === 'moderator' ? ('moderator' as const) : ('participant' as const)
    return { roomId: code, participantId: seat.id, userName: seat.name, role, ...own, ...(seatToken !== undefined && { seatToken }) }
  }

  const stoodUp = async (socketId: string, roomId: number): Promise<void> => {
    await commands.standUp(deps, roomId, socketId)
    roster.peopleChanged(roomId)
  }

  const leaving = new Set<Promise<void>>()
  const leaveTable = async (socket: RealtimeSocket): Promise<void> => {
    // A join under way takes the seat first; then it is given back.
    await socket.data.work
    const seated = seatOf(socket)
    if (seated) await inTurn(socket, () => stoodUp(socket.id, seated.roomId))
  }

  io.on('connection', (socket) => {
    socket.emit('connected', { id: socket.id })
    lobby.enter(socket).catch((error: unknown) => log.error({ err: error }, 'lobby failed'))
    socket.on('disconnect', () => {
      const gone = leaveTable(socket)
        .catch((error: unknown) => log.error({ err: error }, 'disconnect failed'))
        .finally(() => leaving.delete(gone))
      leaving.add(gone)
    })
  })

  return {
    handlers: fromSeats(handlers, (name, socket, work) => (withoutTurn.includes(name) ? work() : inTurn(socket, work))),
    settled: async () => {
      await Promise.all(leaving)
      await timer.stop()
    },
  }
}
