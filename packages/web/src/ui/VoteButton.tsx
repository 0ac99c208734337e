import { Button, type ButtonProps } from '@mantine/core'
import { IconCards } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { openRoomWith } from '../lib/open-room.ts'
import { toast } from './feedback.tsx'

type Props = ButtonProps & {
  /** The cards to estimate, in this order. */
  cardIds: readonly number[]
  /** What the room is called. */
  roomName: string
  label: string
}

/** Opens a voting room with these cards on its table, and goes there. */
export function VoteButton({ cardIds, roomName, label, ...rest }: Props) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      const roomId = await openRoomWith(cardIds, roomName)
      await navigate({ to: '/votacao/$roomId', params: { roomId } })
    } catch (reason) {
      toast(reason instanceof Error ? reason.message : String(reason), { kind: 'problem' })
    }
    setBusy(false)
  }
  return (
    <Button
      leftSection={<IconCards size={rest.size ? 16 : 18} stroke={1.75} aria-hidden />}
      loading={busy}
      disabled={cardIds.length === 0}
      onClick={() => void open()}
      {...rest}
    >
      {label}
    </Button>
  )
}
