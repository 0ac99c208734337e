import { useNavigate } from '@tanstack/react-router'
import { hasSession } from '../../lib/session.ts'
import { useRoomSession } from './room-context.ts'

/** Gives the seat up and goes on: to one's own pages when signed in, otherwise to the start. */
export function useLeave(): () => Promise<void> {
  const session = useRoomSession()
  const navigate = useNavigate()
  return async () => {
    await session.leave()
    await navigate({ to: hasSession() ? '/dashboard' : '/' })
  }
}
