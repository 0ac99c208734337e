import { setImmediate as eventLoopTurn } from 'node:timers/promises'
import { defaultDeck } from '@rodada/contract/room-settings'
import { RoomCode, type roomEvents } from '@rodada/contract/rooms'
import { texts } from '@rodada/contract/texts'
import type { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { RealtimeSocket } from '../../platform/realtime.ts'
import { hashAddress, hashSecret, newSecret } from '../../platform/secrets.ts'
import type { EventHandlers } from '../../platform/socket-events.ts'
import { createWorkQueue } from '../../platform/work-queue.ts'
import * as commands from './commands.ts'
import { mostFirstReturns, mostMisses, mostMissesOfAccount, mostNewGuests, mostReturns, roomWork } from './event-limits.ts'
import { fromSeats, type Handlers } from './handlers.ts'
import { type Lobby, lobbyChannel } from './lobby.ts'
import { cancel } from './moderation/commands.ts'
import { moderationHandlers, moderationNews } from './moderation/socket.ts'
import { guestLimits } from './participants/place-queries.ts'
import type { Roster } from './participants/roster.ts'
import { mayHaveOtherTabs, roomChannel, seatChannel, seatOf, setSeat } from './participants/seated.ts'
import { findRoom, isOfNetwork } from './queries.ts'
import { openRoom as openRoomWith } from './tasks/commands.ts'
import { type Publish, taskHandlers } from './tasks/socket.ts'
import { createVoteBatch, VoteRefused } from './votes/batch.ts'

/**
 * The voting room's events: parse, act in one transaction, tell the room after the commit, acknowledge.
 * `settled` resolves when every socket that went has given its place back.
 */
export function roomSockets(
  deps: Deps,
  roster: Roster,
  lobby: Lobby,
  publish: Publish,
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
  const misses = deps.limits('room-miss', mostMisses)
  const missesOfAccount = deps.limits('room-miss-account', mostMissesOfAccount)
  const firstReturns = deps.limits('room-first-return', mostFirstReturns)
  const returns = deps.limits('room-return', mostReturns)
  const newGuests = deps.limits('room-new-guest', mostNewGuests)
  const most = guestLimits(deps.config.rateLimitFactor)
  const news = moderationNews(deps)
  const networkHash = ({ data: { address } }: RealtimeSocket) => hashAddress(deps.config.secret, address)
  const ok = { ok: true } as const

  const handlers: Handlers = {
    createRoom: async (socket, { roomName, deck, card_ids }) => {
      const hostToken = newSecret()
      const wish = { name: roomName, deck: deck ?? defaultDeck, hostTokenHash: hashSecret(hostToken), network: networkHash(socket) }
      const room = await openRoomWith(deps, socket.data.viewer, wish, card_ids ?? [])
      const roomId = room.code ?? ''
      socket.emit('roomCreated', { roomId })
      return { roomId, hostToken }
    },

    joinRoom: async (socket, wish) => {
      const room = await openRoom(wish.roomId, socket, wish.seatToken)
      if (wish.userRole == null && wish.avatar == null) return { roomId: room.code ?? '' }
      return sitDown(socket, room.id, wish)
    },

    leaveRoom: async (socket, { roomId }) => {
      const seated = seatOf(socket)
      // A check ends with leaveRoom and has no seat to give up.
      if (!seated || RoomCode.safeParse(roomId).data !== seated.code) return ok
      await votes.settle()
      const heir = await commands.leave(deps, seated)
      setSeat(socket, undefined)
      await socket.leave(roomChannel(seated.roomId))
      await socket.leave(seatChannel(seated.seatId))
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

    vote: async (socket, { vote, round }, seated) => {
      if (!roster.deckOf(seated.roomId).includes(vote)) throw new AppError('invalid', texts.voteInvalid)
      const { round: counted, stored } = await votes
        .cast({ seatId: seated.seatId, round: round ?? 0, value: vote })
        .catch(async (error: unknown) => {
          throw error instanceof VoteRefused ? await commands.whyRefused(deps, seated, round) : error
        })
      // That somebody chose is a promise to nobody: the table hears of it before the disk has it, whoever chose after.
      io.to(roomChannel(seated.roomId)).emit('newVote', { userName: seated.name, participantId: seated.seatId })
      roster.voted(seated.roomId)
      await stored
      if (mayHaveOtherTabs(deps, seated.seatId)) socket.to(seatChannel(seated.seatId)).emit('voteSaved', { vote, round: counted })
      return ok
    },

    revealVotes: async (_, { round: wanted }, seated) => {
      // What anybody cast on this process before the reveal counts.
      await votes.settle()
      const revealed = await commands.reveal(deps, seated, wanted)
      if (!revealed) return ok
      const { votes: cards, average, round, past } = revealed
      io.to(roomChannel(seated.roomId)).emit('votesRevealed', {
        votes: cards,
        average,
        round,
        revealedBy: seated.seatId,
        past,
      })
      return ok
    },

    resetVoting: async (_, { round: ended }, seated) => {
      await votes.settle()
      const round = await commands.reset(deps, seated, ended)
      if (round === undefined) return ok
      io.to(roomChannel(seated.roomId)).emit('votingReset', { round })
      roster.peopleChanged(seated.roomId)
      return ok
    },

    chatMessage: async (_, { message, key }, seated) => {
      const said = await commands.say(deps, seated, message, key)
      if (said) io.to(roomChannel(seated.roomId)).emit('newChatMessage', said)
      return ok
    },

    ...taskHandlers(deps, { publish, settle: () => votes.settle(), peopleChanged: (roomId) => roster.peopleChanged(roomId) }),

    updateRoom: async (_, wish, seated) => {
      // Cards of the old deck must not land in the round that the new one begins.
      if (wish.deck) await votes.settle()
      const { room, newRound, deck } = await commands.configure(deps, seated, wish)
      if (newRound) roster.deckChanged(seated.roomId, deck)
      io.to(roomChannel(seated.roomId)).emit('roomUpdated', room)
      if (newRound) io.to(roomChannel(seated.roomId)).emit('votingReset', { round: room.round })
      return ok
    },
  }

  const openRoom = async (roomId: string, socket: RealtimeSocket, seatToken: string | null | undefined) => {
    const { address, viewer } = socket.data
    const code = RoomCode.safeParse(roomId)
    const room = code.success ? await findRoom(db, code.data) : undefined
    // Whoever asks for rooms that are not there is guessing, and learns no more of those that are; rooms that are there cost
    // nothing, since a whole office joins at once. Who has a seat comes back to it, and a newcomer finds the table where
    // others of the same network sit, whatever a neighbour does.
    const [guesses, whose, most] = viewer
      ? ([missesOfAccount, String(viewer.userId), mostMissesOfAccount] as const)
      : ([misses, address, mostMisses] as const)
    const isGuessing = (await guesses.used(whose)) >= most.points * deps.config.rateLimitFactor
    const mayKnow = async () =>
      room && ((await commands.hasSeat(deps, room.id, viewer, seatToken)) || (await isOfNetwork(db, room, networkHash(socket))))
    if (isGuessing && !(await mayKnow())) throw new AppError('too_many', texts.tooFast)
    if (room) return room
    await guesses.take(whose)
    throw new AppError('not_found', texts.roomInactive)
  }

  const sitDown = async (socket: RealtimeSocket, roomId: number, wish: z.output<typeof roomEvents.joinRoom.payload>) => {
    const before = seatOf(socket)
    const known = wish.seatToken ?? (before?.roomId === roomId ? before.seatToken : undefined)
    const isNewGuest = !socket.data.viewer && !(known && (await commands.hasSeat(deps, roomId, undefined, known)))
    if (isNewGuest && (await newGuests.take(socket.data.address)) !== undefined) throw new AppError('too_many', texts.tooFast)
    const whose = socket.data.viewer ? `${roomId} ${socket.data.viewer.userId}` : hashSecret(known ?? '')
    const isAgain = !isNewGuest && (await firstReturns.take(whose)) !== undefined
    if (isAgain && (await returns.take(socket.data.address)) !== undefined) throw new AppError('too_many', texts.tooFast)
    const joined = await commands.join(
      deps,
      roomId,
      { ...wish, seatToken: known },
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
      await socket.leave(roomChannel(before.roomId))
      await socket.leave(seatChannel(before.seatId))
      roster.peopleChanged(before.roomId)
    }
    const code = snapshot.room.roomId
    setSeat(socket, { roomId, code, seatId: seat.id, name: seat.name, avatar: seat.avatar, seatToken })
    await socket.leave(lobbyChannel)
    await socket.join([roomChannel(roomId), seatChannel(seat.id)])
    // What was committed between the snapshot and the entry into the channel was sent past this socket.
    const moved = await commands.movedOn(deps, roomId, joined).catch(async (error: unknown) => {
      await socket.leave(roomChannel(roomId))
      await socket.leave(seatChannel(seat.id))
      throw error
    })
    const { vote, ...now } = moved ?? joined
    roster.open(roomId, now.snapshot.room.deck)
    socket.emit('userJoined', now.snapshot)
    socket.emit('chatHistory', now.chat)
    news.moderatorChanged(roomId, joined.heir)
    roster.peopleChanged(roomId)
    const role = seat.role === 'moderator' ? ('moderator' as const) : ('participant' as const)
    return { roomId: code, participantId: seat.id, userName: seat.name, role, vote, ...(seatToken !== undefined && { seatToken }) }
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
    // Votes are stored together, however many come at once.
    handlers: fromSeats(handlers, (name, socket, work) => (name === 'vote' ? work() : inTurn(socket, work))),
    settled: async () => {
      await Promise.all(leaving)
    },
  }
}
