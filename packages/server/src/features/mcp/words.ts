import type { CardHit } from '@rodada/contract/cards/cards'
import { taskPriorities } from '@rodada/contract/sprints/settings'
import type { SprintTask } from '@rodada/contract/sprints/tasks'
import { pageSize } from './fields.ts'
import { inLine } from './tool.ts'

/** Parts of a line that are there, with dots between them. */
export const parts = (...all: (string | false | null | undefined)[]): string => all.filter((part) => part).join(' · ')

export const pointsText = (points: number | null): string | null => (points === null ? null : `${points} pontos`)

/** A title in quotes, short. */
export const quoted = (text: string, most = 120): string => `«${inLine(text, most)}»`

/** A card outside of its board, in a line. */
export const hitLine = (card: CardHit): string =>
  parts(
    `${card.key} ${quoted(card.title)}`,
    `quadro ${quoted(card.board_title, 60)}`,
    `lista ${quoted(card.list_title, 60)}`,
    card.status,
    `prioridade ${taskPriorities[card.priority]}`,
    card.due_date && `prazo ${card.due_date}`,
    pointsText(card.estimate),
    card.assigned_user && `com ${inLine(card.assigned_user.name, 60)}`,
    card.sprint && `sprint ${quoted(card.sprint.nome, 60)}`,
    `id ${card.id}`,
  )

/** A card of a sprint or the backlog, in a line. */
export const taskLine = (task: SprintTask): string =>
  parts(
    `${task.key} ${quoted(task.titulo)}`,
    task.status,
    `prioridade ${task.prioridade}`,
    task.data_limite && `prazo ${task.data_limite}`,
    pointsText(task.estimativa_pontos),
    task.assigned_user && `com ${inLine(task.assigned_user.name, 60)}`,
    task.blocked && 'bloqueado',
    `id ${task.id}`,
  )

/** Says how to go on, where there is more than what was shown. */
export const goOn = (from: number, shown: number, total: number, extra = ''): string | undefined =>
  from + shown < total ? `Há mais ${total - from - shown}: chame de novo com offset ${from + shown}${extra}.` : undefined

/** The same where nobody counted them: a full page may not be the last one. */
export const maybeMore = (from: number, shown: number): string | undefined =>
  shown === pageSize ? `Pode haver mais: chame de novo com offset ${from + shown}.` : undefined
