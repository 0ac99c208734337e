import type { Role } from '@rodada/contract/auth/people'
import { boardColors } from '@rodada/contract/boards/settings'
import type { CardSummary } from '@rodada/contract/cards/cards'
import type { AdminUser } from '@rodada/contract/instance/admin'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../platform/database.ts'
import { allow, conflict } from '../../platform/http/errors.ts'
import { findRank } from '../../platform/order/queries.ts'
import type { Work } from '../../platform/work.ts'
import { hasActiveAdmin, lockAccounts } from '../auth/account/account-queries.ts'
import { accountDeactivated, accountDemoted } from '../auth/events.ts'
import { type Actor, findActor, lockUser } from '../auth/queries.ts'
import { deleteTwoFactor } from '../auth/two-factor/two-factor-queries.ts'
import { endSessionsOf } from '../auth/write.ts'
import { happened } from '../boards/events.ts'
import { addLabel, listLabels } from '../boards/label-queries.ts'
import { listLists } from '../boards/lists/queries.ts'
import { type BoardRow, changeBoard } from '../boards/queries.ts'
import type { Change } from '../boards/write.ts'
import { addCardLabel } from '../cards/label-queries.ts'
import { cardsOfList, keyOf, movedAt, positionOf } from '../cards/queries.ts'
import { noMarks } from '../cards/relations/mark-queries.ts'
import { addCard } from '../cards/write.ts'
import { bugWords, hasWord } from './label-words.ts'
import { getAccount, updateAccount } from './queries.ts'

/** An account before and after a change, and what its open connections need to be told. */
export type AccountChange = { before: AdminUser; user: AdminUser; roleChanged: boolean; endedSessions: number[] }

/**
 * Changes the role or the state of an account. Deactivating it ends its sessions. `by` must still administer the installation when their
 * turn comes, because the change before may have demoted them.
 * @throws AppError 403, 404, 409 for the first account, or when no administrator would be left
 */
export async function changeAccount(
  work: Work,
  by: Actor,
  userId: number,
  { role, is_active }: { role?: Role; is_active?: boolean },
): Promise<AccountChange> {
  const { trx } = work
  await lockAccounts(trx)
  allow((await findActor(trx, by))?.role === 'admin')
  const before = await getAccount(trx, userId)
  const change = {
    ...(role !== undefined && role !== before.role && { role }),
    ...(is_active !== undefined && is_active !== before.is_active && { is_active }),
  }
  if (Object.keys(change).length === 0) return { before, user: before, roleChanged: false, endedSessions: [] }
  if (before.locked) throw conflict(texts.accountLocked)
  await updateAccount(trx, userId, change)
  if (!(await hasActiveAdmin(trx))) throw conflict(texts.lastAdmin)
  if (change.is_active === false) await work.emit(accountDeactivated, { userId })
  if (change.role !== undefined && before.role === 'admin') await work.emit(accountDemoted, { userId })
  return {
    before,
    user: await getAccount(trx, userId),
    roleChanged: change.role !== undefined,
    endedSessions: change.is_active === false ? await endSessionsOf(work, userId) : [],
  }
}

/**
 * Turns the second factor of another account off, for a person who lost their device. It applies to the first account, too: that account
 * keeps its role, and its password is still required. One's own second factor needs the password and a code, which a stolen session does
 * not have.
 * @returns the account, and whether it had a second factor
 * @throws AppError 403, 404, 409 for the own account
 */
export async function resetTwoFactor(trx: Db, by: Actor, userId: number): Promise<{ user: AdminUser; dropped: boolean }> {
  await lockAccounts(trx)
  allow((await findActor(trx, by))?.role === 'admin')
  await getAccount(trx, userId)
  if (userId === by.userId) throw conflict(texts.twoFactorOwn)
  await lockUser(trx, userId)
  const dropped = await deleteTwoFactor(trx, userId)
  return { user: await getAccount(trx, userId), dropped }
}

/** A card in the first list of a board, with its label of bugs, which is made when there is none. */
export async function createBug(
  work: Work,
  viewer: Actor,
  { board_id, title, description }: { board_id: number; title: string; description: string },
): Promise<Change<CardSummary>> {
  const { trx } = work
  const board = await changeBoard(trx, viewer, board_id)
  const [list] = await listLists(trx, board_id)
  if (!list) throw conflict(texts.boardWithoutLists)
  const label = await bugLabel(trx, board)
  const rank = await findRank(trx, cardsOfList(list.id), {})
  const input = { title, description, due_date: null, priority: 'medium', rank, status: list.status, created_by: viewer.userId } as const
  const card = await addCard(work, board, list.id, input)
  await addCardLabel(trx, card.id, label.id)
  await work.emit(happened, { board_id, card_id: card.id, kind: 'card.labeled', subject: title, details: { to: label.name } })
  const view = {
    ...card,
    ...noMarks,
    key: keyOf(card),
    label_ids: [label.id],
    assigned_user: null,
    participant_ids: [],
    moved_at: movedAt(card),
    has_description: description !== '',
    fields: {},
    position: await positionOf(trx, card),
  }
  return { boardId: board_id, revision: board.revision, result: view }
}

async function bugLabel(trx: Db, board: BoardRow) {
  const known = (await listLabels(trx, board.id)).find(({ name }) => hasWord(name, bugWords))
  return known ?? addLabel(trx, board.id, { name: 'Bug', color: boardColors.pitanga })
}
