import type { ReactNode } from 'react'
import { MentionPicker } from '../../../../ui/mentions/MentionPicker.tsx'
import { useBoard } from '../../session/use-board.ts'
import { useCard } from '../card-context.ts'

/** Helps to call people by name in a field of the card: everybody on the board but oneself. */
export function Mentions({ children }: { children: ReactNode }) {
  const { card } = useCard()
  const { members, viewerId } = useBoard()
  return (
    <MentionPicker
      people={members.map(({ user }) => user).filter(({ id }) => id !== viewerId)}
      isTaking={(id) => card.assigned_user?.id === id || card.participant_ids.includes(id)}
    >
      {children}
    </MentionPicker>
  )
}
