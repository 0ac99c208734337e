import { boardsApi } from '@rodada/contract/boards/board-calls'
import { listCardsApi } from '@rodada/contract/cards/card-calls'
import { type Sprint, sprintsApi } from '@rodada/contract/sprints/sprints'
import { type SprintTask, sprintColumnsApi, sprintTasksApi } from '@rodada/contract/sprints/tasks'
import type { Account } from '../../scripts/lib/accounts.ts'
import { callAs } from '../../scripts/lib/api-client.ts'
import { inDays } from './card-stage.ts'

type Task = { title: string; column?: string; points?: number; hours?: number; who?: Account; due?: number; notes?: string }
type Input = {
  nome?: string
  from?: number
  to?: number
  board?: string
  tasks?: readonly Task[]
  members?: readonly Account[]
  boardId?: number
}
export type SprintStage = { boardId: number; sprintId: number; taskIds: number[] }

/** A sprint of `owner` on a board of its own, with tasks in its columns, made through the API. It lasts from yesterday to in a week. */
export async function stageSprint(
  origin: string,
  owner: Account,
  { nome = 'Sprint 12', from = -1, to = 7, board = 'Checkout', tasks = [], members = [], boardId: known }: Input = {},
): Promise<SprintStage> {
  const boardId = known ?? (await callAs(origin, owner, boardsApi.create, { body: { title: board } })).id
  for (const { email } of members)
    await callAs(origin, owner, boardsApi.addMember, { params: { boardId }, body: { email, role: 'member' } })
  const body = { nome, descricao: 'Pix parcelado.', data_inicio: inDays(from), data_fim: inDays(to), board_id: boardId }
  const { data: sprint } = await callAs(origin, owner, sprintsApi.create, { body })
  const sprintId = sprint.id
  const { data: columns } = await callAs(origin, owner, sprintColumnsApi.list, { params: { sprintId } })
  const taskIds: number[] = []
  for (const { title, column = 'A Fazer', points = null, hours = null, who, due, notes = '' } of tasks) {
    const { data } = await callAs(origin, owner, sprintTasksApi.create, {
      body: {
        sprint_id: sprintId,
        titulo: title,
        column_id: columns.find(({ nome: name }) => name === column)?.id,
        estimativa_pontos: points,
        estimativa_horas: hours,
        observacoes: notes,
        assigned_to: who?.user.id ?? null,
        data_limite: due === undefined ? null : inDays(due),
      },
    })
    taskIds.push(data.id)
  }
  return { boardId, sprintId, taskIds }
}

/** Cards of a board that are in no sprint. */
export async function stageBacklog(origin: string, owner: Account, boardId: number, titles: readonly string[]): Promise<void> {
  const lists = await callAs(origin, owner, boardsApi.lists, { params: { boardId } })
  for (const title of titles)
    await callAs(origin, owner, listCardsApi.create, { params: { boardId, listId: lists[0]?.id ?? 0 }, body: { title } })
}

export const sprintOf = async (origin: string, account: Account, sprintId: number): Promise<Sprint> =>
  (await callAs(origin, account, sprintsApi.get, { params: { sprintId } })).data

/** The titles of a sprint's tasks, or of those in a column, as the server has them. */
export async function tasksIn(origin: string, account: Account, sprintId: number, column?: string): Promise<string[]> {
  const { data } = await callAs(origin, account, sprintTasksApi.board, { params: { sprintId } })
  const id = data.columns.find(({ nome }) => nome === column)?.id
  return data.tasks.filter((task: SprintTask) => column === undefined || task.column_id === id).map(({ titulo }) => titulo)
}

/** The titles of a board's backlog from top to bottom, as the server has them. */
export async function backlogOf(origin: string, account: Account, boardId: number): Promise<string[]> {
  const { data } = await callAs(origin, account, sprintTasksApi.backlog, { params: { boardId }, query: {} })
  return data.tasks.map(({ titulo }) => titulo)
}

export const endSprint = (origin: string, account: Account, sprintId: number) =>
  callAs(origin, account, sprintsApi.update, { params: { sprintId }, body: { status: 'encerrada' } })
