import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { BodyId, Done, Hours, Id, Instant, longText, Position, Priority, title, Version } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { oneLineText } from '../core/plain-text.ts'
import { typedText } from '../core/typed-text.ts'
import { texts } from '../texts/texts.ts'
import { cardTitle, Estimate } from './card-calls.ts'
import { Card } from './cards.ts'
import { checklistTitle, itemTitle } from './checklists.ts'
import { FieldChanges, FieldValues } from './field-values.ts'

// ---- what is read --------------------------------------------------------------------------------------------------

/** A checklist of the cards that a template makes, with nothing ticked. */
export const TemplateChecklist = z.object({ title: z.string(), items: z.array(z.string()) })
export type TemplateChecklist = z.infer<typeof TemplateChecklist>

/** A template among those of its board. */
export const CardTemplateSummary = z.object({
  id: z.int(),
  board_id: z.int(),
  name: z.string(),
  /** What the title of a card begins as; may be empty. */
  title: z.string(),
  label_ids: z.array(z.int()),
  /** Items of all its checklists. */
  checklist_total: z.int(),
  /** Counts its changes. */
  version: z.int(),
})
export type CardTemplateSummary = z.infer<typeof CardTemplateSummary>

/** What a card that is made from it begins with. Labels, fields and people that the board no longer has are not among it. */
export const CardTemplate = CardTemplateSummary.extend({
  /** Markdown. */
  description: z.string(),
  priority: Priority,
  /** Points. */
  estimate: z.number().nullable(),
  estimated_hours: z.number().nullable(),
  assigned_to: z.int().nullable(),
  participant_ids: z.array(z.int()),
  checklists: z.array(TemplateChecklist),
  fields: FieldValues,
  created_at: Instant,
  updated_at: Instant,
})
export type CardTemplate = z.infer<typeof CardTemplate>

// ---- what is written -----------------------------------------------------------------------------------------------

const name = title(limits.templateName, texts.templateNameRequired, texts.templateNameTooLong)
const content = {
  title: typedText(oneLineText, limits.cardTitle, texts.cardTitleTooLong, texts.cardTitleRequired),
  description: longText(limits.fullDescription, texts.fullDescriptionTooLong),
  priority: Priority,
  estimate: Estimate,
  estimated_hours: Hours,
  label_ids: z.array(BodyId).max(limits.cardLabels, { error: texts.tooManyCardLabels }),
  assigned_to: BodyId.nullable(),
  participant_ids: z.array(BodyId).max(limits.cardParticipants, { error: texts.tooManyParticipants }),
  checklists: z
    .array(z.object({ title: checklistTitle, items: z.array(itemTitle).max(limits.checklistItems, { error: texts.tooManyItems }) }))
    .max(limits.cardChecklists, { error: texts.tooManyChecklists }),
  fields: FieldChanges,
}
const changes = z.object(content).partial().shape

const BoardParams = z.object({ boardId: Id })
const TemplateParams = BoardParams.extend({ templateId: Id })

/** The templates of cards that a board keeps. */
export const cardTemplatesApi = {
  list: {
    method: 'GET',
    url: '/boards/:boardId/card-templates',
    access: 'session',
    summary: 'Os modelos de cartões do quadro, por nome',
    params: BoardParams,
    reply: z.array(CardTemplateSummary),
  },
  get: {
    method: 'GET',
    url: '/boards/:boardId/card-templates/:templateId',
    access: 'session',
    summary: 'Um modelo de cartão inteiro',
    params: TemplateParams,
    reply: CardTemplate,
  },
  add: {
    method: 'POST',
    url: '/boards/:boardId/card-templates',
    access: 'session',
    summary:
      'Guarda um modelo de cartão: do que um cartão do quadro tem (`card_id`), do que vem aqui, ou dos dois. Datas, comentários, links e arquivos não vão',
    params: BoardParams,
    body: z.object({
      name,
      /** A card of the board; what else is given here replaces what that one has. */
      card_id: BodyId.optional(),
      ...changes,
    }),
    reply: CardTemplate,
  },
  update: {
    method: 'PUT',
    url: '/boards/:boardId/card-templates/:templateId',
    access: 'session',
    summary: 'Muda o nome de um modelo de cartão ou o que os cartões recebem dele; os que já existem ficam como estão',
    params: TemplateParams,
    body: z.object({
      name: name.optional(),
      ...changes,
      /** The version that the change was made on; late, it is answered 409 with the fresh template in `current`. */
      version: Version.optional(),
    }),
    reply: CardTemplate,
  },
  remove: {
    method: 'DELETE',
    url: '/boards/:boardId/card-templates/:templateId',
    access: 'session',
    summary: 'Exclui um modelo de cartão; os cartões feitos dele ficam',
    params: TemplateParams,
    reply: Done,
  },
  use: {
    method: 'POST',
    url: '/boards/:boardId/lists/:listId/cards/from-template',
    access: 'session',
    summary: 'Cria um cartão a partir de um modelo do quadro',
    params: BoardParams.extend({ listId: Id }),
    body: z.object({
      template_id: BodyId,
      /** That of the template when absent. */
      title: cardTitle.optional(),
      /** Where in the list; at the end when absent. */
      position: Position.optional(),
    }),
    reply: Card,
  },
} as const satisfies Record<string, Endpoint>
