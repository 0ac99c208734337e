import type { Texts } from '../catalogue.ts'
import type { firstRun as original } from '../pt-br/first-run.ts'

/** Texts of the first steps on the dashboard. */
export const firstRun: Texts<typeof original> = {
  title: 'First steps',
  lead: 'Three steps, and the team votes on its first story.',
  later: 'Do it later',
  laterFailed: 'We could not keep your choice',
  aside: 'First steps put away',
  back: 'First steps are back',
  isDone: 'done',
  yourTable: 'Your table',
  oneSeat: 'One seat is yours',
  seats_one: '{{count}} seat kept',
  seats_other: '{{count}} seats kept',
  board: {
    title: 'Set up the board',
    text: 'It is where the team’s stories live.',
    done: 'Ready, with the key {{key}}.',
    see: 'See the board',
    made: 'Board created: {{title}}',
    name: 'Team board',
    nameLabel: 'Name',
    template: 'Template',
    starts: { kanban: 'Development', product: 'Product', empty: 'Blank' },
    startTexts: {
      kanban: 'From backlog to done, with a review in between',
      product: 'From ideas to delivered, with impact and effort',
      empty: 'To do, In progress and Done',
    },
    submit: 'Set up the board',
  },
  people: {
    title: 'Bring the team',
    text: 'Paste the emails at once. Whoever joins sees the board.',
    done_one: '{{count}} person invited.',
    done_other: '{{count}} people invited.',
    open: 'Invite',
    more: 'Invite more',
    skip: 'Skip',
  },
  table: {
    title: 'Open the table',
    text: 'With the board’s first story, to vote together.',
    open: 'Open',
    story: 'First story',
    example: 'Installments: show a simulation',
    submit: 'Open the table',
  },
}
