import type { Texts } from '../catalogue.ts'
import type { looks as original } from '../pt-br/looks.ts'

/** Texts for how one looks at a board. */
export const looks: Texts<typeof original> = {
  cards: 'Cards',
  whole: 'Whole',
  dense: 'In one line',
  lanes: 'Swimlanes',
  by: { none: 'No swimlanes', person: 'By person', priority: 'By priority', label: 'By label', parent: 'By the card they are part of' },
  noLabel: 'No label',
  noParent: 'Part of no other',
  elsewhere: 'A card of another board',
  parentsFailed: 'Could not read what the cards are part of',
  cell: '{{list}}, {{lane}}',
  sum: '{{cards}}, {{points}}',
  pager: 'List',
  put: 'Card in {{list}}, {{lane}}',
  set: 'Card in {{lane}}',
  stays: {
    label: 'The card stays in {{lane}}: its labels decide its lane.',
    parent: 'The card stays in {{lane}}: the card that it is part of decides its lane.',
  },
  openLists_one: 'Open the collapsed list',
  openLists_other: 'Open the {{count}} collapsed lists',
}
