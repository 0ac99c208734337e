import type { BoardChanges } from '@rodada/contract/boards/boards'
import type { FilteredCard } from './card-matcher.ts'

/** What there is to choose filters from. */
export type FilterChoices = {
  board: Pick<BoardChanges, 'id' | 'can' | 'revision' | 'labels' | 'members' | 'fields'>
  /** All cards of the screen, whether or not the filter lets them through; absent where only some are loaded. */
  cards?: ReadonlyMap<number, FilteredCard> | undefined
}
