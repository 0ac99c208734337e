import type { Board } from '@rodada/contract/boards/boards'
import type { Account } from './accounts.ts'
import type { TestServer } from './harness.ts'

/** Everybody who may stand before a board. */
export const people = [
  'no token',
  'stranger',
  /** Managers of the instance are treated like admins in one redirect, and nowhere else. */
  'manager',
  'guest',
  'member',
  /** A member of the board whose account is a guest of the instance. */
  'instance guest',
  'board admin',
  'system admin',
  'deactivated member',
  'just removed',
] as const
export type Person = (typeof people)[number]
export type Visibility = 'private' | 'public'

/** A board with its people, and somebody more on it who can be spared. */
export type Scene = { server: TestServer; board: Board; accounts: Record<Exclude<Person, 'no token'>, Account>; spare: Account }
export type BoardRequest = {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
}

const [outside, on] = [
  ['stranger', 'manager', 'just removed'],
  ['guest', 'member', 'instance guest', 'board admin', 'system admin'],
] as const
const signedIn: readonly Person[] = [...outside, ...on]

/**
 * Who may do what, decided here a second time: on a private board, and on a public one. Those in `yes` get 200. Of the
 * others, those without a session get 401, those who see the board 403, and for everybody else it does not exist: 404.
 */
const needs = {
  /** Nothing but a session; what the reply holds depends on who asks. */
  session: { yes: signedIn, publicYes: signedIn },
  /** Everybody with a session but guests of the instance. */
  'create a board': { yes: signedIn.filter((who) => who !== 'instance guest') },
  read: { yes: on, publicYes: signedIn },
  write: { yes: ['member', 'instance guest', 'board admin', 'system admin'] },
  administer: { yes: ['board admin', 'system admin'] },
  /** Who reads it, but guests of the instance, who make no boards. */
  'copy a board': { yes: on.filter((who) => who !== 'instance guest'), publicYes: signedIn.filter((who) => who !== 'instance guest') },
  /** The comment is the member's. */
  'edit a comment': { yes: ['member'] },
  'remove a comment': { yes: ['member', 'board admin', 'system admin'] },
  /** These two are its voters. */
  'vote in an estimation': { yes: ['member', 'board admin'] },
  /** A deleted board exists only for who may bring it back. */
  undelete: { yes: ['board admin', 'system admin'], unseen: true },
  /** The member is asked back to a board; that others are is nobody else's to know. */
  'answer an invitation': { yes: ['member'], unseen: true },
} as const satisfies Record<string, { yes: readonly Person[]; publicYes?: readonly Person[]; unseen?: boolean }>
export type Need = keyof typeof needs

/** The status that the rules above ask for. */
export function expectedStatus(need: Need, visibility: Visibility, who: Person): number {
  const rule: { yes: readonly Person[]; publicYes?: readonly Person[]; unseen?: boolean } = needs[need]
  if (!signedIn.includes(who)) return 401
  if ((visibility === 'public' ? (rule.publicYes ?? rule.yes) : rule.yes).includes(who)) return 200
  const sees = !rule.unseen && (visibility === 'public' || (on as readonly Person[]).includes(who))
  return sees ? 403 : 404
}

export type BoardRow = {
  need: Need
  /** A request that succeeds for who may make it, with whatever it needs made again. */
  request: (scene: Scene) => Promise<BoardRequest>
  /** What 403 says, when it is not the common text. */
  refused?: string
  /** What 404 says, when it is not the common text. */
  gone?: string
  /** Puts back what a success took away from the scene. */
  after?: (scene: Scene) => Promise<unknown>
}
