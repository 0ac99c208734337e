import { useNavigate } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import { hasSession } from '../../../lib/call/session.ts'
import { toast } from '../../../ui/states/feedback.tsx'
import { useRoomSession } from './room-context.ts'

/** Gives the seat up and goes on: to one's own pages when signed in, otherwise to the start. */
export function useLeave(): () => Promise<void> {
  const session = useRoomSession()
  const navigate = useNavigate()
  return async () => {
    const { past, room } = session.store.getState()
    await session.leave()
    await navigate({ to: hasSession() ? '/dashboard' : '/' })
    if (!hasSession() || past.length === 0 || !room) return
    const run = () => void navigate({ to: '/votacao/$roomId/historico', params: { roomId: room.roomId } })
    toast(t('rooms:leave.done'), { kind: 'info', action: { label: t('rooms:leave.record'), run } })
  }
}
