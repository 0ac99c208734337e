import type { Texts } from '../catalogue.ts'
import type { work as original } from '../pt-br/work.ts'

/** Words about sprints and their tasks that several screens say. */
export const work: Texts<typeof original> = {
  sprint: {
    status: { planned: 'Planned', active: 'Active', ended: 'Closed' },
    dates: '{{from}} to {{to}}',
    when: {
      left_one: '{{count}} day',
      left_other: '{{count}} days',
      leftRest_one: 'left',
      leftRest_other: 'left',
      late_one: '{{count}} day',
      late_other: '{{count}} days',
      lateRest: 'late',
      starts_one: '{{count}} day',
      starts_other: '{{count}} days',
      startsRest: 'starts in',
      /** Where no chip beside it says so. */
      planned: 'planned, {{when}}',
      tomorrow: 'starts tomorrow',
      today: 'ends today',
      ended: 'closed on {{day}}',
    },
    progress: 'Progress',
  },
  counts: {
    total_zero: 'tasks',
    total_one: 'task',
    total_other: 'tasks',
    done_zero: 'done',
    done_one: 'done',
    done_other: 'done',
    doing: 'in progress',
    pending_zero: 'to do',
    pending_one: 'to do',
    pending_other: 'to do',
    /** Of a sprint that ended. */
    left_zero: 'left over',
    left_one: 'left over',
    left_other: 'left over',
  },
  priority: { none: 'No priority', low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' },
  hours: '{{hours}} h',
  assignee: 'Assignee: {{name}}',
  due: 'Due: {{date}}',
  dueLate: 'Overdue, due: {{date}}',
  table: 'View as table',
  download: 'Download: {{title}}',
  csv: 'Download CSV',
  png: 'Download image',
  saved: 'File downloaded: {{name}}',
  pngFailed: 'Your browser could not make the image. The CSV has the same numbers.',
  /** When something is due, as near as people say it. */
  near: { label: 'Due: {{when}}', today: 'Today', tomorrow: 'Tomorrow', yesterday: 'Yesterday', lateDays: '{{count}} days ago' },
  /** A task goes to its board's list of done ones, from where it stands. */
  complete: {
    done: 'Complete {{title}}',
    completed: '{{title}} moved to {{list}}',
    undone: '{{title}} is back in {{list}}',
    noDoneList: 'This board has no list for what is done.',
    readOnly: 'You can only view this board.',
    moveFailed: 'Could not move the card',
  },
}
