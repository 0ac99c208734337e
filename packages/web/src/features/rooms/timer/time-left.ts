import { useEffect, useState } from 'react'
import { useRoom } from '../session/room-context.ts'

/** The timer is caju from here on: the last ten seconds. */
export const lastMs = 10_000

/** Milliseconds until an instant of the server, 0 once it is over and without one. It renders once a second. */
export function useTimeUntil(instant: string | null): number {
  const ahead = useRoom((state) => state.clockAhead)
  const [now, setNow] = useState(Date.now)
  const endsAt = instant === null ? null : Date.parse(instant) - ahead
  useEffect(() => {
    if (endsAt === null) return
    let next: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      const at = Date.now()
      setNow(at)
      // A timer may fire a little early: it then waits for the rest.
      if (at < endsAt) next = setTimeout(tick, (endsAt - at) % 1000 || 1000)
    }
    tick()
    return () => clearTimeout(next)
  }, [endsAt])
  return endsAt === null ? 0 : Math.max(0, endsAt - now)
}

/** Milliseconds that the room's timer has left, 0 once it is over. */
export function useTimeLeft(): number {
  const timer = useRoom((state) => state.timer)
  const running = useTimeUntil(timer && timer.pausedLeft === null ? timer.endsAt : null)
  return timer?.pausedLeft != null ? timer.pausedLeft * 1000 : running
}

/** '3:12': the second that is under way counts. */
export function clockText(left: number): string {
  const seconds = Math.ceil(left / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
