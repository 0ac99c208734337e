import { setTimeout as pause } from 'node:timers/promises'
import type { BoardClientEvents, BoardServerEvents } from '@rodada/contract/boards/events'
import type { JoinRoomAck, RoomClientEvents } from '@rodada/contract/rooms/room-events'
import type { Participant, RevealedVote, RoomServerEvents } from '@rodada/contract/rooms/rooms'
import { realtimeSettings } from '@rodada/contract/rooms/settings'
import { io, type Socket } from 'socket.io-client'
import { newSecret } from '../src/platform/secrets/secrets.ts'

type PersonSocket = Socket<RoomServerEvents & BoardServerEvents, RoomClientEvents & BoardClientEvents>
type Options = {
  name: string
  /** The processes, tried in turn from `first` on. */
  urls: () => readonly string[]
  first: number
  roomId: string
  hostToken?: string
  /** An account's session, which also looks at the board. */
  token?: string
  boardId?: number
  /** Hears how long a vote took that was accepted, in milliseconds. */
  voted?: (ms: number) => void
}
/** As the web waits for its entry. */
const answerTimeoutMs = 10_000
const leaveTimeoutMs = 60_000

type Answer = { ok?: true; error?: string; id?: string }

/** What this person's page shows, kept as the web keeps it. */
type Screen = { people: Participant[]; round: number; isRevealed: boolean; results: RevealedVote[]; chat: Set<string>; revision: number }

/** Somebody at a table, perhaps with a board open, whose page comes back by itself whenever its connection ends, as the web does. */
export class Person {
  readonly name: string
  readonly screen: Screen = { people: [], round: 0, isRevealed: false, results: [], chat: new Set(), revision: 0 }
  participantId = 0
  role: string | undefined
  /** What every entry after the first answered: the seat that was found again. */
  readonly returns: { participantId: number; role: string | undefined; vote: string | null | undefined }[] = []
  /** The cards that may be stored: the last acknowledged one, and those since that got no answer. */
  possibleVotes: Set<string | null> = new Set([null])
  readonly said = new Set<string>()
  /** Refusals and missing answers, in the order they came. */
  readonly refusals: Answer[] = []
  acknowledged = 0
  /** While false, the page stays away after its connection ended. */
  comesBack = true
  /** The process that it is connected to. */
  url = ''

  readonly #options: Options
  #socket: PersonSocket | undefined
  /** As a browser makes it before its first join. */
  #seatToken = newSecret()
  #gone = false
  #turn: number

  constructor(options: Options) {
    this.name = options.name
    this.#options = options
    this.#turn = options.first
  }

  get isConnected(): boolean {
    return this.#socket?.connected === true
  }

  get token(): string | undefined {
    return this.#options.token
  }

