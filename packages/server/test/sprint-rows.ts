import type { Sprint } from '@rodada/contract/sprints/sprints'
import type { SprintTask } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import type { BoardRequest, BoardRow, Scene } from './board-rules.ts'
import { makeCard } from './boards.ts'
import { day, endSprint, makeSprint, makeTask, readSprint } from './sprints.ts'

const owner = (scene: Scene) => scene.accounts['board admin']
const none = async (): Promise<BoardRequest> => ({})
const ofBoard =
  (more: BoardRequest = {}) =>
  async (scene: Scene): Promise<BoardRequest> => ({ params: { boardId: scene.board.id }, ...more })

const ofSprint =
  (more: BoardRequest = {}) =>
  async (scene: Scene): Promise<BoardRequest> => ({
    params: { sprintId: (await makeSprint(scene.server, owner(scene), scene.board)).id },
    ...more,
  })

const ofColumn =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => {
    const { sprint, columns } = await readSprint(scene.server, owner(scene), await makeSprint(scene.server, owner(scene), scene.board))
    return { params: { sprintId: sprint.id, columnId: columns[0]?.id ?? 0 }, body }
  }

const task = async (scene: Scene): Promise<{ sprint: Sprint; made: SprintTask }> => {
  const sprint = await makeSprint(scene.server, owner(scene), scene.board)
  return { sprint, made: await makeTask(scene.server, owner(scene), sprint) }
}
const ofTask =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => ({ params: { taskId: (await task(scene)).made.id }, body })

const gone = texts.sprintNotFound

/** Every call about sprints, in the form of the rows of boards. A new one needs a row. */
export const sprintRows: Record<string, BoardRow> = {
  'sprints.list': { need: 'session', request: none },
  'sprints.summary': { need: 'session', request: none },
  'sprints.ofBoard': { need: 'read', request: ofBoard() },
  'sprints.schedule': { need: 'read', request: ofBoard() },
  'sprints.get': { need: 'read', gone, request: ofSprint() },
  'sprints.create': {
    need: 'write',
    request: async ({ board }) => ({ body: { nome: 'Sprint 1', data_inicio: day(7), data_fim: day(14), board_id: board.id } }),
  },
  'sprints.update': { need: 'write', gone, request: ofSprint({ body: { status: 'encerrada' } }) },
  'sprints.remove': { need: 'write', gone, request: ofSprint() },

  'sprintClosing.close': { need: 'write', gone, request: ofSprint({ body: {} }) },
  'sprintClosing.reopen': {
    need: 'write',
    gone,
    request: async (scene) => {
      const sprint = await makeSprint(scene.server, owner(scene), scene.board)
      await endSprint(scene.server, owner(scene), sprint)
      return { params: { sprintId: sprint.id } }
    },
  },

  'sprintColumns.list': { need: 'read', gone, request: ofSprint() },
  'sprintColumns.create': { need: 'write', gone, request: ofSprint({ body: { nome: 'Revisão' } }) },
  'sprintColumns.update': { need: 'write', gone, request: ofColumn({ status: 'em_andamento' }) },
  'sprintColumns.remove': { need: 'write', gone, request: ofColumn() },

  'sprintTasks.list': { need: 'read', gone, request: ofSprint() },
  'sprintTasks.board': { need: 'read', gone, request: ofSprint() },
  'sprintTasks.changes': { need: 'read', gone, request: ofSprint({ query: { since: 0 } }) },
  'sprintTasks.backlog': { need: 'read', request: ofBoard() },
  'sprintTasks.rankBacklog': {
    need: 'write',
    request: async (scene) => {
      const card = await makeCard(scene.server, owner(scene), scene.board)
      return { params: { boardId: scene.board.id }, body: { task_id: card.id, after_id: null } }
    },
  },
  'sprintTasks.create': {
    need: 'write',
    gone,
    request: async (scene) => ({
      body: { titulo: 'Pix', sprint_id: (await makeSprint(scene.server, owner(scene), scene.board)).id },
    }),
  },
  'sprintTasks.changeMany': {
    need: 'write',
    request: async (scene) => ({ body: { task_ids: [(await task(scene)).made.id], sprint_id: null } }),
  },
  'sprintTasks.update': { need: 'write', request: ofTask({ titulo: 'Pix' }) },
  'sprintTasks.remove': { need: 'write', request: ofTask() },

  'sprintReports.burndown': { need: 'read', gone, request: ofSprint() },
  'sprintReports.report': { need: 'read', gone, request: ofSprint() },
  'sprintReports.velocity': { need: 'read', request: ofBoard() },
  'sprintReports.planning': { need: 'read', request: ofBoard() },
  'sprintReports.myTasks': { need: 'session', request: none },
}
