import { topic } from '../../platform/work.ts'

/** A room saved what a round agreed on to a card for the first time. */
export const estimateSaved = topic<{
  boardId: number
  vote: { card: string; estimate: number; average: number; votes: number }
}>('estimate saved')
