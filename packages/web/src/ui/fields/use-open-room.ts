import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { openRoomWith } from '../../lib/open-room.ts'
import { toast } from '../states/feedback.tsx'

/** Opens a voting room and goes there. `busy` while it is on its way; what went wrong is told. */
export function useOpenRoom() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  /**
   * @param cardIds the cards on its table, in this order
   * @param name what it is called; empty for the usual name
   * @param boardId the board that it is opened from, where there are no cards
   */
  const open = async (cardIds: readonly number[] = [], name = '', boardId?: number) => {
    if (busy) return
    setBusy(true)
    try {
      const roomId = await openRoomWith(cardIds, name, boardId)
      await navigate({ to: '/votacao/$roomId', params: { roomId } })
    } catch (reason) {
      toast(reason instanceof Error ? reason.message : String(reason), { kind: 'problem' })
    }
    setBusy(false)
  }
  return { open, busy }
}
