import { z } from 'zod'
import { addressText, emailPattern } from '../auth/person-fields.ts'
import { ArchivedCard } from '../cards/cards.ts'
import { KeyPrefix } from '../cards/keys.ts'
import type { Endpoint } from '../core/endpoint.ts'
import {
  BoardRole,
  BodyId,
  Color,
  Done,
  Id,
  Instant,
  largestInteger,
  longText,
  PageSize,
  Position,
  Search,
  title,
  Version,
  WorkStatus,
} from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { typedText } from '../core/typed-text.ts'
import { Deck } from '../rooms/decks.ts'
import { texts } from '../texts/texts.ts'
import { Activity } from './activities.ts'
import { Board, BoardChanges, BoardMember, BoardSummary, Label, List, ListWithCards } from './boards.ts'
import { Invitation } from './invitations.ts'
import { readyTemplates } from './settings.ts'

const boardTitle = title(limits.boardTitle, texts.boardTitleRequired, texts.boardTitleTooLong)
const boardDescription = longText(limits.boardDescription, texts.descriptionTooLong)
const listTitle = title(limits.listTitle, texts.listTitleRequired, texts.listTitleTooLong)
const wipLimit = z
  .int({ error: texts.wipLimitInvalid })
  .min(1, { error: texts.wipLimitInvalid })
  .max(limits.wipLimit, { error: texts.wipLimitInvalid })
const labelName = title(limits.labelName, texts.labelNameRequired, texts.labelNameTooLong)
/** The version that the change was made on; with it, a late change is answered 409 with the fresh entity in `current`. */
const version = Version.optional()

const inviteEmail = typedText(addressText, limits.email, texts.inviteEmailInvalid, texts.inviteEmailInvalid).regex(emailPattern, {
  error: texts.inviteEmailInvalid,
})

const BoardParams = z.object({ boardId: Id })
const ListParams = BoardParams.extend({ listId: Id })
const MemberParams = BoardParams.extend({ userId: Id })
const LabelParams = BoardParams.extend({ labelId: Id })

