import { commentsApi } from '@rodada/contract/comments'
import type { Deps } from '../../platform/deps.ts'
import { allow, late } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import { addActivity } from '../boards/activity-queries.ts'
import { boardPolicy } from '../boards/policy.ts'
import { addComment, deleteComment, getComment, listComments, updateComment } from './comment-queries.ts'
import { changeCard, getCardFor, touchCard } from './queries.ts'
import { createWrite, type Publish } from './routes.ts'
import { commentView } from './view.ts'

export function commentRoutes(route: Route, deps: Deps, publish: Publish): void {
  const { db } = deps
  const write = createWrite(deps, publish)

  route(commentsApi.list, async ({ viewer, params, query }) => {
    const card = await getCardFor(db, viewer, params)
    return (await listComments(db, card.id, query)).map((comment) => commentView(comment, viewer.userId, card.role))
  })

  route(commentsApi.add, ({ viewer, params, body }) =>
    write(async (trx) => {
      const { card, board } = await changeCard(trx, viewer, params)
      const comment = await addComment(trx, card, viewer.userId, body.content)
      await touchCard(trx, board, card.id)
      await addActivity(trx, { board_id: board.id, card_id: card.id, user_id: viewer.userId, kind: 'card.commented', subject: card.title })
      return { boardId: board.id, revision: board.revision, result: commentView(comment, viewer.userId, board.role) }
    }),
  )

  route(commentsApi.update, ({ viewer, params: { cardId, commentId }, body }) =>
    write(async (trx) => {
      const { card, board } = await changeCard(trx, viewer, { cardId })
      const comment = await getComment(trx, card.id, commentId)
      allow(boardPolicy.editComment(viewer.userId, comment.user_id, board.role))
      const view = (row: typeof comment) => commentView(row, viewer.userId, board.role)
      if (body.version !== undefined && body.version !== comment.version) throw late(view(comment))
      if (body.content === comment.content) return { boardId: board.id, revision: null, result: view(comment) }
      await updateComment(trx, comment, body.content)
      await touchCard(trx, board, card.id)
      return { boardId: board.id, revision: board.revision, result: view(await getComment(trx, card.id, commentId)) }
    }),
  )

  route(commentsApi.remove, ({ viewer, params: { cardId, commentId } }) =>
    write(async (trx) => {
      const { card, board } = await changeCard(trx, viewer, { cardId })
      const comment = await getComment(trx, card.id, commentId)
      allow(boardPolicy.removeComment(viewer.userId, comment.user_id, board.role))
      await deleteComment(trx, comment.id)
      await touchCard(trx, board, card.id)
      return { boardId: board.id, revision: board.revision, result: {} }
    }),
  )
}
