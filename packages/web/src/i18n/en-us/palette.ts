import type { Texts } from '../catalogue.ts'
import type { palette as original } from '../pt-br/palette.ts'

/** Texts of the palette that Ctrl+K opens. */
export const palette: Texts<typeof original> = {
  title: 'Search boards and cards',
  placeholder: 'Where to?',
  recent: 'Recent boards',
  boards: 'Boards',
  sprints: 'Sprints',
  cards: 'Cards',
  where: '{{list}}, in {{board}}',
  sprintWhere: '{{board}} · {{when}}',
  none: 'Nothing found for “{{query}}”',
  noneHint: 'Try another word from the title. Accents and capitals make no difference.',
  noBoards: 'You have no boards yet.',
  failed: 'The search did not answer.',
  found_zero: 'No results',
  found_one: '{{count}} result',
  found_other: '{{count}} results',
  keys: { move: 'move', open: 'open', close: 'close' },
}
