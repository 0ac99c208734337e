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
  longText,
  Notes,
  PageSize,
  Position,
  Priority,
  Search,
  title,
  Version,
  WorkStatus,
} from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { oneLineText } from '../core/plain-text.ts'
import { texts } from '../texts/texts.ts'
import { Card, CardHit, FoundCard, ListedCard } from './cards.ts'
import { FieldChanges } from './field-values.ts'
import { KeyText } from './keys.ts'
import { DueGroup, OwnCards } from './own-cards.ts'

export const cardTitle = title(limits.cardTitle, texts.cardTitleRequired, texts.cardTitleTooLong)
const cardDescription = longText(limits.cardDescription, texts.descriptionTooLong)
/** In points; null for none. */
export const Estimate = z
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
  estimate: Estimate.optional(),
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
    token: 'board',
    summary: 'Tarefas de quem pergunta, por andamento e texto, o prazo mais próximo primeiro',
    query: z.object({
      q: Search.optional(),
      status: z.enum(['completed', 'in_progress', 'pending', 'overdue']).optional(),
      limit: PageSize,
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    reply: z.array(CardHit),
  },
  mine: {
    method: 'GET',
    url: '/cards/mine',
    access: 'session',
    token: 'board',
    summary:
      'O que está em aberto com quem pergunta, por prazo: atrasadas, hoje, esta semana, depois e sem prazo; `due` pede um grupo só, e `limit` e `offset` valem para cada um',
    query: z.object({
      due: DueGroup.optional(),
      limit: PageSize,
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    reply: OwnCards,
  },
  search: {
    method: 'GET',
    url: '/cards/search',
    access: 'session',
    token: 'board',
    summary:
      'Cartões que a pessoa vê. `q` tem palavras, que estão todas no título, na descrição, em comentários, itens de checklists, nomes de arquivos ou campos de texto (entre aspas, juntas), uma chave, e filtros: `de:ana` (`de:eu`), `em:quadro ou lista`, `etiqueta:nome`, `prazo<31/12/2026`, `prazo>hoje`, `status:andamento`, `é:atrasado`, `é:aberto`, `é:bloqueado`, `é:meu`, `é:parado`, `é:recorrente`, também em inglês e espanhol. Com `board_id`, também pelos campos do quadro: `field.12=valor`, e `field.12=` para os vazios. `match` diz onde estão as palavras',
    query: z.looseObject({
      q: z.string().max(limits.cardSearch, { error: texts.searchTooLong }).overwrite(oneLineText).optional(),
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
    reply: z.array(FoundCard),
  },
  byKey: {
    method: 'GET',
    url: '/card-keys/:key',
    alias: '/cards/by-key/:key',
    access: 'session',
    token: 'board',
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
