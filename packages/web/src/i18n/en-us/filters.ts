import type { Texts } from '../catalogue.ts'
import type { filters as original } from '../pt-br/filters.ts'

/** Texts of the filters of cards: they come with what is filtered by. */
export const filters: Texts<typeof original> = {
  title: 'Filter cards',
  clear: 'Clear search and filters',
  remove: 'Remove the filter {{name}}',
  inUse: 'Filters in use',
  labels: 'Labels',
  noLabels: 'This board has no labels yet.',
  people: 'Assignee',
  mine: 'My cards',
  due: 'Due date',
  dues: { late: 'Overdue', today: 'Due today', week: 'Due within 7 days', none: 'No due date' },
  state: 'Progress',
  states: {
    blocked: 'Blocked',
    idle: 'Not moved for days',
    recurs: 'Repeating',
    files: 'With files',
    unestimated: 'No estimate',
  },
  priority: 'Priority',
  field: { filled: 'Filled in', empty: 'Empty', ticked: 'Ticked', unticked: 'Not ticked' },
  moreFields_one: 'One more field',
  moreFields_other: '{{count}} more fields',
  ofField: '{{field}}: {{value}}',
  saved: {
    title: 'Saved filters',
    none: 'Filter the cards and save the filter here, for yourself or for the board.',
    save: 'Save this filter…',
    name: 'Name of the filter',
    submit: 'Save',
    forBoard: 'For the board',
    forBoardHint: 'Everybody who sees the board can use this filter.',
    shared: 'The board’s',
    rename: 'Rename the filter {{name}}',
    remove: 'Delete the filter {{name}}',
    removed: 'Filter deleted: {{name}}',
    problems: { load: 'We could not load the saved filters', save: 'We could not save the filter' },
  },
}
