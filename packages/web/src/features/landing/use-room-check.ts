import { useEffect, useState } from 'react'
import { checkRoom } from './landing-socket.ts'

/** How long the typing must rest before the server is asked, in milliseconds. */
const typingRest = 250

export type RoomCheck = { state: 'empty' | 'checking' | 'found' } | { state: 'refused'; message: string }

/** Verifies the id after each keystroke. Only the answer for the id that stands there now counts. */
export function useRoomCheck(roomId: string): RoomCheck {
  const [answer, setAnswer] = useState<{ for: string; problem: string | null } | null>(null)
  useEffect(() => {
    if (roomId === '') return
    let current = true
    const timer = setTimeout(async () => {
      const problem = await checkRoom(roomId)
      if (current) setAnswer({ for: roomId, problem })
    }, typingRest)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [roomId])
  if (roomId === '') return { state: 'empty' }
  if (answer?.for !== roomId) return { state: 'checking' }
  return answer.problem === null ? { state: 'found' } : { state: 'refused', message: answer.problem }
}
