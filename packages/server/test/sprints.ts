import type { Board } from '@rodada/contract/boards/boards'
import { type Sprint, sprintsApi } from '@rodada/contract/sprints/sprints'
import { type SprintBoard, type SprintTask, sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { addDays, dayOf, defaultTimeZone } from '../src/platform/time.ts'
import type { Account } from './accounts.ts'
import { ok } from './boards.ts'
import type { TestServer } from './harness.ts'

type Person = Pick<Account, 'token'>

/** Today in the default time zone, 'YYYY-MM-DD', or some days from it. */
export const day = (fromToday = 0): string => addDays(dayOf(new Date(), defaultTimeZone), fromToday)

/** A new sprint of a board that began today and lasts two weeks. */
export const makeSprint = async (
  server: TestServer,
  { token }: Person,
  board: Pick<Board, 'id'>,
  more: Record<string, unknown> = {},
): Promise<Sprint> =>
  ok(
    await server.call(sprintsApi.create, {
      token,
      body: { nome: 'Sprint 12', data_inicio: day(), data_fim: day(13), board_id: board.id, ...more },
    }),
  ).data

/** A whole sprint as a person sees it. */
export const readSprint = async (server: TestServer, { token }: Person, { id }: Pick<Sprint, 'id'>): Promise<SprintBoard> =>
  ok(await server.call(sprintTasksApi.board, { token, params: { sprintId: id } })).data

/** A task at the end of a sprint's first column. */
export const makeTask = async (
  server: TestServer,
  { token }: Person,
  { id }: Pick<Sprint, 'id'>,
  titulo = 'Pix parcelado',
  more: Record<string, unknown> = {},
): Promise<SprintTask> => ok(await server.call(sprintTasksApi.create, { token, body: { titulo, sprint_id: id, ...more } })).data

/** Changes a task, which must be allowed. */
export const changeTask = async (
  server: TestServer,
  { token }: Person,
  taskId: number,
  body: Record<string, unknown>,
): Promise<SprintTask> => ok(await server.call(sprintTasksApi.update, { token, params: { taskId }, body })).data

/** Ends a sprint, which must be allowed. */
export const endSprint = async (server: TestServer, { token }: Person, { id }: Pick<Sprint, 'id'>): Promise<Sprint> =>
  ok(await server.call(sprintsApi.update, { token, params: { sprintId: id }, body: { status: 'encerrada' } })).data