  /** Connected and seated, however often it takes. */
  async arrive(): Promise<this> {
    while (!this.#gone) {
      const urls = this.#options.urls()
      this.url = urls[this.#turn % urls.length] ?? ''
      if (await this.#enter().catch(() => false)) break
      this.#turn += 1
      // As a page does between two tries.
      await pause(100 + Math.random() * 100)
    }
    return this
  }

  async vote(card: string): Promise<boolean> {
    const { round } = this.screen
    this.possibleVotes.add(card)
    const from = performance.now()
    const isStored = (await this.#ask('vote', { roomId: this.#options.roomId, vote: card, round })).ok === true
    if (isStored) this.#options.voted?.(performance.now() - from)
    // The answer may come after the news that another round began.
    if (isStored && round === this.screen.round) this.possibleVotes = new Set([card])
    return isStored
  }

  async say(message: string): Promise<boolean> {
    const isStored = (await this.#ask('chatMessage', { roomId: this.#options.roomId, message })).ok === true
    if (isStored) this.said.add(message)
    return isStored
  }

  reveal = (): Promise<Answer> => this.#ask('revealVotes', { roomId: this.#options.roomId })
  reset = (): Promise<Answer> => this.#ask('resetVoting', { roomId: this.#options.roomId })

  /** Gives the seat up, and takes a new one. */
  async standUpAndReturn(): Promise<void> {
    // Who took no answer for an answer would look on at a table that they left a moment later.
    if ((await this.#ask('leaveRoom', { roomId: this.#options.roomId }, leaveTimeoutMs)).ok !== true) return
    this.possibleVotes = new Set([null])
    this.#seatToken = newSecret()
    this.refresh()
  }

  /** Closes the page; the seat stays. */
  close(): void {
    this.#gone = true
    this.#socket?.disconnect()
  }

  /** Loads the page again, from the process in the given place when there is one. */
  refresh(place: number = this.#turn): void {
    this.#turn = place
    this.#socket?.io.engine.close()
  }

  async #ask(event: keyof RoomClientEvents, payload: unknown, withinMs = 15_000): Promise<Answer> {
    const socket = this.#socket
    if (!socket?.connected) return { error: 'not connected' }
    const lost = new Promise<Answer>((resolve) => socket.once('disconnect', () => resolve({ error: 'connection lost' })))
    const asked = (socket.timeout(withinMs).emitWithAck(event, payload as never) as Promise<Answer>).catch(() => ({ error: 'no answer' }))
    const answer = await Promise.race([asked, lost])
    if (answer.error === undefined) this.acknowledged += 1
    else this.refusals.push(answer)
    return answer
  }

  async #enter(): Promise<boolean> {
    const { roomId, hostToken, token, boardId } = this.#options
    const socket: PersonSocket = io(this.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      timeout: realtimeSettings.connectTimeout,
      auth: token ? { token } : {},
    })
    this.#listen(socket)
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve)
        socket.once('connect_error', reject)
      })
      const input = { roomId, userName: this.name, userRole: 'collaborator', hostToken, seatToken: this.#seatToken }
      const ack = (await socket.timeout(answerTimeoutMs).emitWithAck('joinRoom', input)) as JoinRoomAck
      if ('error' in ack) throw new Error(ack.error)
      if (boardId !== undefined) {
        const watched = await socket.timeout(answerTimeoutMs).emitWithAck('watchBoard', { boardId })
        if ('error' in watched) throw new Error(watched.error)
        this.screen.revision = Math.max(this.screen.revision, watched.revision)
      }
      if (!socket.connected || this.#gone) throw new Error('gone again')
      this.#seatToken = ack.seatToken ?? this.#seatToken
      if (this.participantId !== 0) this.returns.push({ participantId: ack.participantId ?? 0, role: ack.role, vote: ack.vote })
      this.participantId = ack.participantId ?? 0
      this.role = ack.role
      this.#socket = socket
      socket.once('disconnect', () => void this.#comeBack())
      return true
    } catch (error) {
      socket.disconnect()
      throw error
    }
  }

  async #comeBack(): Promise<void> {
    while (!this.comesBack && !this.#gone) await pause(50)
    if (!this.#gone) await this.arrive()
  }

  #listen(socket: PersonSocket): void {
    const { screen } = this
    socket.on('userJoined', ({ users, room, isRevealed, votes }) => {
      if (room.round !== screen.round) this.possibleVotes = new Set([null])
      Object.assign(screen, { people: users, round: room.round, isRevealed, results: votes })
    })
    socket.on('chatHistory', (messages) => {
      for (const { message } of messages) screen.chat.add(message)
    })
    socket.on('newChatMessage', ({ message }) => screen.chat.add(message))
    socket.on('updateUsers', (users) => {
      screen.people = users
    })
    socket.on('votesRevealed', ({ round, votes }) => Object.assign(screen, { round, isRevealed: true, results: votes }))
    socket.on('votingReset', ({ round }) => {
      this.possibleVotes = new Set([null])
      Object.assign(screen, { round, isRevealed: false, results: [] })
    })
    socket.on('boardChanged', ({ revision }) => {
      screen.revision = Math.max(screen.revision, revision)
    })
  }
}
