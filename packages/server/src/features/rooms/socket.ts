import { defaultDeck } from '@rodada/contract/room-settings'
import { type RoomClientEvent, RoomCode, roomClientEvents } from '@rodada/contract/rooms'
import { texts } from '@rodada/contract/texts'
import type { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Limit } from '../../platform/rate-limits.ts'
import type { RealtimeSocket, SocketEvent } from '../../platform/realtime.ts'
import { hashSecret, newSecret } from '../../platform/secrets.ts'
import * as commands from './commands.ts'
import type { Handlers } from './handlers.ts'
import { type Lobby, lobbyChannel } from './lobby.ts'
import { findRoom } from './queries.ts'
import type { Roster } from './roster.ts'
import { mayHaveOtherTabs, requireSeat, roomChannel, seatChannel, seatOf, setSeat } from './seated.ts'
import { openRoom as openRoomWith } from './task-commands.ts'
import { type Publish, taskHandlers } from './task-socket.ts'
import { createVoteBatch, VoteRefused } from './vote-batch.ts'

/** Generous for people, narrow for programs. The address is that of a whole office. */
const eventLimits: Record<RoomClientEvent, { connection: Limit; address: Limit }> = {
  createRoom: { connection: { points: 10, seconds: 60 }, address: { points: 200, seconds: 60, shared: true } },
  joinRoom: { connection: { points: 30, seconds: 10 }, address: { points: 3000, seconds: 10, shared: true } },
  leaveRoom: { connection: { points: 30, seconds: 10 }, address: { points: 3000, seconds: 10 } },
  // Counted per process: a call to Redis for each vote would cost more than the vote.
  vote: { connection: { points: 40, seconds: 2 }, address: { points: 20_000, seconds: 2 } },
  revealVotes: { connection: { points: 20, seconds: 5 }, address: { points: 2000, seconds: 5 } },
  resetVoting: { connection: { points: 20, seconds: 5 }, address: { points: 2000, seconds: 5 } },
  chatMessage: { connection: { points: 15, seconds: 5 }, address: { points: 2000, seconds: 5 } },
  selectTask: { connection: { points: 20, seconds: 5 }, address: { points: 2000, seconds: 5 } },
  updateRoom: { connection: { points: 20, seconds: 5 }, address: { points: 2000, seconds: 5 } },
  addTasks: { connection: { points: 20, seconds: 10 }, address: { points: 2000, seconds: 10 } },
  removeTask: { connection: { points: 40, seconds: 10 }, address: { points: 2000, seconds: 10 } },
  saveEstimate: { connection: { points: 20, seconds: 10 }, address: { points: 2000, seconds: 10 } },
}

/** Rooms that an address may ask for and that are not there: as many as by the API (routes.ts). Per process: a look at each join. */
const mostMisses: Limit = { points: 300, seconds: 10 }

/**
 * The voting room's events: parse, act in one transaction, tell the room after the commit, acknowledge.
 * `settled` resolves when every socket that went has given its place back.
 */
