import type { CardTemplate, CardTemplateSummary } from '@rodada/contract/cards/templates'
import type { Db } from '../../../platform/database.ts'
import type { TemplateContent, TemplateRow } from '../../boards/card-templates/queries.ts'
import { listFields } from '../../boards/fields/queries.ts'
import { listLabels } from '../../boards/label-queries.ts'
import { listAssignable } from '../../boards/members/queries.ts'
import { listChecklists } from '../checklists/queries.ts'
import { listValuesOfCard } from '../fields/queries.ts'
import { fittingValues } from '../fields/values.ts'
import { listLabelsOfCard } from '../label-queries.ts'
import { listParticipantIds } from '../participants/queries.ts'
import { type CardRow, priorityOf } from '../queries.ts'

/** Where a text shows or names a file of its card. Files stay with the card, so a template keeps only what the text calls them. */
const fileReference = /!?\[([^\]\n]*)\]\(file:\d{1,10}\)/g

/** What a template of a card has: what a copy has, apart from dates, notes, links and files. */
export async function contentOf(trx: Db, card: CardRow): Promise<TemplateContent> {
  const { title, description, estimate, estimated_hours, assignee_id } = card
  return {
    title,
    description: description.replace(fileReference, '$1'),
    priority: priorityOf(card),
    estimate,
    estimated_hours,
    label_ids: (await listLabelsOfCard(trx, card.id)).map(({ id }) => id),
    assigned_to: assignee_id,
    participant_ids: await listParticipantIds(trx, card.id),
    checklists: (await listChecklists(trx, card.id)).map((list) => ({ title: list.title, items: list.items.map((item) => item.title) })),
    fields: await listValuesOfCard(trx, card.id),
  }
}

/** What of a template its board still has. Who left comes back into it with their return. */
export async function fittingContent(db: Db, boardId: number, content: TemplateContent): Promise<TemplateContent> {
  const labels = new Set((await listLabels(db, boardId)).map(({ id }) => id))
  const fields = await listFields(db, boardId)
  const people = await listAssignable(db, boardId)
  return {
    ...content,
    label_ids: content.label_ids.filter((id) => labels.has(id)),
    assigned_to: content.assigned_to !== null && people.has(content.assigned_to) ? content.assigned_to : null,
    participant_ids: content.participant_ids.filter((id) => people.has(id)),
    fields: fittingValues(fields, content.fields, people),
  }
}

export const templateSummary = ({ id, board_id, name, content, version }: TemplateRow): CardTemplateSummary => ({
  id,
  board_id,
  name,
  title: content.title,
  label_ids: [...content.label_ids],
  checklist_total: content.checklists.reduce((sum, { items }) => sum + items.length, 0),
  version,
})

/** A whole template. @param content what of it the board still has */
export const templateView = (template: TemplateRow, content: TemplateContent): CardTemplate => ({
  ...templateSummary({ ...template, content }),
  description: content.description,
  priority: content.priority,
  estimate: content.estimate,
  estimated_hours: content.estimated_hours,
  assigned_to: content.assigned_to,
  participant_ids: [...content.participant_ids],
  checklists: content.checklists.map(({ title, items }) => ({ title, items: [...items] })),
  fields: { ...content.fields },
  created_at: template.created_at,
  updated_at: template.updated_at,
})
