import { taskPriorities } from '@rodada/contract/sprint-settings'
import type { SprintColumn, SprintTask } from '@rodada/contract/sprint-tasks'
import type { Sprint, SprintStatus } from '@rodada/contract/sprints'
import type { Viewer } from '../../platform/viewer.ts'
import { boardPolicy, roleOn } from '../boards/policy.ts'
import type { ColumnRow } from './column-queries.ts'
import type { FinalNumbers, SprintRow, TaskCounts } from './queries.ts'
import type { Task } from './task-queries.ts'

/** The numbers of an ended sprint. */
export const finalOf = (sprint: Pick<SprintRow, 'final'>): FinalNumbers | undefined =>
  sprint.final === null ? undefined : (JSON.parse(sprint.final) as FinalNumbers)

/** `done` of `total` as a percentage with one decimal. */
export const percent = (done: number, total: number): number => (total === 0 ? 0 : Math.round((done / total) * 1000) / 10)

/** What a sprint is on a day, 'YYYY-MM-DD': a planned one begins with its first day without being written. */
function statusOn(sprint: Pick<SprintRow, 'status' | 'starts_on' | 'ended_at'>, today: string): SprintStatus {
  if (sprint.ended_at !== null) return 'encerrada'
  return sprint.status === 'ativa' || sprint.starts_on <= today ? 'ativa' : 'planejada'
}

/** A sprint as the viewer sees it. An ended one has the counts of its end. */
export function sprintView(sprint: SprintRow, counts: TaskCounts | undefined, viewer: Pick<Viewer, 'role'>, today: string): Sprint {
  const { total, done, in_progress } = finalOf(sprint) ?? counts ?? { total: 0, done: 0, in_progress: 0 }
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
    progresso: percent(done, total),
    total_tasks: total,
    tasks_concluidas: done,
    tasks_em_andamento: in_progress,
    tasks_pendentes: total - done - in_progress,
    ended_at: sprint.ended_at,
    version: sprint.version,
    can: { write: sprint.ended_at === null && boardPolicy.write(roleOn(sprint, viewer) ?? 'guest') },
  }
}

/** Columns in their order, each with the index that follows from it. */
export const columnsView = (columns: readonly ColumnRow[]): SprintColumn[] =>
  columns.map(({ name, ...column }, ordem) => ({ ...column, nome: name, ordem }))

export const taskView = (task: Task): SprintTask => ({
  id: task.id,
  sprint_id: task.sprint_id,
  column_id: task.column_id,
  rank: task.column_rank,
  board_id: task.board_id,
  list_id: task.list_id,
  titulo: task.title,
  descricao: task.description,
  prioridade: taskPriorities[task.priority],
  data_limite: task.due_date,
  estimativa_horas: task.estimated_hours,
  estimativa_pontos: task.estimate,
  observacoes: task.notes,
  status: task.status,
  labels: task.labels,
  assigned_user:
    task.assignee_id === null ? null : { id: task.assignee_id, name: task.assignee_name ?? '', avatar_url: task.assignee_avatar },
  comment_count: task.comment_count,
  checklist_total: task.checklist_total,
  checklist_done: task.checklist_done,
  attachment_count: task.attachment_count,
  github_state: task.github_state,
  came_from: task.from_sprint_id === null ? null : { sprint_id: task.from_sprint_id, nome: task.from_sprint_name ?? '' },
  version: task.version,
  card: { title: task.title, description: task.description },
})
