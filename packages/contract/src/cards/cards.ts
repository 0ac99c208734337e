import { z } from 'zod'
import { Activity } from '../boards/activities.ts'
import type { Endpoint } from '../core/endpoint.ts'
import {
  BodyId,
  CardParams,
  DateOnly,
  Done,
  Hours,
  Id,
  Instant,
  longText,
  Notes,
  PageSize,
  PersonSummary,
  Position,
  Priority,
  Search,
  title,
  Version,
  WorkStatus,
} from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { githubStates } from '../integrations/settings.ts'
import { texts } from '../texts/texts.ts'
import { Checklist } from './checklists.ts'
import { Comment } from './comments.ts'
import { FieldChanges, FieldValues, StoredFieldValues } from './field-values.ts'
import { CardFile } from './files.ts'
import { KeyText } from './keys.ts'
import { CardRelation } from './relations.ts'
import { recurrenceModes, recurrences } from './settings.ts'

// ---- what is read --------------------------------------------------------------------------------------------------

export const CardLabel = z.object({ id: z.int(), name: z.string(), color: z.string() })
export type CardLabel = z.infer<typeof CardLabel>

/** A card as its board shows it. `key` is what people call it ('PAG-42'). `rank` orders the cards of a list, compared as plain text. Dates are 'YYYY-MM-DD'. */
const summary = {
  id: z.int(),
  key: z.string(),
  list_id: z.int(),
  title: z.string(),
  priority: Priority,
  start_date: z.string().nullable(),
  due_date: z.string().nullable(),
  rank: z.string(),
  status: WorkStatus,
  /** Points. */
  estimate: z.number().nullable(),
  label_ids: z.array(z.int()),
  assigned_user: PersonSummary.nullable(),
  /** Who takes part besides; the assignee may be among them and is shown once. They are members of the board. */
  participant_ids: z.array(z.int()),
  has_description: z.boolean(),
  comment_count: z.int(),
  checklist_total: z.int(),
  checklist_done: z.int(),
  attachment_count: z.int(),
  file_count: z.int(),
  /** The picture that its face shows, one of its files. */
  cover_file_id: z.int().nullable(),
  /** Whether a card that is still open blocks it. */
  blocked: z.boolean(),
  /** Its sub-cards that are not cancelled, and those of them that are done. */
  subcards_total: z.int(),
  subcards_done: z.int(),
  /** The state of its issues and pull requests that matters most; null when there is none. */
  github_state: z.enum(githubStates).nullable(),
  /** What it has in the fields that the board's cards show; the card itself has all. */
  fields: StoredFieldValues,
}
export const CardChange = z.object(summary)
export type CardChange = z.infer<typeof CardChange>
/** `position` is the index in its list, from 0. */
export const CardSummary = z.object({ ...summary, position: z.int() })
export type CardSummary = z.infer<typeof CardSummary>

/**
 * A card among those of its list. Checklists and comments, of which there may be thousands, come with the card itself; here
 * they are only counted, and of a long description there is the beginning.
 */
export const ListedCard = z.object({ ...CardSummary.shape, board_id: z.int(), description: z.string(), labels: z.array(CardLabel) })
export type ListedCard = z.infer<typeof ListedCard>

export const ArchivedCard = z.object({
  id: z.int(),
  key: z.string(),
  list_id: z.int(),
  list_title: z.string(),
  title: z.string(),
  archived_at: Instant,
})

/** The sprint that a card is planned into, and its last day. Of an ended one it is told where the card was finished. */
export const SprintOfCard = z.object({ id: z.int(), nome: z.string(), data_fim: z.string(), ended: z.boolean() })
export type SprintOfCard = z.infer<typeof SprintOfCard>

/** A card outside its board: in a search, or among one's own. */
export const CardHit = z.object({
  id: z.int(),
  key: z.string(),
  title: z.string(),
  board_id: z.int(),
  board_title: z.string(),
  board_color: z.string(),
  list_id: z.int(),
  list_title: z.string(),
  priority: Priority,
  due_date: z.string().nullable(),
  status: WorkStatus,
  estimate: z.number().nullable(),
  assigned_user: PersonSummary.nullable(),
  participant_ids: z.array(z.int()),
  sprint: SprintOfCard.nullable(),
  updated_at: Instant,
})
export type CardHit = z.infer<typeof CardHit>

/** How a card comes again. `next_on` is the day, 'YYYY-MM-DD'; null where it comes after it is done. It acts in the name of `set_by`. */
export const CardRecurrence = z.object({
  every: z.enum(recurrences),
  mode: z.enum(recurrenceModes),
  next_on: z.string().nullable(),
  set_by: PersonSummary.nullable(),
})
export type CardRecurrence = z.infer<typeof CardRecurrence>

