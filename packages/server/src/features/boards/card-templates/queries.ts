import type { FieldValues } from '@rodada/contract/cards/field-values'
import type { TemplateChecklist } from '@rodada/contract/cards/templates'
import type { Priority } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Selectable } from 'kysely'
import type { Db, Schema } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { conflict, invalid, notFound } from '../../../platform/http/errors.ts'
import { normalize } from '../../../platform/normalize.ts'

/**
 * What a card begins with. Labels, fields, options and people by their ids, which are never given out twice: what is gone meanwhile is left
 * out where a template is read.
 */
export type TemplateContent = {
  title: string
  description: string
  priority: Priority
  /** Points. */
  estimate: number | null
  estimated_hours: number | null
  label_ids: readonly number[]
  assigned_to: number | null
  participant_ids: readonly number[]
  checklists: readonly TemplateChecklist[]
  fields: FieldValues
}
export type TemplateRow = Omit<Selectable<Schema['card_templates']>, 'content'> & { content: TemplateContent }

export const emptyContent: TemplateContent = {
  title: '',
  description: '',
  priority: 'medium',
  estimate: null,
  estimated_hours: null,
  label_ids: [],
  assigned_to: null,
  participant_ids: [],
  checklists: [],
  fields: {},
}

const columns = ['id', 'board_id', 'name', 'content', 'version', 'created_at', 'updated_at'] as const
/** What a version before did not store is empty. */
const read = (row: Selectable<Schema['card_templates']>): TemplateRow => ({
  ...row,
  content: { ...emptyContent, ...(JSON.parse(row.content) as Partial<TemplateContent>) },
})

/** The templates of cards of a board, by name without regard to accents and case. */
export async function listTemplates(db: Db, boardId: number): Promise<TemplateRow[]> {
  const rows = await db.selectFrom('card_templates').select(columns).where('board_id', '=', boardId).limit(limits.cardTemplates).execute()
  const order = ({ name, id }: { name: string; id: number }) => `${normalize(name)} ${String(id).padStart(10, '0')}`
  return rows.map(read).sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

/** A template by its whole path; undefined when it is not one of this board's. */
export async function findTemplate(db: Db, boardId: number, templateId: number): Promise<TemplateRow | undefined> {
  const row = await db
    .selectFrom('card_templates')
    .select(columns)
    .where('id', '=', templateId)
    .where('board_id', '=', boardId)
    .executeTakeFirst()
  return row && read(row)
}

/** As `findTemplate`. @throws AppError 404 */
export async function getTemplate(db: Db, boardId: number, templateId: number): Promise<TemplateRow> {
  const template = await findTemplate(db, boardId, templateId)
  if (!template) throw notFound()
  return template
}

/** The letters of its description and checklists. */
export const lettersOfContent = ({ description, checklists }: Pick<TemplateContent, 'description' | 'checklists'>): number =>
  description.length + checklists.flatMap(({ title, items }) => [title, ...items]).reduce((sum, { length }) => sum + length, 0)

const requireLength = (content: TemplateContent): void => {
  if (lettersOfContent(content) > limits.templateText) throw invalid({ checklists: texts.templateTextTooLong })
}

/** Adds a template to a held board. @param times when it was made and changed, of one that was brought @throws AppError 409 when the board has too many, 400 when its texts are too long */
export async function addTemplate(
  trx: Db,
  boardId: number,
  { name, content }: Pick<TemplateRow, 'name' | 'content'>,
  times?: Pick<TemplateRow, 'created_at' | 'updated_at'>,
): Promise<number> {
  requireLength(content)
  const { n } = await trx
    .selectFrom('card_templates')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('board_id', '=', boardId)
    .executeTakeFirstOrThrow()
  if (n >= limits.cardTemplates) throw conflict(texts.tooManyTemplates)
  const now = instant()
  const { id } = await trx
    .insertInto('card_templates')
    .values({ board_id: boardId, name, content: JSON.stringify(content), created_at: now, updated_at: now, ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes a template, which counts its version. @throws AppError 400 when its texts are too long */
export async function updateTemplate(trx: Db, { id, version }: TemplateRow, { name, content }: Pick<TemplateRow, 'name' | 'content'>) {
  requireLength(content)
  await trx
    .updateTable('card_templates')
    .set({ name, content: JSON.stringify(content), version: version + 1, updated_at: instant() })
    .where('id', '=', id)
    .execute()
}

export async function deleteTemplate(trx: Db, templateId: number): Promise<void> {
  await trx.deleteFrom('card_templates').where('id', '=', templateId).execute()
}
