import type { AdminUser } from '@rodada/contract/admin'
import { boardColors } from '@rodada/contract/board-settings'
import type { CardSummary } from '@rodada/contract/cards'
import type { Role } from '@rodada/contract/people'
import { texts } from '@rodada/contract/texts'
import type { Db } from '../../migrations/schema.ts'
import { allow, conflict } from '../../platform/errors.ts'
import type { Work } from '../../platform/work.ts'
import { holdUser } from '../auth/queries.ts'
import { deleteTwoFactor } from '../auth/two-factor-queries.ts'
import { endSessionsOf } from '../auth/write.ts'
import { happened } from '../boards/events.ts'
import { addLabel, listLabels } from '../boards/label-queries.ts'
import { listLists } from '../boards/lists/queries.ts'
import { findRank } from '../boards/order-queries.ts'
import { type Asker, type BoardRow, changeBoard, findAsker } from '../boards/queries.ts'
import type { Change } from '../boards/write.ts'
import { addCardLabel } from '../cards/label-queries.ts'
import { positionOf } from '../cards/queries.ts'
import { addCard } from '../cards/write.ts'
import { bugWords, hasWord } from './label-words.ts'
import { getAccount, hasActiveAdmin, holdAccounts, updateAccount } from './queries.ts'

/** An account before and after a change, and what its open connections need to be told. */
export type AccountChange = { before: AdminUser; user: AdminUser; roleChanged: boolean; endedSessions: number[] }

/**
 * Changes the role or the state of an account. Deactivating it ends its sessions. `by` has to administer the installation still when
 * its turn has come: the change before may have been that it no longer does.
 * @throws AppError 403, 404, 409 for the first account, or when nobody would administer the installation any more
 */
export async function changeAccount(
  work: Work,
  by: Asker,
  userId: number,
  { role, is_active }: { role?: Role; is_active?: boolean },
): Promise<AccountChange> {
  const { trx } = work
  await holdAccounts(trx)
  allow((await findAsker(trx, by.userId))?.role === 'admin')
  const before = await getAccount(trx, userId)
  const change = {
    ...(role !== undefined && role !== before.role && { role }),
    ...(is_active !== undefined && is_active !== before.is_active && { is_active }),
  }
  if (Object.keys(change).length === 0) return { before, user: before, roleChanged: false, endedSessions: [] }
  if (before.locked) throw conflict(texts.accountLocked)
  await updateAccount(trx, userId, change)
  if (!(await hasActiveAdmin(trx))) throw conflict(texts.lastAdmin)
  return {
    before,
    user: await getAccount(trx, userId),
    roleChanged: change.role !== undefined,
    endedSessions: change.is_active === false ? await endSessionsOf(work, userId) : [],
  }
}

/**
 * Turns the second factor of another account off, for somebody who lost what makes the codes. The first account is no exception: it keeps
 * its role, and its password is still asked for. The own one needs the password and a code, which a stolen session has not.
 * @returns the account, and whether it had a second factor
 * @throws AppError 403, 404, 409 for the own account
 */
export async function resetTwoFactor(trx: Db, by: Asker, userId: number): Promise<{ user: AdminUser; dropped: boolean }> {
  await holdAccounts(trx)
  allow((await findAsker(trx, by.userId))?.role === 'admin')
  await getAccount(trx, userId)
  if (userId === by.userId) throw conflict(texts.twoFactorOwn)
  await holdUser(trx, userId)
  const dropped = await deleteTwoFactor(trx, userId)
  return { user: await getAccount(trx, userId), dropped }
}

/** A card in the first list of a board, with its label of bugs, which is made when there is none. */
export async function createBug(
  work: Work,
  viewer: Asker,
  { board_id, title, description }: { board_id: number; title: string; description: string },
): Promise<Change<CardSummary>> {
  const { trx } = work
  const board = await changeBoard(trx, viewer, board_id)
  const [list] = await listLists(trx, board_id)
  if (!list) throw conflict(texts.boardWithoutLists)
  const label = await bugLabel(trx, board)
  const rank = await findRank(trx, { of: 'cards', within: list.id }, {})
  const wish = { title, description, due_date: null, priority: 'medium', rank, status: list.status, created_by: viewer.userId } as const
  const card = await addCard(work, board, list.id, wish)
  await addCardLabel(trx, card.id, label.id)
  await work.emit(happened, { board_id, card_id: card.id, kind: 'card.labeled', subject: title, details: { to: label.name } })
  const view = {
    ...card,
    label_ids: [label.id],
    assigned_user: null,
    has_description: description !== '',
    position: await positionOf(trx, card),
  }
  return { boardId: board_id, revision: board.revision, result: view }
}

async function bugLabel(trx: Db, board: BoardRow) {
  const known = (await listLabels(trx, board.id)).find(({ name }) => hasWord(name, bugWords))
  return known ?? addLabel(trx, board.id, { name: 'Bug', color: boardColors.pitanga })
}
