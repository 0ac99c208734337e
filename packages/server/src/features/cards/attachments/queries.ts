import type { Attachment } from '@rodada/contract/cards/attachments'
import type { Language } from '@rodada/contract/core/languages'
import { limits } from '@rodada/contract/core/limits'
import { type AttachmentKind, attachmentKindOf } from '@rodada/contract/integrations/settings'
import { texts } from '@rodada/contract/texts/texts'
import { translate } from '@rodada/contract/texts/translate'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { conflict, notFound } from '../../../platform/http/errors.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'

const kindTitles: Record<Exclude<AttachmentKind, 'link'>, string> = {
  document: texts.attachmentDocument,
  spreadsheet: texts.attachmentSpreadsheet,
  presentation: texts.attachmentPresentation,
  file: texts.attachmentFile,
  folder: texts.attachmentFolder,
}

/** The title of an attachment that was given none: its kind, or its address. */
function titleOf(url: string, language: Language): string {
  const kind = attachmentKindOf(url)
  return kind === 'link' ? new URL(url).hostname : translate(kindTitles[kind], language)
}

const attachments = (db: Db, cardId: number) =>
  db
    .selectFrom('attachments')
    .leftJoin('users', 'users.id', 'attachments.user_id')
    .select(['attachments.id', 'card_id', 'url', 'title', 'kind', 'user_id', 'attachments.created_at', 'users.name', 'users.avatar_url'])
    .where('card_id', '=', cardId)

type Row = Omit<Attachment, 'user'> & { user_id: number | null; name: string | null; avatar_url: string | null }
const shaped = ({ user_id, name, avatar_url, ...row }: Row): Attachment => ({
  ...row,
  user: user_id === null ? null : { id: user_id, name: name ?? '', avatar_url },
})

/** The attachments of a card, the oldest first. */
export const listAttachments = async (db: Db, cardId: number): Promise<Attachment[]> =>
  (await attachments(db, cardId).orderBy('attachments.id').limit(limits.cardAttachments).execute()).map(shaped)

/** @throws AppError 404 when it is not on this card. */
export const getAttachment = async (db: Db, cardId: number, id: number): Promise<Attachment> =>
  shaped(await attachments(db, cardId).where('attachments.id', '=', id).executeTakeFirstOrThrow(notFound))

/** @throws AppError 409 when the card has too many. */
export async function addAttachment(
  trx: Db,
  cardId: number,
  { userId, language }: Pick<Viewer, 'userId' | 'language'>,
  { url, title }: { url: string; title: string },
): Promise<Attachment> {
  const { n } = await trx
    .selectFrom('attachments')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('card_id', '=', cardId)
    .executeTakeFirstOrThrow()
  if (n >= limits.cardAttachments) throw conflict(texts.tooManyAttachments)
  const { id } = await trx
    .insertInto('attachments')
    .values({
      card_id: cardId,
      url,
      title: title || titleOf(url, language),
      kind: attachmentKindOf(url),
      user_id: userId,
      created_at: instant(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return getAttachment(trx, cardId, id)
}

/** Gives an attachment another title; false when it has it already. */
export async function renameAttachment(trx: Db, attachment: Attachment, title: string, language: Language): Promise<boolean> {
  const wanted = title || titleOf(attachment.url, language)
  if (wanted === attachment.title) return false
  await trx.updateTable('attachments').set({ title: wanted }).where('id', '=', attachment.id).execute()
  return true
}

export async function deleteAttachment(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('attachments').where('id', '=', id).execute()
}
