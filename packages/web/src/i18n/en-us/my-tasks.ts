import type { Texts } from '../catalogue.ts'
import type { myTasks as original } from '../pt-br/my-tasks.ts'

/** Texts of 'My tasks'. */
export const myTasks: Texts<typeof original> = {
  title: 'My tasks',
  lead: '{{name}}, here is what you have in {{month}}.',
  leadFree: '{{name}}, you have nothing in {{month}}.',
  year: 'Year',
  months: 'Months of {{year}}',
  monthOf: '{{month}}: {{tasks}}',
  stats: { total: 'Tasks', done: 'Done', doing: 'In progress', pending: 'To do', late: 'Overdue' },
  count_zero: 'no tasks',
  count_one: '{{count}} task',
  count_other: '{{count}} tasks',
  none: 'No tasks this month',
  noneText: 'Change the filters or create the first one of this month.',
  sprints: 'See the sprints',
  thisMonth: 'Back to {{month}}',
  withoutSprint: 'No sprint',
  withoutSprintText: 'Due this month',
  progress: 'Your progress in {{sprint}}',
  done: '{{done}} of {{total}}',
  failed: 'Could not load the tasks',
  more: 'Show {{count}} more',
}
