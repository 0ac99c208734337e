import type { PendingInvitation } from '@rodada/contract/auth/sign-up'
import { invitationDays } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { ExpressionBuilder } from 'kysely'
import type { Db, Schema } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { conflict, notFound } from '../../../platform/http/errors.ts'
import { stillAdministers } from '../queries.ts'

const dayMs = 86_400_000

/** Not expired, and made by somebody who could make it today, or asked for. */
const isOpen = (eb: ExpressionBuilder<Schema, 'sign_up_invitations'>) =>
  eb.and([
    eb('sign_up_invitations.expires_at', '>', instant()),
    eb.or([
      eb('sign_up_invitations.invited_by', 'is', null),
      eb.exists(
        eb
          .selectFrom('users as keeper')
          .select('keeper.id')
          .whereRef('keeper.id', '=', 'sign_up_invitations.invited_by')
          .where('keeper.role', '=', 'admin')
          .where('keeper.deactivated_at', 'is', null),
      ),
    ]),
  ])

/** Invitations to boards that are open and lead in by their link. */
const toBoards = (db: Db) =>
  db
    .selectFrom('invitations')
    .innerJoin('boards', 'boards.id', 'invitations.board_id')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .where('invitations.accepted_at', 'is', null)
    .where('invitations.expires_at', '>', instant())
    .where('invitations.user_id', 'is', null)
    .where('boards.deleted_at', 'is', null)
    .where(stillAdministers('invitations.invited_by', 'invitations.board_id'))

export type FoundInvitation = { email: string; invited_by: string | null; board_title: string | null; mailed: boolean }

/** The open invitation of a link, to the installation or to one of its boards. `invited_by` is null where the person asked for it. */
export async function findInvitation(db: Db, tokenHash: string): Promise<FoundInvitation | undefined> {
  const own = await db
    .selectFrom('sign_up_invitations')
    .leftJoin('users', 'users.id', 'sign_up_invitations.invited_by')
    .select(['sign_up_invitations.email', 'sign_up_invitations.mailed', 'users.name as invited_by'])
    .where('sign_up_invitations.token_hash', '=', tokenHash)
    .where(isOpen)
    .executeTakeFirst()
  if (own) return { ...own, mailed: own.mailed === 1, board_title: null }
  const ofBoard = await toBoards(db)
    .select(['invitations.email', 'users.name as invited_by', 'boards.title as board_title'])
    .where('invitations.token_hash', '=', tokenHash)
    .executeTakeFirst()
  return ofBoard && { ...ofBoard, mailed: false }
}

/** Whether an invitation of somebody, to the installation or to one of its boards, waits for this address. */
export async function isInvited(db: Db, email: string): Promise<boolean> {
  const own = db
    .selectFrom('sign_up_invitations')
    .select('sign_up_invitations.id')
    .where('email', '=', email)
    .where('invited_by', 'is not', null)
    .where(isOpen)
  if (await own.executeTakeFirst()) return true
  return (await toBoards(db).select('invitations.id').where('invitations.email', '=', email).limit(1).executeTakeFirst()) !== undefined
}

/** Those that wait, to the installation and to boards, the newest first. */
export async function listInvitations(db: Db): Promise<PendingInvitation[]> {
  const own = await db
    .selectFrom('sign_up_invitations')
    .innerJoin('users', 'users.id', 'sign_up_invitations.invited_by')
    .select(['sign_up_invitations.id', 'sign_up_invitations.email', 'users.name as invited_by'])
    .select(['sign_up_invitations.expires_at', 'sign_up_invitations.created_at'])
    .where(isOpen)
    .orderBy('sign_up_invitations.id', 'desc')
    .limit(limits.signUpInvitations)
    .execute()
  const ofBoards = await toBoards(db)
    .select(['invitations.id', 'invitations.email', 'users.name as invited_by', 'invitations.expires_at', 'invitations.created_at'])
    .select(['invitations.role', 'boards.id as board_id', 'boards.title'])
    .orderBy('invitations.id', 'desc')
    .limit(limits.signUpInvitations)
    .execute()
  return [
    ...own.map((row) => ({ ...row, board: null })),
    ...ofBoards.map(({ board_id, title, role, ...row }) => ({ ...row, board: { id: board_id, title, role } })),
  ].sort((a, b) => b.created_at.localeCompare(a.created_at))
}

/**
 * Invites an address; a second invitation of it replaces the first, whose link ends. A link that somebody asks for leaves the invitation
 * of who invited them in force, unless it has ended. @throws AppError 409 when too many wait
 */
export async function putInvitation(
  trx: Db,
  invitation: { email: string; token_hash: string; invited_by: number | null },
): Promise<{ id: number }> {
  const { n } = await trx
    .selectFrom('sign_up_invitations')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('invited_by', 'is not', null)
    .where(isOpen)
    .where('email', '!=', invitation.email)
    .executeTakeFirstOrThrow()
  if (invitation.invited_by !== null && n >= limits.signUpInvitations) throw conflict(texts.tooManyInvitations)
  const { invited_by, ...own } = invitation
  // Otherwise who asks would go on with it, and would have no letter where its maker administers no more.
  await trx
    .deleteFrom('sign_up_invitations')
    .where('email', '=', invitation.email)
    .where((eb) => eb.not(isOpen(eb)))
    .execute()
  const fresh = { ...own, mailed: 0, created_at: instant(), expires_at: instant(invitationDays * dayMs) }
  return trx
    .insertInto('sign_up_invitations')
    .values({ ...fresh, invited_by })
    .onConflict((oc) => oc.column('email').doUpdateSet({ ...fresh, ...(invited_by !== null && { invited_by }) }))
    .returning('id')
    .executeTakeFirstOrThrow()
}

export type RenewedInvitation = { email: string; invited_by: string | null; language: string | undefined }

/** Gives an open invitation the link of its email. @returns what the email says; undefined when the invitation has ended */
export async function renewInvitation(trx: Db, id: number, tokenHash: string): Promise<RenewedInvitation | undefined> {
  const renewed = await trx
    .updateTable('sign_up_invitations')
    .set({ token_hash: tokenHash, mailed: 1 })
    .where('id', '=', id)
    .where(isOpen)
    .returning(['email', 'invited_by'])
    .executeTakeFirst()
  if (!renewed) return undefined
  const inviter = await trx
    .selectFrom('users')
    .select(['name', 'language'])
    .where('id', '=', renewed.invited_by ?? 0)
    .executeTakeFirst()
  return { email: renewed.email, invited_by: inviter?.name ?? null, language: inviter?.language }
}

/** @returns the address of what was withdrawn. @throws AppError 404 */
export async function withdrawInvitation(trx: Db, id: number): Promise<string> {
  const { email } = await trx
    .deleteFrom('sign_up_invitations')
    .where('id', '=', id)
    .where('invited_by', 'is not', null)
    .returning('email')
    .executeTakeFirstOrThrow(notFound)
  return email
}

/** Ends the invitations that somebody made. */
export async function deleteInvitationsBy(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom('sign_up_invitations').where('invited_by', '=', userId).execute()
}

/** Ends the invitation of an address. */
export async function deleteInvitationOf(trx: Db, email: string): Promise<void> {
  await trx.deleteFrom('sign_up_invitations').where('email', '=', email).execute()
}

/** Job: deletes expired ones. */
export async function deleteStaleInvitations(db: Db): Promise<void> {
  await db.deleteFrom('sign_up_invitations').where('expires_at', '<=', instant()).execute()
}
