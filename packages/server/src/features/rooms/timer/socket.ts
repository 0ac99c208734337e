import type { Timer } from '@rodada/contract/rooms/rooms'
import { type Deps, instant } from '../../../platform/deps.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Revealed } from '../commands.ts'
import type { Handlers } from '../handlers.ts'
import type { Roster } from '../participants/roster.ts'
import { roomChannel } from '../participants/seated.ts'
import * as commands from './commands.ts'
import { createVoteLook, type LookAtVotes } from './countdown.ts'
import { createDeadlines } from './deadlines.ts'
import { listDueRooms } from './queries.ts'
import { type CountdownChange, revealDue, stopReveal, watchCountdown } from './reveal-commands.ts'

/** How often a process looks for deadlines that another one did not live to see, in milliseconds. */
const overdueMs = 1000

type Surroundings = {
  /** Resolves once the votes under way are stored: what was cast before the end counts. */
  settle: () => Promise<void>
  tellRevealed: (roomId: number, revealed: Revealed, revealedBy: number | null) => void
}

type TimerHandlers = Pick<Handlers, 'startTimer' | 'pauseTimer' | 'addTime' | 'stopTimer' | 'stopReveal'>

/** The events about a room's timer and the countdown to its reveal, and what happens at the end of either. */
export function timerHandlers(
  deps: Deps,
  roster: Roster,
  jobs: Jobs,
  { settle, tellRevealed }: Surroundings,
): { handlers: TimerHandlers; lookAtVotes: LookAtVotes; stop: () => Promise<void> } {
  const { io, log, db } = deps
  const ok = { ok: true } as const

  const tellCountdown = (roomId: number, change: CountdownChange): void => {
    const room = io.to(roomChannel(roomId))
    countdowns.set(roomId, change === 'stopped' ? null : change.endsAt)
    if (change === 'stopped') room.emit('revealCountdownStopped', {})
    else room.emit('revealCountdown', { ...change, now: instant() })
  }
  const end = async (roomId: number): Promise<void> => {
    await settle()
    const ended = await revealDue(deps, roomId)
    if (ended === undefined) return
    if (ended === 'stopped' || 'endsAt' in ended) tellCountdown(roomId, ended)
    else tellRevealed(roomId, ended, null)
  }
  /** A room whose end fails leaves the others theirs, and is tried again by the job. */
  const endSafely = (roomId: number): Promise<void> =>
    end(roomId).catch((error: unknown) => log.error({ err: error }, 'end of a timer or countdown'))
  const timers = createDeadlines((roomId) => void endSafely(roomId))
  const countdowns = createDeadlines((roomId) => void endSafely(roomId))
  jobs.every(overdueMs, 'timers', async () => {
    for (const roomId of await listDueRooms(db)) await endSafely(roomId)
  })

  const votes = createVoteLook(roster, async (roomId, isVote) => {
    try {
      const change = await watchCountdown(deps, roomId, isVote)
      if (change) tellCountdown(roomId, change)
    } catch (error) {
      log.error({ err: error }, 'countdown to a reveal')
    }
  })
  roster.onChange((roomId) => votes.look(roomId, false))

  const tell = (roomId: number, timer: Timer | null) => {
    timers.set(roomId, timer?.revealAtEnd && timer.pausedLeft === null ? timer.endsAt : null)
    io.to(roomChannel(roomId)).emit('timerChanged', { timer, now: instant() })
    return ok
  }
  return {
    lookAtVotes: votes.look,
    stop: async () => {
      timers.stop()
      countdowns.stop()
      await votes.stop()
    },
    handlers: {
      startTimer: async (_, { seconds, revealAtEnd = false }, seated) =>
        tell(seated.roomId, await commands.startTimer(deps, seated, seconds, revealAtEnd)),
      pauseTimer: async (_, { paused }, seated) => tell(seated.roomId, await commands.pauseTimer(deps, seated, paused)),
      addTime: async (_, { seconds }, seated) => tell(seated.roomId, await commands.addTime(deps, seated, seconds)),
      stopTimer: async (_, _payload, seated) => tell(seated.roomId, await commands.stopTimer(deps, seated)),
      stopReveal: async (_, _payload, seated) => {
        const change = await stopReveal(deps, seated)
        if (change) tellCountdown(seated.roomId, change)
        return ok
      },
    },
  }
}
