import type { ErrorId } from '@rodada/contract/core/errors'
import type { Refused } from '@rodada/contract/core/event'
import type { JoinRoomAck, PlainAck } from '@rodada/contract/rooms/room-events'
import { moderatorsAwayMs } from '@rodada/contract/rooms/settings'
import type { Confidence } from '@rodada/contract/rooms/tasks'
import { t } from '../../../i18n/index.ts'
import { read, readBrowserId, readRoomIdentity, readRoomToken, remove, write, writeRoomToken } from '../../../lib/device/storage.ts'
import { entryOf, forgetEntry, keepEntry } from '../../../lib/entry.ts'
import { type LastingConnection, openLastingConnection } from '../../../lib/live/lasting-connection.ts'
import { randomId } from '../../../lib/random-id.ts'
import { forgetRoom, rememberRoom } from '../../../lib/seated-room.ts'
import { alertDialog, toast } from '../../../ui/states/feedback.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { forgetVote, keepVote, keptVote } from './kept-vote.ts'
import { type Act, type Ask, type RoomSocket, roomActions } from './room-actions.ts'
import { createRoomAnnouncer } from './room-announcer.ts'
import { hearNews } from './room-news.ts'
import { missingVoters } from './room-selectors.ts'
import { type Choice, isObserving, isSameChoice, type PendingVote, pendingFate, shownConfidence, shownVote } from './room-state.ts'
import { createRoomStore, type RoomStore } from './room-store.ts'
import { createServerClock } from './server-clock.ts'

export type RoomSession = ReturnType<typeof roomActions> & {
  store: RoomStore
  ask: Ask
  vote: (card: string) => void
  /** Says how sure this person is of their card; the same again takes it back. */
  rate: (confidence: Confidence) => void
  reveal: () => void
  /** Turns the cards, or first asks this person while votes are missing. */
  askReveal: () => void
  /** Takes the question back. */
  waitForVotes: () => void
  reset: () => void
  /** Resolves to whether the message was accepted; a refused one stays with the writer. Under one key it is said once. */
  say: (message: string, key: string) => Promise<boolean>
  /** Tries to connect again now. */
  retry: () => void
  /** Joins again after the seat was lost or the join was refused. */
  rejoin: () => void
  /** Joins with the room's password. */
  enter: (password: string) => void
  /** Gives the seat up and forgets the room. */
  leave: () => Promise<void>
  close: () => void
}

/** How long an answer may take before the action counts as failed. */
const answerTimeout = 10_000
const leaveTimeout = 1_500
/** Between two tries to say the same message, in milliseconds. */
const sayPause = 250
/** Refusals of a join that pass by themselves. */
const passing = new Set<string | undefined>(['too_many', 'unavailable', 'storage_full', 'unexpected'] satisfies ErrorId[])
const passingDelay = 2_500

