import { Button, type ButtonProps } from '@mantine/core'
import { IconCards } from '@tabler/icons-react'
import { useOpenRoom } from './use-open-room.ts'

type Props = ButtonProps & {
  /** The cards to estimate, in this order. */
  cardIds: readonly number[]
  /** What the room is called. */
  roomName: string
  label: string
}

/** Opens a voting room with these cards on its table, and goes there. */
export function VoteButton({ cardIds, roomName, label, ...rest }: Props) {
  const { open, busy } = useOpenRoom()
  return (
    <Button
      leftSection={<IconCards size={rest.size ? 16 : 18} stroke={1.75} aria-hidden />}
      loading={busy}
      disabled={cardIds.length === 0}
      onClick={() => void open(cardIds, roomName)}
      {...rest}
    >
      {label}
    </Button>
  )
}
