import { limits } from '@rodada/contract/core/limits'
import { reopenHours, taskPriorities } from '@rodada/contract/sprints/settings'
import type { Sprint } from '@rodada/contract/sprints/sprints'
import type { SprintColumn, SprintTask } from '@rodada/contract/sprints/tasks'
import type { Viewer } from '../../platform/http/viewer.ts'
import { boardPolicy, roleOn } from '../boards/policy.ts'
import { descriptionExcerpt, keyOf, movedAt, priorityOf, shownFields } from '../cards/queries.ts'
import type { ColumnRow } from './columns/queries.ts'
import { isRecorded, type SprintFigures } from './figure-queries.ts'
import { type SprintRow, statusOn } from './queries.ts'
import type { Task } from './tasks/queries.ts'

/** Until when an ended sprint can be opened again; null when it cannot. */
export const reopensUntil = ({ ended_at, can_reopen }: Pick<SprintRow, 'ended_at' | 'can_reopen'>): string | null =>
  ended_at === null || can_reopen === 0 ? null : new Date(Date.parse(ended_at) + reopenHours * 3_600_000).toISOString()

/** A sprint as the viewer sees it, with its figures. */
export function sprintView(sprint: SprintRow, figures: SprintFigures, viewer: Pick<Viewer, 'role'>, today: string): Sprint {
  const mayWrite = boardPolicy.write(roleOn(sprint, viewer) ?? 'guest')
  const until = reopensUntil(sprint)
  return {
    id: sprint.id,
    nome: sprint.name,
    descricao: sprint.description,
    data_inicio: sprint.starts_on,
    data_fim: sprint.ends_on,
    status: statusOn(sprint, today),
    board_id: sprint.board_id,
    board_name: sprint.board_name,
    board_color: sprint.board_color,
    progresso: figures.progress,
    total_tasks: figures.total,
    tasks_concluidas: figures.done,
    tasks_em_andamento: figures.in_progress,
    tasks_pendentes: figures.pending,
    ended_at: sprint.ended_at,
    reopens_until: until,
    recorded: isRecorded(sprint),
    version: sprint.version,
    can: { write: sprint.ended_at === null && mayWrite, reopen: until !== null && until > new Date().toISOString() && mayWrite },
  }
}

/** Columns in their order, each with the index that follows from it. */
export const columnsView = (columns: readonly ColumnRow[]): SprintColumn[] =>
  columns.map(({ name, status_chosen: _, ...column }, ordem) => ({ ...column, nome: name, ordem }))

export const taskView = (task: Task): SprintTask => ({
  id: task.id,
  key: keyOf(task),
  sprint_id: task.sprint_id,
  column_id: task.column_id,
  rank: task.column_rank,
  board_id: task.board_id,
  list_id: task.list_id,
  titulo: task.title,
  descricao: descriptionExcerpt(task.description),
  description_cut: task.description.length > limits.descriptionExcerpt,
  prioridade: taskPriorities[priorityOf(task)],
  data_limite: task.due_date,
  start_date: task.start_date,
  estimativa_horas: task.estimated_hours,
  estimativa_pontos: task.estimate,
  observacoes: task.notes,
  status: task.status,
  moved_at: movedAt(task),
  labels: task.labels,
  assigned_user:
    task.assignee_id === null ? null : { id: task.assignee_id, name: task.assignee_name ?? '', avatar_url: task.assignee_avatar },
  participants: task.participants,
  comment_count: task.comment_count,
  checklist_total: task.checklist_total,
  checklist_done: task.checklist_done,
  attachment_count: task.attachment_count,
  file_count: task.file_count,
  ...task.marks,
  github_state: task.github_state,
  fields: shownFields(task.shown_fields),
  came_from: task.from_sprint_id === null ? null : { sprint_id: task.from_sprint_id, nome: task.from_sprint_name ?? '' },
  version: task.version,
  card: { title: task.title, description: descriptionExcerpt(task.description) },
})