/** A whole card. `comments` are the newest page, oldest first. */
export const Card = z.object({
  ...CardSummary.omit({
    label_ids: true,
    has_description: true,
    comment_count: true,
    checklist_total: true,
    checklist_done: true,
    attachment_count: true,
    file_count: true,
    github_state: true,
  }).shape,
  board_id: z.int(),
  /** Whether the viewer watches this card, and how many people do. Who watches its board is not counted. */
  watching: z.boolean(),
  watcher_count: z.int(),
  description: z.string(),
  /** What the sprint's side plans of it: the sprint, decimal hours, and notes. */
  sprint: SprintOfCard.nullable(),
  estimated_hours: z.number().nullable(),
  notes: z.string(),
  labels: z.array(CardLabel),
  checklists: z.array(Checklist),
  comments: z.array(Comment),
  comment_count: z.int(),
  files: z.array(CardFile),
  recurrence: CardRecurrence.nullable(),
  /** What it has in the fields of its board. */
  fields: FieldValues,
  relations: z.array(CardRelation),
  created_at: Instant,
  updated_at: Instant,
  completed_at: Instant.nullable(),
  archived_at: Instant.nullable(),
  /** Counts the changes of title, description and notes. */
  version: z.int(),
  can: z.object({ write: z.boolean() }),
})
export type Card = z.infer<typeof Card>

// ---- what is written -----------------------------------------------------------------------------------------------

const cardTitle = title(limits.cardTitle, texts.cardTitleRequired, texts.cardTitleTooLong)
const cardDescription = longText(limits.cardDescription, texts.descriptionTooLong)
const estimate = z
  .number({ error: texts.estimateInvalid })
  .min(0, { error: texts.estimateInvalid })
  .max(limits.estimate, { error: texts.estimateInvalid })
  .nullable()
export const CreateCard = z.object({
  title: cardTitle,
  description: cardDescription.default(''),
  due_date: DateOnly.default(null),
  priority: Priority.default('medium'),
  /** Where in the list; at the end when absent. */
  position: Position.optional(),
  /** The card that it is a sub-card of, from its first moment. */
  part_of: BodyId.optional(),
})
export const UpdateCard = z.object({
  title: cardTitle.optional(),
  /** Markdown. Longer than when a card is created; other calls show its beginning where it is among others. */
  description: longText(limits.fullDescription, texts.fullDescriptionTooLong).optional(),
  /** Not after `due_date`. */
  start_date: DateOnly.optional(),
  due_date: DateOnly.optional(),
  priority: Priority.optional(),
  estimate: estimate.optional(),
  estimated_hours: Hours.optional(),
  notes: Notes.optional(),
  /** A picture with a preview among the card's files, for its face; null for none. */
  cover_file_id: BodyId.nullable().optional(),
  /** Only those that change: the others stay as they are. */
  fields: FieldChanges.optional(),
  /** The version that a new title, description or note was made on; late, it is answered 409 with the fresh card in `current`. */
  version: Version.optional(),
})
export const GatherCards = z.object({ card_ids: z.array(BodyId).min(1).max(limits.cardsAtOnce) })
export const MoveCard = z.object({
  /** By the card's id alone also one of another board. */
  list_id: BodyId,
  /** Index among the other cards of that list. */
  position: Position.optional(),
  /** The card it is put behind, null for the top: says the same as `position`, but stays right when others move cards meanwhile. */
  after_id: BodyId.nullable().optional(),
})
export const CopyCard = z.object({
  /** Of the same board; the card's own when absent. */
  list_id: BodyId.optional(),
  title: cardTitle.optional(),
})
export const AssignCard = z.object({ user_id: BodyId.nullable() })

const ListPath = z.object({ boardId: Id, listId: Id })
const BoardCardParams = ListPath.extend({ cardId: Id })
const cardPath = '/boards/:boardId/lists/:listId/cards/:cardId'

/** A card by its whole path, as the specification names it. A card that meanwhile stands in another list is not found here. */
export const listCardsApi = {
  list: {
    method: 'GET',
    url: '/boards/:boardId/lists/:listId/cards',
    access: 'session',
    summary: 'Os cartões de uma lista',
    params: ListPath,
    reply: z.array(ListedCard),
  },
  create: {
    method: 'POST',
    url: '/boards/:boardId/lists/:listId/cards',
    access: 'session',
    summary: 'Cria um cartão',
    params: ListPath,
    body: CreateCard,
    reply: Card,
  },
  gather: {
    method: 'PUT',
    url: '/boards/:boardId/lists/:listId/cards',
    access: 'session',
    summary: 'Põe cartões do quadro no fim da lista, nesta ordem: todos ou nenhum',
    params: ListPath,
    body: GatherCards,
    reply: Done,
  },
  get: { method: 'GET', url: cardPath, access: 'session', summary: 'Um cartão inteiro', params: BoardCardParams, reply: Card },
  update: {
    method: 'PUT',
    url: cardPath,
    access: 'session',
    summary: 'Muda campos de um cartão',
    params: BoardCardParams,
    body: UpdateCard,
    reply: Card,
  },
  remove: { method: 'DELETE', url: cardPath, access: 'session', summary: 'Exclui um cartão', params: BoardCardParams, reply: Done },
  move: {
    method: 'PUT',
    url: `${cardPath}/move`,
    access: 'session',
    summary: 'Põe o cartão em outra lista ou posição',
    params: BoardCardParams,
    body: MoveCard,
    reply: Card,
  },
  assign: {
    method: 'PUT',
    url: `${cardPath}/assign`,
    access: 'session',
    summary: 'Muda o responsável',
    params: BoardCardParams,
    body: AssignCard,
    reply: Card,
  },
} as const satisfies Record<string, Endpoint>

