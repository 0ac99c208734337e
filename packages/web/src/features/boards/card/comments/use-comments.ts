import { type Comment, commentsApi } from '@rodada/contract/cards/comments'
import { limits } from '@rodada/contract/core/limits'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { readUserData } from '../../../../lib/device/storage.ts'
import { sendText, TextClash } from '../../../../lib/text/stale-text.ts'
import { toast } from '../../../../ui/states/feedback.tsx'
import { announce } from '../../../../ui/states/LiveRegion.tsx'
import { useBoard } from '../../session/use-board.ts'
import * as changes from '../card-changes.ts'
import { useCard } from '../card-context.ts'

/** The comments that are known, and what can be done with them. */
export function useComments() {
  const { card, write } = useCard()
  const { viewerId, members } = useBoard()
  const cardId = card.id
  const [known, setKnown] = useState<readonly Comment[]>([])
  const [loading, setLoading] = useState(false)
  const comments = changes.mergeComments(known, card)

  // What leaves the newest page when others comment stays known; kept during render, so that it never disappears in between.
  const [page, setPage] = useState(card.comments)
  if (page !== card.comments) {
    setPage(card.comments)
    if (known.length > 0 || card.comment_count > card.comments.length) setKnown(comments)
  }

  // Those who listen hear of comments by others that arrive while they read.
  const newest = useRef(card.comments.at(-1)?.id ?? 0)
  useEffect(() => {
    const arrived = card.comments.filter(({ id, user }) => id > newest.current && user?.id !== viewerId)
    newest.current = Math.max(newest.current, card.comments.at(-1)?.id ?? 0)
    for (const { user } of arrived) announce(t('card:comments.arrived', { name: user?.name ?? t('card:someone') }))
  }, [card.comments, viewerId])

  const loadOlder = async () => {
    const first = comments.find((comment) => !changes.isTemporary(comment))
    if (!first || loading) return
    setLoading(true)
    try {
      const older = await call(commentsApi.list, { params: { cardId }, query: { before: first.id, limit: limits.page } })
      setKnown((now) => [...older, ...(now.length > 0 ? now : comments)])
    } catch {
      toast(t('card:comments.olderProblem'), { kind: 'problem' })
    } finally {
      setLoading(false)
    }
  }
  const add = (content: string) => {
    const me = members.find(({ user_id }) => user_id === viewerId)?.user ?? readMe()
    const temporary: Comment = {
      id: changes.temporaryId(),
      content: content.trim(),
      created_at: new Date().toISOString(),
      edited_at: null,
      version: 1,
      user: me,
      author_name: null,
      can: { edit: false, remove: false },
    }
    return write({
      change: changes.putComment(temporary),
      send: () => call(commentsApi.add, { params: { cardId }, body: { content } }),
      settle: changes.putComment,
    })
  }
  /** Resolves to the comment as it is now when somebody (another window of the same person) was faster, null when saved. */
  const edit = async (before: Comment, content: string): Promise<{ ok: boolean; current: Comment | null }> => {
    const put = (saved: Comment) => setKnown((now) => now.map((comment) => (comment.id === saved.id ? saved : comment)))
    const written = await write({
      change: changes.patchComment(before.id, content.trim()),
      send: () =>
        sendText<Comment>(
          { text: content, origin: before.content, version: before.version },
          (version) => call(commentsApi.update, { params: { cardId, commentId: before.id }, body: { content, version } }),
          (now) => now.content,
        ),
      settle: (saved) => (now) => (now.comments.some(({ id }) => id === saved.id) ? changes.putComment(saved)(now) : now),
    })
    if (written.ok) put(written.reply)
    const current = !written.ok && written.reason instanceof TextClash ? (written.reason.current as Comment) : null
    if (current) put(current)
    return { ok: written.ok, current }
  }
  const remove = async ({ id }: Comment) => {
    const change = changes.removeComment(id)
    const { ok } = await write({
      change,
      send: () => call(commentsApi.remove, { params: { cardId, commentId: id } }),
      settle: () => (now) => {
        const left = change(now)
        return left.comments.length < now.comments.length ? left : { ...now, comment_count: now.comment_count - 1 }
      },
    })
    if (!ok) return
    setKnown((now) => now.filter((comment) => comment.id !== id))
    toast(t('card:comments.removed'))
  }
  return { comments, hasOlder: card.comment_count > comments.length, loading, loadOlder, add, edit, remove }
}
export type CommentActions = ReturnType<typeof useComments>

function readMe(): Comment['user'] {
  const user = readUserData()
  return user && { id: user.id, name: user.name, avatar_url: user.avatar }
}
