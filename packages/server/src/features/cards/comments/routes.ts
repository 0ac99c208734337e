import { commentsApi } from '@rodada/contract/cards/comments'
import type { Deps } from '../../../platform/deps.ts'
import { allow, stale } from '../../../platform/http/errors.ts'
import type { Route } from '../../../platform/http/http.ts'
import { personLimit } from '../../../platform/limits/person-limit.ts'
import { happened } from '../../boards/events.ts'
import { boardPolicy } from '../../boards/policy.ts'
import type { Write } from '../../boards/write.ts'
import { commentAdded } from '../events.ts'
import { newMentions } from '../mentions/write.ts'
import { changeCard, getCardFor } from '../queries.ts'
import { commentView } from '../view.ts'
import { touchCard } from '../write.ts'
import { addComment, deleteComment, getComment, listComments, updateComment } from './queries.ts'

export function commentRoutes(route: Route, deps: Deps, write: Write): void {
  const { db } = deps
  // Every comment notifies people. The limits leave room for writing, and stop programs that flood the others.
  const comments = personLimit(deps.limits, 'comments', { points: 30, seconds: 60, shared: true })

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
      await work.emit(happened, {
        board_id: board.id,
        card_id: card.id,
        kind: 'card.commented',
        subject: card.title,
        details: { comment: comment.id },
      })
      const { ids: mentioned } = await newMentions(work, board.id, { before: '', after: body.content, field: 'content' })
      await work.emit(commentAdded, { card, commentId: comment.id, content: body.content, mentioned, edited: false })
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
      const { ids: mentioned } = await newMentions(work, board.id, { before: comment.content, after: body.content, field: 'content' })
      await work.emit(commentAdded, { card, commentId, content: body.content, mentioned, edited: true })
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
