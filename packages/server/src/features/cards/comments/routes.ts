import { commentsApi } from '@rodada/contract/cards/comments'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../../platform/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { allow, invalid, stale } from '../../../platform/http/errors.ts'
import type { Route } from '../../../platform/http/http.ts'
import { type Person, personLimit } from '../../../platform/limits/person-limit.ts'
import { happened } from '../../boards/events.ts'
import { listMembers } from '../../boards/members/queries.ts'
import { boardPolicy } from '../../boards/policy.ts'
import type { Write } from '../../boards/write.ts'
import { commentAdded } from '../events.ts'
import { changeCard, getCardFor } from '../queries.ts'
import { commentView } from '../view.ts'
import { touchCard } from '../write.ts'
import { mentionedIn } from './mentions.ts'
import { addComment, deleteComment, getComment, listComments, updateComment } from './queries.ts'

/** The members of a board whom a comment mentions. */
const mentionedOn = async (trx: Db, boardId: number, content: string): Promise<number[]> =>
  content.includes('@')
    ? mentionedIn(
        content,
        (await listMembers(trx, boardId)).map(({ user }) => user),
      )
    : []

export function commentRoutes(route: Route, deps: Deps, write: Write): void {
  const { db } = deps
  // Every comment notifies people. The limits leave room for writing, and stop programs that flood the others.
  const comments = personLimit(deps.limits, 'comments', { points: 30, seconds: 60, shared: true })
  const mentions = personLimit(deps.limits, 'mentions', { points: 100, seconds: 10 * 60, shared: true })
  /** @throws AppError 400 when a text mentions too many people, 429 when the author did so within a short time */
  const countMentions = async (author: Person, mentioned: readonly number[]) => {
    if (mentioned.length > limits.mentions) throw invalid({ content: texts.tooManyMentions })
    if (mentioned.length > 0) await mentions.require(author, mentioned.length)
  }

  route(commentsApi.list, async ({ viewer, params, query }) => {
    const card = await getCardFor(db, viewer, params)
    return (await listComments(db, card.id, query)).map((comment) => commentView(comment, viewer.userId, card.role))
  })

  route(commentsApi.add, async ({ viewer, params, body }) => {
    await comments.require(viewer)
    return write(viewer, async (work) => {
      const { trx } = work
      const { card, board } = await changeCard(trx, viewer, params)
      const comment = await addComment(trx, card, viewer.userId, body.content)
      await touchCard(work, board, card.id)
      await work.emit(happened, { board_id: board.id, card_id: card.id, kind: 'card.commented', subject: card.title })
      const mentioned = await mentionedOn(trx, board.id, body.content)
      await countMentions(viewer, mentioned)
      await work.emit(commentAdded, { card, content: body.content, mentioned, edited: false })
      return { boardId: board.id, revision: board.revision, result: commentView(comment, viewer.userId, board.role) }
    })
  })

  route(commentsApi.update, async ({ viewer, params: { cardId, commentId }, body }) => {
    await comments.require(viewer)
    return write(viewer, async (work) => {
      const { trx } = work
      const { card, board } = await changeCard(trx, viewer, { cardId })
      const comment = await getComment(trx, card.id, commentId)
      allow(boardPolicy.editComment(viewer.userId, comment.user_id, board.role))
      const view = (row: typeof comment) => commentView(row, viewer.userId, board.role)
      if (body.version !== undefined && body.version !== comment.version) throw stale(view(comment))
      if (body.content === comment.content) return { boardId: board.id, revision: null, result: view(comment) }
      await updateComment(trx, comment, body.content)
      await touchCard(work, board, card.id)
      const before = await mentionedOn(trx, board.id, comment.content)
      const mentioned = (await mentionedOn(trx, board.id, body.content)).filter((id) => !before.includes(id))
      await countMentions(viewer, mentioned)
      await work.emit(commentAdded, { card, content: body.content, mentioned, edited: true })
      return { boardId: board.id, revision: board.revision, result: view(await getComment(trx, card.id, commentId)) }
    })
  })

  route(commentsApi.remove, ({ viewer, params: { cardId, commentId } }) =>
    write(viewer, async (work) => {
      const { card, board } = await changeCard(work.trx, viewer, { cardId })
      const comment = await getComment(work.trx, card.id, commentId)
      allow(boardPolicy.removeComment(viewer.userId, comment.user_id, board.role))
      await deleteComment(work.trx, comment.id)
      await touchCard(work, board, card.id)
      return { boardId: board.id, revision: board.revision, result: {} }
    }),
  )
}
