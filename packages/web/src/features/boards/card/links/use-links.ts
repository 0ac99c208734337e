import { useQueryClient } from '@tanstack/react-query'
import { useBoard } from '../../session/use-board.ts'
import { useCard } from '../card-context.ts'
import { cardKey } from '../card-query.ts'

/** Shows anew what hangs on the card, and its face on the board, after something was done to it. */
export function useShowLinks(): () => Promise<void> {
  const { card } = useCard()
  const board = useBoard()
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: cardKey(card.id) })
    void board.sync.refresh()
  }
}
