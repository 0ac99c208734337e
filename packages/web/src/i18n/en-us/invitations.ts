import type { Texts } from '../catalogue.ts'
import type { invitations as original } from '../pt-br/invitations.ts'

/** Texts of the page that an invitation leads to. */
export const invitations: Texts<typeof original> = {
  title: '{{name}} invited you',
  lead: 'to the board',
  member: 'You will be able to create, move and comment on cards.',
  guest: 'You will be able to see everything, without changing anything.',
  until: 'The invitation is valid until {{date}}.',
  accept: 'Join the board',
  later: 'Not now',
  accepted: 'Done, you are now a member of {{board}}.',
  over: 'This invitation no longer works',
  myBoards: 'See my boards',
  failed: 'We could not open the invitation',
}
