import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../platform/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { slicesOf } from '../../platform/slices.ts'
import { type Actor, findActor } from '../auth/queries.ts'
import { findTokenById, tokenOf } from '../auth/tokens/token-queries.ts'
import { roleOfProgram } from '../auth/tokens/token-view.ts'
import { boardPolicy } from '../boards/policy.ts'
import { type BoardRow, findBoardAccess } from '../boards/queries.ts'
import type { Publish } from '../boards/write.ts'
import type { Problem } from './model.ts'
import type { ImportRow } from './queries.ts'
import { holdForCards } from './set-up-queries.ts'

/** How people who look at boards are told. */
export type Boards = {
  publish: Publish
  notified: (userIds: readonly number[]) => void
  accessChanged: (boardId: number, userIds: readonly number[]) => void
}

/** What the steps of an import share: reading, writing, and taking back. */
export type Context = Pick<
  Deps,
  'db' | 'reads' | 'events' | 'limits' | 'files' | 'log' | 'processId' | 'engine' | 'outbox' | 'outgoing' | 'config'
> &
  Boards

/** What stops an import, and is told to who sent it. */
export class Stopped extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.kind)
    this.problem = problem
  }
}
/** Somebody cancelled it, or another process took it over. */
export class Lost extends Error {}

/**
 * Who imports, as they are now; a program has no more rights than a member.
 * @throws Stopped when the account is out of use or may bring no boards any more, and when the program's token ended
 */
export async function importerOf(db: Deps['db'], { user_id, token_id }: Pick<ImportRow, 'user_id' | 'token_id'>): Promise<Actor> {
  const actor = await findActor(db, { userId: user_id, token: null })
  const isOver = token_id !== null && (await findTokenById(db, token_id)) === undefined
  if (!actor || isOver || !boardPolicy.create(actor)) throw new Stopped({ kind: 'not_allowed' })
  return token_id === null ? actor : { ...actor, role: roleOfProgram(actor.role) }
}

/** In whose name an import acts: the person, or a program of theirs. Activity, audit and limits tell them apart. */
export async function doerOf(
  db: Deps['db'],
  { user_id, token_id }: Pick<ImportRow, 'user_id' | 'token_id'>,
): Promise<Pick<Viewer, 'userId' | 'token'>> {
  const found = token_id === null ? undefined : await findTokenById(db, token_id)
  return { userId: user_id, token: found ? tokenOf(found) : null }
}

/**
 * Asked again with each write: an import may take long.
 * @returns the board, held, where it was there before @throws Stopped when who imports may not go on
 */
export async function holdForImporter(
  trx: Deps['db'],
  row: Pick<ImportRow, 'board_id' | 'user_id' | 'token_id' | 'is_new'>,
): Promise<BoardRow | undefined> {
  const actor = await importerOf(trx, row)
  return row.is_new === 0 ? heldBoard(trx, actor, row.board_id) : undefined
}

/** The board of before, held. @throws Stopped when who writes, a person or their program, does not administer it as they are now */
export async function heldBoard(trx: Deps['db'], actor: Actor | undefined, boardId: number | null): Promise<BoardRow> {
  // Held before the look: who takes somebody off a board holds it, too, so nobody is taken off between the look and the write.
  const held = boardId === null ? undefined : await holdForCards(trx, boardId, 1, false)
  const board = held && actor && (await findBoardAccess(trx, actor, held.id))
  if (!board) throw new Stopped({ kind: 'board_gone' })
  if (board.role !== 'admin') throw new Stopped({ kind: 'not_allowed' })
  return { ...held, role: board.role }
}

/** So many sprints, or what is counted of them, in one transaction. */
const atOnce = 25
/** Between two transactions at most, while somebody else may have the database. */
export const longestPauseMs = 25

/** Does something for a few at a time, and leaves as much time to everybody else. */
export async function inTurns<Item>(all: readonly Item[], work: (some: readonly Item[]) => Promise<unknown>): Promise<void> {
  for (const some of slicesOf(all, atOnce)) {
    const began = performance.now()
    await work(some)
    await pause(Math.min(performance.now() - began, longestPauseMs))
  }
}

/** What is left out or stays, each kind once. */
export function gathered(all: ImportRow['left_out']): ImportRow['left_out'] {
  const kinds = Map.groupBy(all, ({ kind }) => kind)
  return [...kinds].map(([kind, some]) => ({
    kind,
    count: some.reduce((sum, { count }) => sum + count, 0),
    subjects: [...new Set(some.flatMap(({ subjects }) => subjects))].slice(0, 5),
  }))
}