export function roomSockets(
  deps: Deps,
  roster: Roster,
  lobby: Lobby,
  publish: Publish,
): { events: Map<string, SocketEvent>; settled: () => Promise<void> } {
  const { io, db, log } = deps
  const votes = createVoteBatch(deps)
  const misses = deps.limits('room-miss', mostMisses)
  const ok = { ok: true } as const

  const handlers: Handlers = {
    createRoom: async (socket, { roomName, deck, card_ids }) => {
      const hostToken = newSecret()
      const wish = { name: roomName, deck: deck ?? defaultDeck, hostTokenHash: hashSecret(hostToken) }
      const room = await openRoomWith(deps, socket.data.viewer, wish, card_ids ?? [])
      const roomId = room.code ?? ''
      socket.emit('roomCreated', { roomId })
      return { roomId, hostToken }
    },

    joinRoom: async (socket, wish) => {
      const room = await openRoom(wish.roomId, socket, wish.seatToken)
      if (wish.userRole == null && wish.avatar == null) return { roomId: room.code }
      return sitDown(socket, room.id, wish)
    },

    leaveRoom: async (socket, { roomId }) => {
      const seated = seatOf(socket)
      // A check ends with leaveRoom and has no seat to give up.
      if (!seated || RoomCode.safeParse(roomId).data !== seated.code) return ok
      await votes.settle()
      await commands.leave(deps, seated)
      setSeat(socket, undefined)
      await socket.leave(roomChannel(seated.roomId))
      await socket.leave(seatChannel(seated.seatId))
      io.to(seatChannel(seated.seatId)).emit('seatLost', { message: texts.seatLost })
      io.in(seatChannel(seated.seatId)).socketsLeave([roomChannel(seated.roomId), seatChannel(seated.seatId)])
      roster.peopleChanged(seated.roomId)
      await lobby.enter(socket)
      return ok
    },

    vote: async (socket, { roomId, vote, round }) => {
      const seated = requireSeat(socket, roomId)
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

    revealVotes: async (socket, { roomId }) => {
      const seated = requireSeat(socket, roomId)
      // What anybody cast on this process before the reveal counts.
      await votes.settle()
      const revealed = await commands.reveal(deps, seated)
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

    resetVoting: async (socket, { roomId, round: ended }) => {
      const seated = requireSeat(socket, roomId)
      await votes.settle()
      const round = await commands.reset(deps, seated, ended)
      if (round === undefined) return ok
      io.to(roomChannel(seated.roomId)).emit('votingReset', { round })
      roster.peopleChanged(seated.roomId)
      return ok
    },

    chatMessage: async (socket, { roomId, message }) => {
      const seated = requireSeat(socket, roomId)
      io.to(roomChannel(seated.roomId)).emit('newChatMessage', await commands.say(deps, seated, message))
      return ok
    },

    ...taskHandlers(deps, publish),

    updateRoom: async (socket, wish) => {
      const seated = requireSeat(socket, wish.roomId)
      // Cards of the old deck must not land in the round that the new one begins.
      if (wish.deck) await votes.settle()
      const { room, newRound, deck } = await commands.configure(deps, seated, wish)
      if (newRound) roster.deckChanged(seated.roomId, deck)
      io.to(roomChannel(seated.roomId)).emit('roomUpdated', room)
      if (newRound) io.to(roomChannel(seated.roomId)).emit('votingReset', { round: room.round })
      return ok
    },
  }

  const openRoom = async (roomId: string, { data: { address, viewer } }: RealtimeSocket, seatToken: string | null | undefined) => {
    const code = RoomCode.safeParse(roomId)
    const room = code.success ? await findRoom(db, code.data) : undefined
    // Whoever asks for rooms that are not there is guessing, and learns no more of those that are; rooms that are there cost
    // nothing, since a whole office joins at once, and whoever has a seat comes back to it whatever a neighbour does.
    const guessing = (await misses.used(address)) >= mostMisses.points * deps.config.rateLimitFactor
    if (guessing && !(room && (await commands.hasSeat(deps, room.id, viewer, seatToken)))) {
      throw new AppError('too_many', texts.tooFast)
    }
    if (room) return room
    await misses.take(address)
    throw new AppError('not_found', texts.roomInactive)
  }

  const sitDown = async (socket: RealtimeSocket, roomId: number, wish: z.output<typeof roomClientEvents.joinRoom>) => {
    const before = seatOf(socket)
    const known = wish.seatToken ?? (before?.roomId === roomId ? before.seatToken : undefined)
    const joined = await commands.join(
      deps,
      roomId,
      { ...wish, seatToken: known },
      socket.data.viewer,
      socket.id,
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
    const { vote, ...now } = (await commands.movedOn(deps, roomId, joined)) ?? joined
    roster.open(roomId, now.snapshot.room.deck)
    socket.emit('userJoined', now.snapshot)
    socket.emit('chatHistory', now.chat)
    roster.peopleChanged(roomId)
    const role = seat.role === 'moderator' ? 'moderator' : 'participant'
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
    if (seated) await stoodUp(socket.id, seated.roomId)
  }

  const events = new Map<string, SocketEvent>(
    Object.entries(eventLimits).map(([name, { connection, address }]) => {
      const event = name as RoomClientEvent
      return [
        name,
        {
          schema: roomClientEvents[event],
          perConnection: deps.limits(`${name}-connection`, connection),
          perAddress: deps.limits(`${name}-address`, address),
          // Schema and handler carry the same event's type; the map forgets which.
          handle: handlers[event] as SocketEvent['handle'],
        },
      ]
    }),
  )

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
    events,
    settled: async () => {
      await Promise.all(leaving)
    },
  }
}
