import { limits } from '@rodada/contract/core/limits'
import { type Amount, type SprintReport, sprintReportsApi } from '@rodada/contract/sprints/reports'
import { type Sprint, sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { z } from 'zod'
import { boardName, cardNames, day, offset, pageSize, sprintName } from '../fields.ts'
import { findBoard, findCardIds, findSprint } from '../names.ts'
import { defineTool, inLine } from '../tool.ts'
import { goOn, maybeMore, parts, pointsText, quoted, taskLine } from '../words.ts'

/** Days of a burndown in one answer. */
const daysPage = 31

const amount = ({ points, hours, tasks }: z.infer<typeof Amount>): string => `${points} pontos, ${hours} horas, ${tasks} tarefas`

const sprintLine = (sprint: Sprint): string =>
  parts(
    quoted(sprint.nome),
    `quadro ${quoted(sprint.board_name, 60)}`,
    sprint.status,
    `${sprint.data_inicio} a ${sprint.data_fim}`,
    `${sprint.tasks_concluidas} de ${sprint.total_tasks} tarefas`,
    `id ${sprint.id}`,
  )

const listSprints = defineTool({
  name: 'list_sprints',
  title: 'Listar sprints',
  description: 'Sprints de um quadro, ou de todos os que você vê: as abertas primeiro.',
  input: z.object({ board: boardName.optional(), status: z.enum(['todas', 'ativas', 'encerradas']).default('todas'), offset }),
  run: async (act, { board, status, offset }) => {
    if (board === undefined) {
      const { data: sprints } = await act.call(sprintsApi.list, { query: { status, limit: pageSize, offset } })
      return {
        says: `${sprints.length} sprints nesta página.`,
        data: sprints.map(sprintLine).join('\n'),
        more: maybeMore(offset, sprints.length),
      }
    }
    const { data } = await act.call(sprintsApi.ofBoard, { params: { boardId: await findBoard(act, board) } })
    const isWanted = (sprint: Sprint) => status === 'todas' || (sprint.status === 'encerrada') === (status === 'encerradas')
    const wanted = data.filter(isWanted)
    const page = wanted.slice(offset, offset + pageSize)
    return {
      says: `${wanted.length} sprints.`,
      data: page.map(sprintLine).join('\n'),
      more: goOn(offset, page.length, wanted.length),
    }
  },
})

/** The points of the tasks that count, and of those that are done. What else there was in a sprint that nobody recorded is not known. */
function donePoints({ sprint, completed, spilled }: SprintReport): string {
  if (!sprint.recorded) return `${completed.points} pontos feitos`
  // Two rounded sums do not make a rounded one.
  const all = Number((completed.points + spilled.points).toFixed(2))
  return `${completed.points} de ${all} pontos`
}

const readSprint = defineTool({
  name: 'read_sprint',
  title: 'Ler uma sprint',
  description: 'Uma sprint com os seus números e as suas tarefas, de 20 em 20.',
  input: z.object({ sprint: sprintName, board: boardName.optional(), offset }),
  run: async (act, { sprint: said, board, offset }) => {
    const { id } = await findSprint(act, said, board)
    const params = { sprintId: id }
    const { tasks, columns } = (await act.call(sprintTasksApi.board, { params })).data
    // Of an ended sprint the tasks that are still in it say nothing of those that went on to another one.
    const { data: report } = await act.call(sprintReportsApi.report, { params })
    const { sprint } = report
    const page = tasks.slice(offset, offset + pageSize)
    return {
      says: `${sprint.progresso}% feito; ${donePoints(report)}; ${sprint.tasks_concluidas} concluídas, ${sprint.tasks_em_andamento} em andamento, ${sprint.tasks_pendentes} pendentes.`,
      data: [
        sprintLine(sprint),
        inLine(sprint.descricao),
        `Colunas: ${columns.map(({ nome }) => quoted(nome, 60)).join(', ')}`,
        ...page.map(taskLine),
      ]
        .filter(Boolean)
        .join('\n'),
      more: goOn(offset, page.length, tasks.length),
    }
  },
})

const backlog = defineTool({
  name: 'read_backlog',
  title: 'Ler o backlog',
  description: 'Cartões de um quadro que não estão em sprint nem terminados, na ordem em que serão feitos.',
  input: z.object({
    board: boardName,
    query: z.string().max(limits.search).describe('Parte do título').optional(),
    estimated: z.boolean().describe('Só os que têm pontos, ou só os que não têm').optional(),
    offset,
  }),
  run: async (act, { board, query, estimated, offset }) => {
    const { data } = await act.call(sprintTasksApi.backlog, {
      params: { boardId: await findBoard(act, board) },
      query: {
        limit: pageSize,
        offset,
        ...(query && { q: query }),
        ...(estimated !== undefined && { estimated: estimated ? 'true' : 'false' }),
      },
    })
    return {
      says: `${data.total} cartões, ${data.points} pontos, ${data.unestimated} sem pontos.`,
      data: data.tasks.map(taskLine).join('\n'),
      more: goOn(offset, data.tasks.length, data.total),
    }
  },
})

const sprintReport = defineTool({
  name: 'sprint_report',
  title: 'Relatório de uma sprint',
  description: 'O que uma sprint prometeu, entregou e deixou, e o burndown dia a dia. offset continua os dias.',
  input: z.object({ sprint: sprintName, board: boardName.optional(), offset }),
  run: async (act, { sprint: said, board, offset }) => {
    const sprint = await findSprint(act, said, board)
    const params = { sprintId: sprint.id }
    const { data: report } = await act.call(sprintReportsApi.report, { params })
    const { data: burndown } = await act.call(sprintReportsApi.burndown, { params })
    const days = burndown.days.slice(offset, offset + daysPage)
    const left = report.open.slice(0, pageSize).map((task) => parts(quoted(task.titulo), pointsText(task.points), task.status))
    const lines = days.map(({ day, ideal, remaining }) =>
      parts(day, `ideal ${ideal.points}`, remaining ? `resta ${remaining.points} pontos e ${remaining.tasks} tarefas` : 'ainda não chegou'),
    )
    const delivered = `Entregue: ${amount(report.completed)}.`
    const figures = report.sprint.recorded
      ? [
          `Prometido: ${amount(report.committed)}.`,
          delivered,
          `Acrescentado depois: ${amount(report.added)}.`,
          `Não feito: ${amount(report.spilled)}.`,
          ...lines,
        ]
      : [delivered, 'Veio de outra ferramenta, já encerrada: o que prometeu, os dias dela e o que sobrou não são conhecidos.']
    return {
      says: figures.join('\n'),
      data: [sprintLine(sprint), `Em aberto (${report.open.length}):`, ...left].join('\n'),
      more: goOn(offset, days.length, burndown.days.length),
    }
  },
})

const velocity = defineTool({
  name: 'velocity',
  title: 'Velocidade de um quadro',
  description: 'Quanto as últimas sprints encerradas entregaram, quanto já há nas abertas e as datas propostas para a próxima.',
  input: z.object({ board: boardName }),
  run: async (act, { board }) => {
    const { data } = await act.call(sprintReportsApi.planning, { params: { boardId: await findBoard(act, board) } })
    const ended = data.velocity.sprints.map((each) =>
      parts(
        quoted(each.nome),
        `até ${each.data_fim}`,
        each.recorded && `prometeu ${amount(each.committed)}`,
        `entregou ${amount(each.completed)}`,
      ),
    )
    const open = data.sprints.map(({ sprint, points, done_points, unestimated }) =>
      parts(sprintLine(sprint), `${done_points} de ${points} pontos`, `${unestimated} sem pontos`),
    )
    return {
      says: `Média das últimas ${data.velocity.average_of}: ${amount(data.velocity.average)}. Próxima proposta: ${data.next.data_inicio} a ${data.next.data_fim}.`,
      data: [
        'Encerradas:',
        ...ended,
        'Abertas:',
        ...open.slice(0, pageSize),
        ...(open.length > pageSize ? [`e mais ${open.length - pageSize}`] : []),
        `Nome proposto: ${quoted(data.next.nome)}`,
      ].join('\n'),
    }
  },
})

const createSprint = defineTool({
  name: 'create_sprint',
  title: 'Criar sprint',
  description: 'Cria uma sprint de um quadro, com as três colunas de início. velocity propõe nome e datas.',
  writes: true,
  input: z.object({
    board: boardName,
    name: z.string().min(1).max(limits.sprintName).describe('Nome'),
    start_date: day,
    end_date: day,
    description: z.string().max(limits.sprintDescription).describe('Objetivo').default(''),
  }),
  run: async (act, { board, name, start_date, end_date, description }) => {
    const board_id = await findBoard(act, board)
    const body = { board_id, nome: name, data_inicio: start_date, data_fim: end_date, descricao: description }
    const { data } = await act.call(sprintsApi.create, { body })
    return { says: `Sprint criada, id ${data.id}.`, data: sprintLine(data) }
  },
})

const planCards = defineTool({
  name: 'plan_cards',
  title: 'Planejar cartões em uma sprint',
  description: 'Leva cartões do quadro a uma sprint aberta dele, todos ou nenhum.',
  writes: true,
  input: z.object({ sprint: sprintName, board: boardName.optional(), cards: cardNames }),
  run: async (act, { sprint: said, board, cards }) => {
    const sprint = await findSprint(act, said, board)
    const task_ids = await findCardIds(act, cards)
    const { data } = await act.call(sprintTasksApi.changeMany, { body: { task_ids, sprint_id: sprint.id } })
    return { says: `${data.length} cartões na sprint.`, data: [sprintLine(sprint), ...data.map(taskLine)].join('\n') }
  },
})

const unplanCards = defineTool({
  name: 'unplan_cards',
  title: 'Tirar cartões da sprint',
  description: 'Leva cartões da sprint em que estão ao topo do backlog, todos ou nenhum.',
  writes: true,
  input: z.object({ cards: cardNames }),
  run: async (act, { cards }) => {
    const task_ids = await findCardIds(act, cards)
    const { data } = await act.call(sprintTasksApi.changeMany, { body: { task_ids, sprint_id: null } })
    return { says: `${data.length} cartões no backlog.`, data: data.map(taskLine).join('\n') }
  },
})

/** What reads, plans and reports sprints. None is ended here: what is left undone in one is for people to decide. */
export const sprintTools = [listSprints, readSprint, backlog, sprintReport, velocity, createSprint, planCards, unplanCards]
