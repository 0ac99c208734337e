import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { conflict, notFound } from '../../../platform/http/errors.ts'
import { normalize } from '../../../platform/normalize.ts'

export type CommentRow = {
  id: number
  user_id: number | null
  content: string
  version: number
  created_at: string
  edited_at: string | null
  /** Who wrote it in the tool that it was brought from. */
  author_name: string | null
  name: string | null
  avatar_url: string | null
}

const comments = (db: Db, cardId: number) =>
  db
    .selectFrom('comments')
    .leftJoin('users', 'users.id', 'comments.user_id')
    .select(['comments.id', 'user_id', 'content', 'version', 'comments.created_at', 'edited_at', 'author_name'])
    .select(['users.name', 'users.avatar_url'])
    .where('card_id', '=', cardId)

/** A page of comments, oldest first: the newest ones, or those just before a comment. */
export const listComments = async (db: Db, cardId: number, page: { before?: number; limit: number }): Promise<CommentRow[]> =>
  (
    await comments(db, cardId)
      .$if(page.before !== undefined, (query) => query.where('comments.id', '<', page.before ?? 0))
      .orderBy('comments.id', 'desc')
      .limit(page.limit)
      .execute()
  ).reverse()

/** A comment of this card. @throws AppError 404 */
export const getComment = (db: Db, cardId: number, commentId: number): Promise<CommentRow> =>
  comments(db, cardId).where('comments.id', '=', commentId).executeTakeFirstOrThrow(notFound)

/** @throws AppError 409 when the card has too many. */
export async function addComment(
  trx: Db,
  card: { id: number; comment_count: number },
  userId: number,
  content: string,
): Promise<CommentRow> {
  if (card.comment_count >= limits.cardComments) throw conflict(texts.tooManyComments)
  const { id } = await trx
    .insertInto('comments')
    .values({ card_id: card.id, user_id: userId, content, search_text: normalize(content), version: 1, created_at: instant() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return getComment(trx, card.id, id)
}

export async function updateComment(trx: Db, comment: CommentRow, content: string): Promise<void> {
  await trx
    .updateTable('comments')
    .set({ content, search_text: normalize(content), version: comment.version + 1, edited_at: instant() })
    .where('id', '=', comment.id)
    .execute()
}

export async function deleteComment(trx: Db, commentId: number): Promise<void> {
  await trx.deleteFrom('comments').where('id', '=', commentId).execute()
}
