import type { Texts } from '../catalogue.ts'
import type { conflict as original } from '../pt-br/conflict.ts'

/** Texts for two people who wrote the same thing at once. */
export const conflict: Texts<typeof original> = {
  title: {
    title: 'The title changed while you were editing',
    description: 'The description changed while you were editing',
    list: 'The list’s name changed while you were editing',
    notes: 'The notes changed while you were editing',
    column: 'The column’s name changed while you were editing',
    checklist: 'The checklist’s title changed while you were editing',
    item: 'The item’s text changed while you were editing',
    label: 'The label’s name changed while you were editing',
  },
  text: 'Nothing is lost: choose which one stays, or merge them.',
  textOneLine: 'Nothing is lost: choose which one stays, or write another.',
  theirsUnknown: 'Somebody else’s',
  theirs: '{{name}}’s',
  mine: 'Yours',
  empty: '(empty)',
  keepMine: 'Keep mine',
  useTheirs: 'Use the other',
  edit: 'Edit',
  save: 'Save',
  merge: 'Merge both',
}