export const cardsApi = {
  filter: {
    method: 'GET',
    url: '/cards/filter',
    access: 'session',
    summary: 'Tarefas de quem pergunta, por andamento e texto, o prazo mais próximo primeiro',
    query: z.object({
      q: Search.optional(),
      status: z.enum(['completed', 'in_progress', 'pending', 'overdue']).optional(),
      limit: PageSize,
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    reply: z.array(CardHit),
  },
  search: {
    method: 'GET',
    url: '/cards/search',
    access: 'session',
    summary:
      'Cartões que a pessoa vê, por texto (sem acentos nem maiúsculas) e filtros; com `board_id`, também pelos campos do quadro: `field.12=valor`, e `field.12=` para os vazios',
    query: z.looseObject({
      q: Search.optional(),
      board_id: Id.optional(),
      priority: Priority.optional(),
      status: WorkStatus.optional(),
      /** Whose the card is: they answer for it, or take part. */
      assigned_to: Id.optional(),
      /** true: only what should have been done before today and is not. */
      late: z.stringbool().optional(),
      /** true: only what is neither done nor cancelled. */
      open: z.stringbool().optional(),
      /** true: only what is open, and waits for a card that is open, too. */
      blocked: z.stringbool().optional(),
      /** Only what has points, or only what has none yet. */
      estimated: z.stringbool().optional(),
      limit: PageSize,
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    reply: z.array(CardHit),
  },
  byKey: {
    method: 'GET',
    url: '/cards/by-key/:key',
    access: 'session',
    summary: 'Um cartão inteiro por uma chave que tem ou teve; de vários que a pessoa vê, o mais novo',
    params: z.object({ key: KeyText }),
    reply: Card,
  },
  get: { method: 'GET', url: '/cards/:cardId', access: 'session', summary: 'Um cartão inteiro', params: CardParams, reply: Card },
  update: {
    method: 'PUT',
    url: '/cards/:cardId',
    access: 'session',
    summary: 'Muda campos de um cartão',
    params: CardParams,
    body: UpdateCard,
    reply: Card,
  },
  remove: {
    method: 'DELETE',
    url: '/cards/:cardId',
    access: 'session',
    summary: 'Exclui um cartão; por um dia ele pode ser restaurado',
    params: CardParams,
    reply: Done,
  },
  move: {
    method: 'PUT',
    url: '/cards/:cardId/move',
    access: 'session',
    summary: 'Põe o cartão em outra lista ou posição, também de outro quadro: lá ele tem outra chave, e a de antes continua levando a ele',
    params: CardParams,
    body: MoveCard,
    reply: Card,
  },
  assign: {
    method: 'PUT',
    url: '/cards/:cardId/assign',
    access: 'session',
    summary: 'Muda o responsável',
    params: CardParams,
    body: AssignCard,
    reply: Card,
  },
  copy: {
    method: 'POST',
    url: '/cards/:cardId/copy',
    access: 'session',
    summary:
      'Copia um cartão com participantes, etiquetas, checklists, links e arquivos; comentários, sprint, votações e marcas ficam com o primeiro',
    params: CardParams,
    body: CopyCard,
    reply: Card,
  },
  archive: {
    method: 'POST',
    url: '/cards/:cardId/archive',
    access: 'session',
    summary: 'Arquiva um cartão',
    params: CardParams,
    reply: Card,
  },
  restore: {
    method: 'POST',
    url: '/cards/:cardId/restore',
    access: 'session',
    summary: 'Traz de volta um cartão arquivado, ou excluído há menos de um dia, ao seu lugar',
    params: CardParams,
    reply: Card,
  },
  activity: {
    method: 'GET',
    url: '/cards/:cardId/activity',
    access: 'session',
    summary: 'O que aconteceu com o cartão, do mais novo ao mais velho',
    params: CardParams,
    query: z.object({ before: Id.optional(), limit: PageSize }),
    reply: z.array(Activity),
  },
  addLabel: {
    method: 'POST',
    url: '/cards/:cardId/labels',
    access: 'session',
    summary: 'Põe uma etiqueta do quadro no cartão',
    params: CardParams,
    body: z.object({ label_id: BodyId }),
    reply: Card,
  },
  removeLabel: {
    method: 'DELETE',
    url: '/cards/:cardId/labels/:labelId',
    access: 'session',
    summary: 'Tira uma etiqueta do cartão',
    params: CardParams.extend({ labelId: Id }),
    reply: Card,
  },
} as const satisfies Record<string, Endpoint>
