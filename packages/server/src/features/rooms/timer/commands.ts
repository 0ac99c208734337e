import { limits } from '@rodada/contract/core/limits'
import type { Timer } from '@rodada/contract/rooms/rooms'
import { texts } from '@rodada/contract/texts/texts'
import { instant } from '../../../platform/deps.ts'
import { AppError, allow } from '../../../platform/http/errors.ts'
import { atSeat, type Context, type Seat } from '../commands.ts'
import { roomPolicy } from '../policy.ts'
import { type RoomRow, updateRoom } from '../queries.ts'
import { timerOf } from '../view.ts'

type TimerChange = Partial<Pick<RoomRow, 'timer_ends_at' | 'timer_seconds' | 'timer_paused_ms' | 'timer_reveals'>>

/** Changes the room's timer. @throws AppError unless a moderator asks it */
const setTimer = (context: Context, at: Seat, change: (room: RoomRow) => TimerChange): Promise<Timer | null> =>
  atSeat(context, at, async (trx, room, seat) => {
    allow(roomPolicy.configure(seat), texts.moderatorsOnly)
    const changed = change(room)
    return timerOf(Object.keys(changed).length === 0 ? room : await updateRoom(trx, room.id, changed))
  })

type Running = RoomRow & { timer_ends_at: string }

/** As `setTimer`, of a timer that is there. @throws AppError 409 when none is */
const changeTimer = (context: Context, at: Seat, change: (room: Running) => TimerChange): Promise<Timer | null> =>
  setTimer(context, at, (room) => {
    const { timer_ends_at } = room
    if (timer_ends_at === null) throw new AppError('conflict', texts.noTimer)
    return change({ ...room, timer_ends_at })
  })

/** Milliseconds until the timer ends, at most 0 once it has. */
const leftOf = (room: Running): number => room.timer_paused_ms ?? Date.parse(room.timer_ends_at) - Date.now()

export const startTimer = (context: Context, at: Seat, seconds: number, revealAtEnd: boolean): Promise<Timer | null> =>
  setTimer(context, at, () => ({
    timer_ends_at: instant(seconds * 1000),
    timer_seconds: seconds,
    timer_paused_ms: null,
    timer_reveals: Number(revealAtEnd),
  }))

/** Pauses it or lets it go on, and without `paused` the other of the two. One that is over stays over. */
export const pauseTimer = (context: Context, at: Seat, paused: boolean | undefined): Promise<Timer | null> =>
  changeTimer(context, at, (room) => {
    const left = leftOf(room)
    const isPaused = room.timer_paused_ms !== null
    if (left <= 0 || isPaused === (paused ?? !isPaused)) return {}
    return isPaused ? { timer_ends_at: instant(left), timer_paused_ms: null } : { timer_paused_ms: left }
  })

export const addTime = (context: Context, at: Seat, seconds: number): Promise<Timer | null> =>
  changeTimer(context, at, (room) => {
    const left = leftOf(room)
    const isOver = left <= 0
    const now = Math.min(Math.max(left, 0) + seconds * 1000, limits.timerMax * 1000)
    return {
      timer_ends_at: instant(now),
      timer_seconds: isOver ? seconds : Math.min(room.timer_seconds + seconds, limits.timerMax),
      ...(room.timer_paused_ms !== null && { timer_paused_ms: now }),
    }
  })

export const stopTimer = (context: Context, at: Seat): Promise<Timer | null> =>
  setTimer(context, at, () => ({ timer_ends_at: null, timer_seconds: 0, timer_paused_ms: null, timer_reveals: 0 }))
