import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { CardParams, Done, Id, Position, title, Version } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { texts } from '../texts/texts.ts'

/**
 * `version` counts the changes of the title, here and in the list; ticks and places count none. Every reply carries it, and only
 * what a page shows ahead of one has none.
 */
export const ChecklistItem = z.object({
  id: z.int(),
  title: z.string(),
  completed: z.boolean(),
  position: z.int(),
  version: z.int().optional(),
})
export type ChecklistItem = z.infer<typeof ChecklistItem>
export const Checklist = z.object({
  id: z.int(),
  title: z.string(),
  position: z.int(),
  version: z.int().optional(),
  items: z.array(ChecklistItem),
})
export type Checklist = z.infer<typeof Checklist>

export const checklistTitle = title(limits.checklistTitle, texts.checklistTitleRequired, texts.listTitleTooLong)
export const itemTitle = title(limits.checklistItem, texts.itemTitleRequired, texts.itemTitleTooLong)

const ChecklistParams = CardParams.extend({ checklistId: Id })
const ItemParams = ChecklistParams.extend({ itemId: Id })
const position = Position.optional()
/** The version that a new title was made on; late, it is answered 409 with the fresh entity in `current`. */
const version = Version.optional()

export const checklistsApi = {
  list: {
    method: 'GET',
    url: '/cards/:cardId/checklists',
    access: 'session',
    summary: 'Listas de verificação do cartão',
    params: CardParams,
    reply: z.array(Checklist),
  },
  add: {
    method: 'POST',
    url: '/cards/:cardId/checklists',
    access: 'session',
    summary: 'Cria uma lista de verificação',
    params: CardParams,
    body: z.object({ title: checklistTitle }),
    reply: Checklist,
  },
  update: {
    method: 'PUT',
    url: '/cards/:cardId/checklists/:checklistId',
    access: 'session',
    summary: 'Muda título ou posição de uma lista de verificação',
    params: ChecklistParams,
    body: z.object({ title: checklistTitle.optional(), position, version }),
    reply: Checklist,
  },
  remove: {
    method: 'DELETE',
    url: '/cards/:cardId/checklists/:checklistId',
    access: 'session',
    summary: 'Exclui uma lista de verificação',
    params: ChecklistParams,
    reply: Done,
  },
  addItem: {
    method: 'POST',
    url: '/cards/:cardId/checklists/:checklistId/items',
    access: 'session',
    summary: 'Acrescenta um item',
    params: ChecklistParams,
    body: z.object({ title: itemTitle }),
    reply: ChecklistItem,
  },
  updateItem: {
    method: 'PUT',
    url: '/cards/:cardId/checklists/:checklistId/items/:itemId',
    access: 'session',
    summary: 'Muda título ou posição de um item, ou o marca',
    params: ItemParams,
    body: z.object({ title: itemTitle.optional(), completed: z.boolean().optional(), position, version }),
    reply: ChecklistItem,
  },
  removeItem: {
    method: 'DELETE',
    url: '/cards/:cardId/checklists/:checklistId/items/:itemId',
    access: 'session',
    summary: 'Exclui um item',
    params: ItemParams,
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>
