import { sizesOf } from '@rodada/contract/rooms/faces'
import { middleOf } from '@rodada/contract/rooms/middle'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SizePoints } from '../../../ui/estimate/SizePoints.tsx'
import { useRoom } from '../session/room-context.ts'
import { deckOf } from '../session/room-selectors.ts'
import type { Reveal } from '../session/room-state.ts'
import { votedTaskId } from '../tasks/room-tasks.ts'
import { useTaskCards } from '../tasks/use-task-cards.ts'
import classes from './Result.module.css'

/** What the sizes are worth on the board of the card that was voted on; nothing for numbers, and without a card that this person sees. */
export function BoardSizes({ reveal, onAsk }: { reveal: Reveal; onAsk: (asking: boolean) => void }) {
  const deck = useRoom(deckOf)
  const taskId = useRoom(votedTaskId)
  const card = useTaskCards().get(taskId ?? 0)
  const client = useQueryClient()
  const sizes = sizesOf(deck)
  const isKnown = card !== undefined && sizes.some((size) => card.deck_points[size] !== undefined)
  const asks = card?.can.write === true && sizes.length > 0 && !isKnown
  useEffect(() => onAsk(asks), [asks, onAsk])
  if (!card || sizes.length === 0) return null
  const middle = middleOf(
    reveal.votes.map(({ vote }) => vote),
    deck,
  )
  return (
    <div className={classes.sizes}>
      <SizePoints
        boardId={card.board_id}
        sizes={sizes}
        points={card.deck_points}
        lit={typeof middle === 'string' ? middle : null}
        mayChange={card.can.write}
        onAsk={onAsk}
        onSaved={() => void client.invalidateQueries({ queryKey: ['room-tasks'] })}
      />
    </div>
  )
}