export const boardsApi = {
  list: {
    method: 'GET',
    url: '/boards',
    access: 'session',
    token: 'board',
    summary: 'Quadros que a pessoa vê, os mudados por último primeiro',
    query: z.object({
      q: Search.optional(),
      visibility: z.enum(['all', 'public', 'private']).default('all'),
      /** Templates stand apart from the boards that are worked on. */
      templates: z.enum(['all', 'none', 'only']).default('all'),
      limit: PageSize,
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    reply: z.array(BoardSummary),
  },
  counts: {
    method: 'GET',
    url: '/boards/counts',
    access: 'session',
    token: 'board',
    summary: 'Quantos quadros a pessoa vê, fora modelos: todos, públicos e privados',
    reply: z.object({ all: z.int(), public: z.int(), private: z.int() }),
  },
  ofUser: {
    method: 'GET',
    url: '/users/:userId/boards',
    alias: '/boards/user/:userId',
    access: 'session',
    token: 'board',
    summary: 'Quadros de que uma pessoa faz parte, entre os que quem pergunta vê',
    params: z.object({ userId: Id }),
    reply: z.array(BoardSummary),
  },
  get: {
    method: 'GET',
    url: '/boards/:boardId',
    access: 'session',
    summary: 'Um quadro inteiro: listas, cartões, etiquetas e membros',
    params: BoardParams,
    reply: Board,
  },
  changes: {
    method: 'GET',
    url: '/boards/:boardId/changes',
    access: 'session',
    summary: 'O que mudou no quadro desde uma revisão',
    params: BoardParams,
    query: z.object({ since: z.coerce.number().int().min(0).max(largestInteger) }),
    reply: BoardChanges,
  },
  create: {
    method: 'POST',
    url: '/boards',
    access: 'session',
    token: 'account',
    summary: 'Cria um quadro com as três listas de início, ou igual a um modelo: o id de um quadro ou o nome de um dos que vêm prontos',
    body: z.object({
      title: boardTitle,
      description: boardDescription.default(''),
      is_public: z.boolean().default(false),
      /** Without one that of the template, or the first. */
      color: Color.optional(),
      template_id: z.union([BodyId, z.enum(readyTemplates)], { error: texts.templateGone }).optional(),
    }),
    reply: BoardSummary,
  },
  copy: {
    method: 'POST',
    url: '/boards/:boardId/copy',
    access: 'session',
    token: 'account',
    summary:
      'Copia um quadro que se vê: listas, etiquetas e cartões. A cópia é privada e de quem copia, sem membros, convites, integrações nem sprints',
    params: BoardParams,
    body: z.object({ title: boardTitle, cards: z.boolean().default(true) }),
    reply: BoardSummary,
  },
  copies: {
    method: 'GET',
    url: '/boards/copies',
    access: 'session',
    token: 'account',
    summary: 'A cópia de quadro que a pessoa tem em andamento, e quantos cartões ela já tem',
    reply: z.array(z.object({ board_id: z.int(), title: z.string(), done: z.int(), total: z.int() })),
  },
  update: {
    method: 'PUT',
    url: '/boards/:boardId',
    access: 'session',
    summary:
      'Muda título, descrição, cor, visibilidade, prefixo ou baralho, se é um modelo e se a próxima sprint nasce sozinha; `deck: null` deixa cada pessoa com o seu',
    params: BoardParams,
    body: z.object({
      title: boardTitle.optional(),
      description: boardDescription.optional(),
      is_public: z.boolean().optional(),
      color: Color.optional(),
      /** The keys of before still lead to their cards. */
      key_prefix: KeyPrefix.optional(),
      deck: Deck.nullable().optional(),
      is_template: z.boolean().optional(),
      auto_sprint: z.boolean().optional(),
      version,
    }),
    reply: BoardSummary,
  },
  remove: {
    method: 'DELETE',
    url: '/boards/:boardId',
    access: 'session',
    summary: 'Exclui o quadro; por um dia ele pode ser restaurado',
    params: BoardParams,
    reply: Done,
  },
  restore: {
    method: 'POST',
    url: '/boards/:boardId/restore',
    access: 'session',
    summary: 'Traz de volta um quadro excluído há menos de um dia',
    params: BoardParams,
    reply: BoardSummary,
  },
  activity: {
    method: 'GET',
    url: '/boards/:boardId/activity',
    access: 'session',
    summary: 'O que aconteceu no quadro, do mais novo ao mais velho',
    params: BoardParams,
    query: z.object({ before: Id.optional(), limit: PageSize }),
    reply: z.array(Activity),
  },
  archive: {
    method: 'GET',
    url: '/boards/:boardId/archive',
    access: 'session',
    summary: 'Cartões arquivados, os últimos primeiro, e as listas arquivadas',
    params: BoardParams,
    /** The next page begins behind a card: `archived_at` and `id` of the last one. Several may be of one instant. */
    query: z.object({ before: z.iso.datetime().optional(), before_id: Id.optional(), limit: PageSize }),
    reply: z.object({ cards: z.array(ArchivedCard), lists: z.array(List.extend({ archived_at: Instant })) }),
  },

  addMember: {
    method: 'POST',
    url: '/boards/:boardId/members',
    access: 'session',
    // Where no mail is sent, it answers the link that lets somebody in.
    token: 'never',
    summary: 'Põe uma pessoa no quadro, ou cria um convite para um e-mail sem conta',
    params: BoardParams,
    body: z.object({ email: inviteEmail, role: z.enum(['member', 'guest']).default('member') }),
    /**
     * One of the two. An account becomes a member at once where its address is known to be its own; otherwise the holder of the
     * link enters. Where mail is sent, the link goes there and `url` is null; elsewhere the inviter sees it, once: the
     * server keeps only its hash. `asked`: the person left this board, or of late another of the inviter's, or was put on ten by them
     * today; they are asked in their own pages whether they come.
     */
    reply: z.object({
      member: BoardMember.nullable(),
      invitation: Invitation.extend({ url: z.string().nullable(), asked: z.boolean() }).nullable(),
    }),
  },
  updateMember: {
    method: 'PUT',
    url: '/boards/:boardId/members/:userId',
    access: 'session',
    summary: 'Muda o papel de quem não administra o quadro',
    params: MemberParams,
    body: z.object({ role: BoardRole }),
    reply: BoardMember,
  },
  removeMember: {
    method: 'DELETE',
    url: '/boards/:boardId/members/:userId',
    access: 'session',
    summary: 'Tira uma pessoa do quadro, na hora; cada um pode tirar a si',
    params: MemberParams,
    reply: Done,
  },

  lists: {
    method: 'GET',
    url: '/boards/:boardId/lists',
    access: 'session',
    summary: 'As listas do quadro com os seus cartões; com `cards=none`, sem eles',
    params: BoardParams,
    query: z.object({ cards: z.enum(['all', 'none']).default('all') }),
    /** Cards as the board shows them. They can be left out, because a board may have thousands of cards. */
    reply: z.array(ListWithCards.partial({ cards: true })),
  },
  addList: {
    method: 'POST',
    url: '/boards/:boardId/lists',
    access: 'session',
    summary: 'Cria uma lista no fim do quadro',
    params: BoardParams,
    body: z.object({ title: listTitle, status: WorkStatus.optional() }),
    reply: List,
  },
  updateList: {
    method: 'PUT',
    url: '/boards/:boardId/lists/:listId',
    access: 'session',
    summary: 'Muda o título, o status ou o limite de cartões de uma lista. Um título novo diz o status de novo, se ninguém o escolheu',
    params: ListParams,
    body: z.object({
      title: listTitle.optional(),
      status: WorkStatus.optional(),
      wip_limit: wipLimit.nullable().optional(),
      wip_hard: z.boolean().optional(),
      version,
    }),
    reply: List,
  },
  moveList: {
    method: 'PUT',
    url: '/boards/:boardId/lists/:listId/move',
    access: 'session',
    summary: 'Põe a lista em outra posição',
    params: ListParams,
    body: z.object({ position: Position }),
    reply: List,
  },
  removeList: {
    method: 'DELETE',
    url: '/boards/:boardId/lists/:listId',
    access: 'session',
    summary:
      'Exclui a lista com os seus cartões, ou só ela: com `target_list_id` eles vão para o fim dessa, com o status dela. Por um dia ela pode ser restaurada',
    params: ListParams,
    query: z.object({ target_list_id: Id.optional() }),
    reply: Done,
  },
  archiveList: {
    method: 'POST',
    url: '/boards/:boardId/lists/:listId/archive',
    access: 'session',
    summary: 'Arquiva a lista com os seus cartões',
    params: ListParams,
    reply: Done,
  },
  copyList: {
    method: 'POST',
    url: '/boards/:boardId/lists/:listId/copy',
    access: 'session',
    summary: 'Copia uma lista com os seus cartões, logo depois dela; o que aconteceu com eles fica com os primeiros',
    params: ListParams,
    body: z.object({ title: listTitle.optional() }).prefault({}),
    reply: List,
  },
  restoreList: {
    method: 'POST',
    url: '/boards/:boardId/lists/:listId/restore',
    access: 'session',
    summary: 'Traz de volta uma lista arquivada ou excluída há menos de um dia',
    params: ListParams,
    reply: List,
  },

  addLabel: {
    method: 'POST',
    url: '/boards/:boardId/labels',
    access: 'session',
    summary: 'Cria uma etiqueta do quadro',
    params: BoardParams,
    body: z.object({ name: labelName, color: Color }),
    reply: Label,
  },
  updateLabel: {
    method: 'PUT',
    url: '/boards/:boardId/labels/:labelId',
    access: 'session',
    summary: 'Muda nome ou cor de uma etiqueta',
    params: LabelParams,
    /** `version`: the one that a new name was made on; late, it is answered 409 with the fresh label in `current`. */
    body: z.object({ name: labelName.optional(), color: Color.optional(), version: Version.optional() }),
    reply: Label,
  },
  removeLabel: {
    method: 'DELETE',
    url: '/boards/:boardId/labels/:labelId',
    access: 'session',
    summary: 'Exclui uma etiqueta, também dos cartões',
    params: LabelParams,
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>
