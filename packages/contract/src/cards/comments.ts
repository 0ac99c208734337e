import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { CardParams, Done, Id, Instant, PageSize, PersonSummary, Version } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { manyLinesText } from '../core/plain-text.ts'
import { typedText } from '../core/typed-text.ts'
import { texts } from '../texts/texts.ts'

export const Comment = z.object({
  id: z.int(),
  content: z.string(),
  created_at: Instant,
  edited_at: Instant.nullable(),
  version: z.int(),
  /** null when the account is gone. */
  user: PersonSummary.nullable(),
  /** Who wrote it in the tool that it was brought from, by the name there; null for what was written here. */
  author_name: z.string().nullable(),
  /** Edit: one's own. Remove: one's own, or anybody's for who administers the board. */
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
})
export type Comment = z.infer<typeof Comment>

const content = typedText(manyLinesText, limits.comment, texts.commentTooLong, texts.commentBlank).min(1, { error: texts.commentBlank })

export const commentsApi = {
  list: {
    method: 'GET',
    url: '/cards/:cardId/comments',
    access: 'session',
    summary: 'Comentários, os mais novos por último; `before` pede a página anterior',
    params: CardParams,
    query: z.object({ before: Id.optional(), limit: PageSize }),
    reply: z.array(Comment),
  },
  add: {
    method: 'POST',
    url: '/cards/:cardId/comments',
    access: 'session',
    summary: 'Comenta',
    params: CardParams,
    body: z.object({ content }),
    reply: Comment,
  },
  update: {
    method: 'PUT',
    url: '/cards/:cardId/comments/:commentId',
    access: 'session',
    summary: 'Muda o próprio comentário',
    params: CardParams.extend({ commentId: Id }),
    body: z.object({ content, version: Version.optional() }),
    reply: Comment,
  },
  remove: {
    method: 'DELETE',
    url: '/cards/:cardId/comments/:commentId',
    access: 'session',
    summary: 'Exclui o próprio comentário; quem administra o quadro, qualquer um',
    params: CardParams.extend({ commentId: Id }),
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>
