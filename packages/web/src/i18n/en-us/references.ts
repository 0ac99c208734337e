import type { Texts } from '../catalogue.ts'
import type { references as original } from '../pt-br/references.ts'

/** What a board remembers of its finished cards. */
export const references: Texts<typeof original> = {
  open: 'Compare',
  title: 'To compare with',
  lead: 'Cards already finished on this board. Those most like this one come first.',
  days_one: '{{count}} day',
  days_other: '{{count}} days',
  usual: 'mostly {{from}} to {{to}} days',
  usualOne_one: 'mostly {{count}} day',
  usualOne_other: 'mostly {{count}} days',
  took: 'The last {{cards}} cards of {{points}} took <b>{{span}}</b> (80%).',
  span: '{{from}} to {{to}} days',
  spanOne_one: '{{count}} day',
  spanOne_other: '{{count}} days',
  dots_one: '{{count}} card: {{list}}',
  dots_other: '{{count}} cards: {{list}}',
  dotsOf_one: '{{cards}} in {{days}} day',
  dotsOf_other: '{{cards}} in {{days}} days',
  remembers: 'What the board remembers',
  alike: 'Finished already, the most alike',
  own: 'Only you see this: of the last {{count}} rounds, your vote was below what the team saved in {{below}}, equal in {{same}} and above in {{above}}.',
  sprint: {
    title: 'How the estimates turned out',
    note: 'From the start of the work to its end, in calendar days.',
    done_zero: '{{done}} of {{count}} finished',
    done_one: '{{done}} of {{count}} finished',
    done_other: '{{done}} of {{count}} finished',
    took: '{{span}}, {{median}} in the middle',
    unknown: 'start not recorded',
  },
}
