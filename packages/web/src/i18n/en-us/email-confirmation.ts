import type { Texts } from '../catalogue.ts'
import type { emailConfirmation as original } from '../pt-br/email-confirmation.ts'

/** Texts of the page that the email about one's address leads to. */
export const emailConfirmation: Texts<typeof original> = {
  title: 'Confirm your email',
  text: 'You are signed in to {{name}}’s account, which uses the email {{email}}. Confirm that it is yours to receive board invitations directly in the account.',
  confirm: 'Confirm the email',
  later: 'Not now',
  done: 'Email confirmed',
  doneText: '{{email}} is confirmed. Anyone who invites you with it adds you to the board right away.',
  go: 'Go to the dashboard',
  over: 'This link no longer confirms anything',
  noToken: 'Open the whole link in the message, or request another one in your profile.',
  settings: 'Open the settings',
  failed: 'We could not open your account',
}
