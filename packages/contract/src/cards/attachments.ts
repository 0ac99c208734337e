import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { CardParams, Done, Id, Instant, PersonSummary } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { oneLineText } from '../core/plain-text.ts'
import { typedText } from '../core/typed-text.ts'
import { attachmentKinds } from '../integrations/settings.ts'
import { texts } from '../texts/texts.ts'

/** A link that hangs on a card. Nothing is asked of the address: the kind follows from how it looks. */
export const Attachment = z.object({
  id: z.int(),
  card_id: z.int(),
  url: z.string(),
  title: z.string(),
  kind: z.enum(attachmentKinds),
  /** null when the account is gone. */
  user: PersonSummary.nullable(),
  created_at: Instant,
})
export type Attachment = z.infer<typeof Attachment>

const title = typedText(oneLineText, limits.attachmentTitle, texts.attachmentTitleTooLong)
const Path = CardParams.extend({ attachmentId: Id })

export const attachmentsApi = {
  list: {
    method: 'GET',
    url: '/cards/:cardId/attachments',
    access: 'session',
    summary: 'Os links anexados a um cartão',
    params: CardParams,
    reply: z.array(Attachment),
  },
  add: {
    method: 'POST',
    url: '/cards/:cardId/attachments',
    access: 'session',
    summary: 'Anexa um link https, do Google Drive ou de outro lugar; sem título, ele diz o que é',
    params: CardParams,
    body: z.object({
      url: z
        .string({ error: texts.attachmentUrlInvalid })
        .trim()
        .max(limits.attachmentUrl, { error: texts.attachmentUrlInvalid, abort: true })
        .check(z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: texts.attachmentUrlInvalid })),
      title: title.default(''),
    }),
    reply: Attachment,
  },
  rename: {
    method: 'PUT',
    url: '/cards/:cardId/attachments/:attachmentId',
    access: 'session',
    summary: 'Muda o título de um anexo; vazio, volta a dizer o que é',
    params: Path,
    body: z.object({ title }),
    reply: Attachment,
  },
  remove: {
    method: 'DELETE',
    url: '/cards/:cardId/attachments/:attachmentId',
    access: 'session',
    summary: 'Tira um anexo do cartão',
    params: Path,
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>
