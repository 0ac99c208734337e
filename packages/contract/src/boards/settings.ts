import type { Language } from '../core/languages.ts'

/** Constants of boards, free of schemas: the web reads them without loading any validation. */

/** The eight colours of boards and labels, by name; the first is what a new board gets. */
export const boardColors = {
  azul: '#266fb8',
  petroleo: '#097285',
  folha: '#2a7d48',
  ipe: '#916810',
  caju: '#ba5314',
  pitanga: '#c33438',
  jabuticaba: '#954886',
  grafite: '#5c646b',
} as const
export const boardColorHexes = Object.values(boardColors)
export const defaultBoardColor = boardColors.azul

/** The lists that a new board, and the columns that a new sprint starts with, in the language of its maker. */
export const firstColumns = {
  'pt-BR': ['A Fazer', 'Em Andamento', 'Concluído'],
  'en-US': ['To do', 'In progress', 'Done'],
  'es-ES': ['Por hacer', 'En curso', 'Hecho'],
} as const satisfies Record<Language, readonly string[]>

/** Templates that come with the program: each is lists and labels in the language of who uses it. */
export const readyTemplates = ['kanban', 'bugs', 'retrospective', 'product'] as const
export type ReadyTemplate = (typeof readyTemplates)[number]

export const boardRoles = ['admin', 'member', 'guest'] as const
/** From the lowest on; 'none' is chosen by a person, and new cards are 'medium'. */
export const priorities = ['none', 'low', 'medium', 'high', 'urgent'] as const
/** What a field of a board holds on each card. */
export const fieldTypes = ['text', 'number', 'date', 'checkbox', 'choice', 'person'] as const
export const workStatuses = ['pendente', 'em_andamento', 'concluida', 'impedimento', 'cancelada'] as const

/** How a card's date stands to today, as cards are filtered by it. */
export const dueFilters = ['late', 'today', 'week', 'none'] as const
export type DueFilter = (typeof dueFilters)[number]
/** The same for a date in a field, which is empty as other fields are. */
export const dayFilters = ['late', 'today', 'week'] as const
export type DayFilter = (typeof dayFilters)[number]
/** What a card either is or is not, as cards are filtered by it. */
export const cardStates = ['blocked', 'idle', 'recurs', 'files', 'unestimated'] as const
export type CardState = (typeof cardStates)[number]

/** How long 'Desfazer' is offered, and how long what was deleted can be brought back, in milliseconds. */
export const undoMs = 10_000
export const deletedKeptMs = 24 * 60 * 60 * 1000
export const invitationDays = 7

/** The address of the page that an invitation leads to. The token comes behind it: what stands behind # reaches no server and no log. */
export const invitationPage = '/convite#'

/** What happened on a board, as the activity tells it. */
export const activityKinds = [
  'board.created',
  'board.updated',
  'board.imported',
  'list.created',
  'list.updated',
  'list.moved',
  'list.archived',
  'list.restored',
  'list.copied',
  'list.deleted',
  'card.created',
  'card.updated',
  'card.moved',
  'card.left',
  'card.arrived',
  'card.assigned',
  'card.participant_added',
  'card.participant_removed',
  'card.archived',
  'card.restored',
  'card.deleted',
  'card.labeled',
  'card.field_set',
  'card.commented',
  'card.merged',
  'card.named',
  'card.repeat_stopped',
  'card.repeat_skipped',
  'card.attached',
  'card.file_added',
  'card.file_removed',
  'card.linked',
  'card.related',
  'card.unrelated',
  'card.estimated',
  'checklist.created',
  'checklist.item_completed',
  'field.created',
  'field.updated',
  'field.deleted',
  'template.created',
  'template.updated',
  'template.deleted',
  'filter.created',
  'filter.updated',
  'filter.deleted',
  'member.added',
  'member.updated',
  'member.removed',
  'member.group_added',
  'member.group_updated',
  'member.group_removed',
  'group.set',
  'group.removed',
  'sprint.ended',
  'sprint.reopened',
  'link.created',
  'link.deleted',
  'link.report_created',
  'link.report_deleted',
  'integration.set',
  'integration.changed',
  'integration.secret',
  'integration.confirmed',
  'integration.removed',
] as const