/** One person's presence in one room: connects, keeps the store current, and carries their actions to the server. */
export function openRoomSession(roomId: string): RoomSession {
  const store = createRoomStore()
  const { dispatch, getState } = store
  const announcer = createRoomAnnouncer(announce)
  const clock = createServerClock()
  let connection: LastingConnection<RoomSocket> | undefined
  let closed = false
  const browserId = readBrowserId()
  const firstSeat = randomId()
  let identity = readRoomIdentity()
  let attempts = 0
  let snapshotSeen = false
  let rejoinTimer: ReturnType<typeof setTimeout> | undefined
  let moderatorsTimer: ReturnType<typeof setTimeout> | undefined
  let restored = false
  const waiting = new Set<() => void>()
  let kept: PendingVote | null = null
  // Whatever settles a vote (its answer, another round, the same card chosen in another tab) also ends its keeping.
  store.subscribe(() => {
    const { pendingVote, savedVote, me } = getState()
    if (pendingVote === kept || !me) return
    kept = pendingVote
    if (kept) keepVote(roomId, me.id, { ...kept, over: savedVote })
    else forgetVote(roomId)
  })

  const ask: Ask = <Ack>(send: (socket: RoomSocket, answer: (ack: Ack) => void) => void, within = answerTimeout): Promise<Ack | null> => {
    const socket = connection?.socket
    if (!socket?.connected) return Promise.resolve(null)
    return new Promise((resolve) => {
      const settle = (ack: Ack | null) => {
        clearTimeout(timer)
        socket.off('disconnect', gone)
        resolve(ack)
      }
      const gone = () => settle(null)
      const timer = setTimeout(gone, within)
      socket.once('disconnect', gone)
      send(socket, settle)
    })
  }

  /** For actions whose refusal is a short note. */
  const act: Act = async (send) => {
    const sent = getState().joined
    const ack = sent ? await ask<PlainAck>(send) : null
    if (closed) return false
    if (ack && !isRefused(ack)) return true
    // What was sent may have arrived although no answer came: only the room, when it is back, shows which.
    if (!ack && sent) reconnect()
    toast(ack ? ack.error : t(sent ? 'rooms:connection.unanswered' : 'rooms:connection.notSent'), { kind: 'problem' })
    return false
  }

  /** An answer that does not come says that the connection is dead, long before the browser notices. */
  const reconnect = () => {
    if (!closed && connection?.socket.connected) connection.retry()
  }

  /** Resolves with true as soon as this person sits at the table again, with false when that needs something of them first. */
  const seatedAgain = (): Promise<boolean> =>
    new Promise((resolve) => {
      const look = () => {
        const { joined, blocked } = getState()
        if (!joined && !blocked && !closed) return
        unsubscribe()
        waiting.delete(look)
        resolve(joined && !closed)
      }
      const unsubscribe = store.subscribe(look)
      waiting.add(look)
      look()
    })

  /** Says it until the server has heard it, once: a lost answer is asked for again under the same key. */
  const say = async (message: string, key: string): Promise<boolean> => {
    if (!getState().joined) return act(() => undefined)
    while (await seatedAgain()) {
      const ack = await ask<PlainAck>((socket, answer) => socket.emit('chatMessage', { roomId, message, key }, answer))
      if (closed) return false
      if (ack && isRefused(ack)) toast(ack.error, { kind: 'problem' })
      if (ack) return !isRefused(ack)
      reconnect()
      // Without a pause, a connection that is gone and not yet known to be would be asked without end.
      await new Promise((resume) => setTimeout(resume, sayPause))
    }
    return false
  }

  /** The secret of a guest's seat. It is there before the first join: one whose answer was lost is asked again with it, and finds the same seat. */
  const guestSeat = (): string => {
    const kept = readRoomToken('rodada.seatTokens', roomId)
    if (kept === null) writeRoomToken('rodada.seatTokens', roomId, firstSeat)
    return kept ?? firstSeat
  }

  const join = async (): Promise<void> => {
    // The landing page in another tab clears the stored name; a person who already sits here keeps theirs.
    identity = readRoomIdentity() ?? identity
    if (!identity) return dispatch({ type: 'blocked', blocked: { kind: 'auth', message: t('texts:authError') } })
    const { name, role, avatar, account } = identity
    const ack = await ask<JoinRoomAck>((socket, answer) =>
      socket.emit(
        'joinRoom',
        {
          roomId,
          userName: name,
          // Without role and avatar it would be a mere check; collaborator is the specification's default.
          userRole: role ?? 'collaborator',
          avatar,
          hostToken: readRoomToken('rodada.hostTokens', roomId),
          seatToken: account ? undefined : guestSeat(),
          browserId,
          observer: entryOf(roomId)?.observer || undefined,
          password: entryOf(roomId)?.password,
        },
        answer,
      ),
    )
    if (closed) return
    if (!ack) throw new Error('no answer')
    if (isRefused(ack)) return onJoinRefused(ack)
    forgetEntry()
    if (ack.seatToken) writeRoomToken('rodada.seatTokens', roomId, ack.seatToken)
    write('currentRoom', roomId)
    rememberRoom(roomId)
    dispatch({ type: 'joined', id: ack.participantId ?? -1, name: ack.userName ?? name, vote: choiceOf(ack.vote ?? null, ack.confidence) })
    settleVote()
  }

  const onJoinRefused = ({ error, id, needsPassword, triesLeft = null }: Refused) => {
    if (needsPassword) dispatch({ type: 'blocked', blocked: { kind: 'password', message: error, triesLeft } })
    else if (id === 'unauthorized') dispatch({ type: 'blocked', blocked: { kind: 'accounts', message: error } })
    else if (passing.has(id)) rejoinTimer = setTimeout(joinOrRetry, passingDelay * (1 + Math.random()))
    else {
      forgetRoom(roomId)
      dispatch({ type: 'blocked', blocked: { kind: id === 'forbidden' ? 'removed' : 'refused', message: error } })
    }
  }

  const joinOrRetry = () => {
    clearTimeout(rejoinTimer)
    join().catch(() => connection?.socket.connected && connection.retry())
  }

  const sendVote = async (vote: PendingVote) => {
    const ack = await ask<PlainAck>((to, answer) =>
      to.emit('vote', { roomId, vote: vote.card, round: vote.round, confidence: vote.confidence ?? undefined }, answer),
    )
    if (closed || getState().pendingVote?.attempt !== vote.attempt) return
    if (!ack) {
      // The vote waits for the next connection; after a silent drop this is what asks for it.
      if (connection?.socket.connected) toast(t('rooms:vote.failed'), { kind: 'problem', detail: t('rooms:hand.kept') })
      return reconnect()
    }
    dispatch({ type: 'voteAnswered', attempt: vote.attempt, accepted: !isRefused(ack) })
    if (isRefused(ack)) toast(ack.error, { kind: 'problem' })
  }

  const pick = ({ card, confidence }: Choice, round: number): PendingVote => {
    attempts += 1
    const vote = { card, confidence, round, attempt: attempts }
    dispatch({ type: 'votePicked', vote })
    return vote
  }

  /** A vote that a reload found unconfirmed is chosen as it was, once, unless the person chose another one elsewhere meanwhile. */
  const restoreVote = () => {
    const { me, room, pendingVote, savedVote } = getState()
    if (restored || !me) return
    restored = true
    const vote = keptVote(roomId, me.id)
    if (!vote || pendingVote) return
    // Of a round that is over it is told that it came too late, whatever was chosen since.
    const isStill = vote.round !== room?.round || (isSameChoice(savedVote, vote.over) && !isSameChoice(savedVote, vote))
    if (isStill) pick(vote, vote.round)
    else forgetVote(roomId)
  }

  /** After (re)joining: an unconfirmed vote is sent again, or let go with the reason. */
  const settleVote = () => {
    if (!getState().joined || !snapshotSeen) return
    restoreVote()
    const { pendingVote } = getState()
    if (!pendingVote) return
    const fate = pendingFate(getState())
    if (fate === 'resend') return void sendVote(pendingVote)
    dispatch({ type: 'voteAnswered', attempt: pendingVote.attempt, accepted: false })
    toast(t(fate === 'closed' ? 'texts:voteClosed' : 'texts:voteLate'), { kind: 'problem' })
  }

  /** The server told at the last join whether they are gone for long; from then on it counts from when this page saw it. */
  const watchModerators = () => {
    const moderators = getState().users.filter(({ role }) => role === 'moderator')
    const here = moderators.some(({ connected }) => connected)
    if (here || moderators.length === 0) {
      clearTimeout(moderatorsTimer)
      moderatorsTimer = undefined
      dispatch({ type: 'moderatorsGone', gone: !here })
    } else moderatorsTimer ??= setTimeout(() => dispatch({ type: 'moderatorsGone', gone: true }), moderatorsAwayMs)
  }

  const listen = (socket: RoomSocket) => {
    socket.on('userJoined', (snapshot) => {
      snapshotSeen = true
      clock.forget()
      dispatch({ type: 'clock', ahead: clock.heard(snapshot.now) })
      dispatch({ type: 'snapshot', snapshot })
      clearTimeout(moderatorsTimer)
      moderatorsTimer = undefined
      dispatch({ type: 'moderatorsGone', gone: !snapshot.isModerated })
      watchModerators()
      settleVote()
    })
    socket.on('updateUsers', (users) => {
      const observed = isObserving(getState())
      announcer.people(getState().users, users)
      dispatch({ type: 'users', users }, 'soon')
      const observes = isObserving(getState())
      if (observed !== observes) toast(t(observes ? 'rooms:observers.now' : 'rooms:observers.over'), { kind: 'info' })
      watchModerators()
    })
    hearNews(socket, store, announcer, clock)
    socket.on('error', ({ message }) => void alertDialog(message))
    socket.on('auth_error', () => {
      connection?.close()
      dispatch({ type: 'blocked', blocked: { kind: 'auth', message: t('texts:authError') } })
    })
    socket.on('seatLost', ({ removed }) => {
      writeRoomToken('rodada.seatTokens', roomId, null)
      if (!removed) return dispatch({ type: 'blocked', blocked: { kind: 'seatLost', message: t('texts:seatLost') } })
      forgetRoom(roomId)
      forgetVote(roomId)
      remove('currentRoom')
      dispatch({ type: 'blocked', blocked: { kind: 'removed', message: t('texts:removedFromRoom') } })
    })
  }

  const connect = async () => {
    try {
      const opened: LastingConnection<RoomSocket> = await openLastingConnection({
        token: () => read('authToken'),
        // A seat is kept in a tab that nobody looks at too.
        whileHidden: true,
        onStatus: (status) => dispatch({ type: 'connection', status }),
        onConnect: () => {
          snapshotSeen = false
          if (!getState().blocked) joinOrRetry()
        },
        onWake: () => void join().catch(() => connection?.retry()),
      })
      if (closed) return opened.close()
      connection = opened
      listen(opened.socket)
    } catch {
      // The connection's own code did not load: the device is offline or the server gone.
      if (closed) return
      dispatch({ type: 'connection', status: 'offline' })
      rejoinTimer = setTimeout(() => void connect(), answerTimeout)
    }
  }
  void connect()

  const reveal = () => {
    // As the person sees the room now: by the time that it is sent the round may be another one.
    const round = getState().room?.round
    dispatch({ type: 'asksReveal', asks: false })
    void act((socket, answer) => socket.emit('revealVotes', { roomId, round }, answer))
  }

  const rejoin = () => {
    dispatch({ type: 'blocked', blocked: null })
    if (connection?.socket.connected) joinOrRetry()
    else connection?.retry()
  }

  const choose = (choice: Choice) => {
    const { room, reveal } = getState()
    if (!room || reveal || isObserving(getState())) return
    const vote = pick(choice, room.round)
    if (getState().joined) void sendVote(vote)
  }

  return {
    store,
    ask,
    ...roomActions(roomId, act, () => getState().room?.round ?? 0),
    vote: (card) => {
      const state = getState()
      // Of another card nothing is said until the person says it.
      if (shownVote(state) !== card) choose({ card, confidence: null })
    },
    rate: (confidence) => {
      const state = getState()
      const card = shownVote(state)
      if (card !== null) choose({ card, confidence: shownConfidence(state) === confidence ? null : confidence })
    },
    reveal,
    askReveal: () => (missingVoters(getState()).length > 0 ? dispatch({ type: 'asksReveal', asks: true }) : reveal()),
    waitForVotes: () => dispatch({ type: 'asksReveal', asks: false }),
    reset: () => {
      const round = getState().room?.round
      void act((socket, answer) => socket.emit('resetVoting', { roomId, round }, answer))
    },
    say,
    retry: () => {
      if (connection) return connection.retry()
      clearTimeout(rejoinTimer)
      void connect()
    },
    rejoin,
    enter: (password) => {
      keepEntry(roomId, { observer: entryOf(roomId)?.observer ?? false, password })
      rejoin()
    },
    leave: async () => {
      await ask<PlainAck>((socket, answer) => socket.emit('leaveRoom', { roomId }, answer), leaveTimeout)
      writeRoomToken('rodada.seatTokens', roomId, null)
      remove('currentRoom')
      forgetRoom(roomId)
      forgetVote(roomId)
    },
    close: () => {
      closed = true
      clearTimeout(rejoinTimer)
      clearTimeout(moderatorsTimer)
      announcer.stop()
      for (const look of [...waiting]) look()
      connection?.close()
    },
  }
}

const choiceOf = (card: string | null, confidence: Confidence | undefined): Choice | null =>
  card === null ? null : { card, confidence: confidence ?? null }

const isRefused = (ack: object): ack is Refused => 'error' in ack
