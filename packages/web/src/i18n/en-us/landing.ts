import type { Texts } from '../catalogue.ts'
import type { landing as original } from '../pt-br/landing.ts'

/** Texts of the landing page and its two dialogs. */
export const landing: Texts<typeof original> = {
  myPanel: 'My dashboard',
  hero: {
    title: 'Scrum poker for agile teams',
    line1: 'Open the table, share the link, vote together.',
    line2: 'No sign-up, nothing to install.',
    create: 'Create a room',
    join: 'Join a room',
  },
  cards: { label: 'Cards on the table', question: 'Question mark', coffee: 'Coffee' },
  steps: {
    title: 'A round has three beats',
    choose: 'Everyone picks',
    chooseText: 'Each person lays a card face down on the table. Nobody sees anyone else’s vote.',
    reveal: 'The cards flip together',
    revealText: 'One key reveals them all. The average appears, and whoever is far from it explains why.',
    keep: 'The number is kept',
    keepText: 'Each task keeps its average in the table’s list. Just start the next round.',
  },
  after: {
    title: 'Your seat is saved',
    text: 'With an account, your name and avatar go with you, on your computer and your phone.',
    action: 'Create account',
  },
  footer: { worksWith: 'Works with', licence: 'Free software, MIT license' },
  create: {
    title: 'Room ready',
    creatingTitle: 'Setting the table',
    creating: 'Creating your room…',
    lead: 'Send this ID to your team.',
    idLabel: 'Room ID: {{id}}',
    copy: 'Copy ID',
    copied: 'ID copied!',
    start: 'Open room',
  },
  join: {
    title: 'Join a room',
    idLabel: 'Room ID',
    hint: 'Six letters or digits. You can paste the whole link.',
    checking: 'Checking…',
    found: 'Room found',
    open: 'Open rooms',
    none: 'No open rooms right now. Ask whoever created yours for its ID.',
    since: 'since {{since}}',
    moderatedSince: '{{name}} moderates, since {{since}}',
    people_zero: 'empty table',
    people_one: '{{count}} person',
    people_other: '{{count}} people',
    enter: 'Join room',
  },
  errors: {
    reconnecting: 'Could not connect to the server. Trying again...',
    connect: 'Could not connect to the server. Please try again.',
    createInvalid: 'Could not create the room: the server’s response is not valid',
    create: 'Could not create the room. Please try again.',
    timeout: 'Timed out connecting to the server',
    startWithoutId: 'Could not open the room. There is no ID.',
    noReply: 'the server did not answer',
  },
}
