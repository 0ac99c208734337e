import { type BoardTarget, send } from './boards.ts'

const dayMs = 86_400_000
const day = (offset: number) => new Date(Date.now() + offset * dayMs).toISOString().slice(0, 10)

/** A sprint in its middle with so many estimated tasks, a third of them done. Resolves with its id. */
export async function plan({ target, tasks }: { target: BoardTarget; tasks: number }): Promise<{ sprintId: number }> {
  const body = { nome: 'Sprint 12', data_inicio: day(-7), data_fim: day(7), board_id: target.boardId }
  const created = await send(target, 'POST', '/sprints', body)
  const sprintId = idOf(created.reply)
  const columns = ((await send(target, 'GET', `/sprints/${sprintId}/columns`, undefined, 'identity')).reply.data as { id: number }[]).map(
    ({ id }) => id,
  )
  let next = 0
  const client = async () => {
    while (next < tasks) {
      const index = next++
      const task = { sprint_id: sprintId, titulo: `Tarefa ${index}: mostrar a simulação antes de confirmar`, estimativa_pontos: index % 8 }
      const { reply } = await send(target, 'POST', '/sprint-tasks', task)
      if (index % 3 === 0) await send(target, 'PUT', `/sprint-tasks/${idOf(reply)}`, { column_id: columns.at(-1) })
    }
  }
  await Promise.all(Array.from({ length: 10 }, client))
  return { sprintId }
}

const idOf = (reply: Record<string, unknown>): number => (reply.data as { id: number }).id
