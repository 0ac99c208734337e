import { topic } from '../../platform/work.ts'

/** A room saved what a round agreed on to a card for the first time. */
export const estimateSaved = topic<{
  boardId: number
  /** `average` is null where no vote was a number. */
  vote: { card: string; estimate: number; average: number | null; votes: number }
}>('estimate saved')
