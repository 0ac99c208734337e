import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { api } from '@rodada/contract/core/api'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import { type Account, register } from './accounts.ts'
import { boardRows } from './board-rows.ts'
import { type BoardRow, type Person, people, type Scene, type Visibility } from './board-rules.ts'
import { addToBoard, makeBoard, ok } from './boards.ts'
import { estimationRows } from './estimation-rows.ts'
import { fileRows } from './file-rows.ts'
import { openGithub } from './github.ts'
import { startServer, type TestServer } from './harness.ts'
import { connectGithub, integrationRows } from './integration-rows.ts'
import { openSlack } from './slack.ts'
import { sprintRows } from './sprint-rows.ts'

export const visibilities: Visibility[] = ['private', 'public']

const rows: Record<string, BoardRow> = { ...boardRows, ...sprintRows, ...estimationRows, ...fileRows, ...integrationRows }
const endpoints = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(([feature, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)
/** Every call that depends on a board, with its row; `permissions.test.ts` fails for one that has none. */
export const boardCalls = endpoints.flatMap(([name, endpoint]) => {
  const row = rows[name]
  return row ? [{ name, endpoint, row }] : []
})

export type BoardScenes = { server: TestServer; scenes: Record<Visibility, Scene>; stop: () => Promise<void> }

/** A server with a private and a public board, everybody who may stand before them, and stand-ins for whom boards talk to. */
export async function openBoardScenes(): Promise<BoardScenes> {
  const github = await openGithub()
  github.addIssue('time/app')
  const slack = await openSlack()
  const server = await startServer({ env: { ...github.env, ...slack.env } })
  const accounts: Record<string, Account> = {}
  // The first account of a server is its admin, and on no board.
  for (const who of ['system admin', ...people.slice(1), 'spare'])
    accounts[who] ??= await register(server, { name: who, ...(who === 'manager' && { role: 'manager' }) })
  for (const account of Object.values(accounts)) await connectGithub(server, github, account)
  const named = accounts as Scene['accounts'] & { spare: Account }
  const scenes = {} as Record<Visibility, Scene>
  for (const visibility of visibilities) {
    const board: Board = await makeBoard(server, named['board admin'], { is_public: visibility === 'public' })
    for (const who of ['member', 'instance guest', 'deactivated member', 'just removed', 'spare'] as const) {
      await addToBoard(server, named['board admin'], board.id, named[who], 'member')
    }
    await addToBoard(server, named['board admin'], board.id, named.guest, 'guest')
    const params = { boardId: board.id, userId: named['just removed'].user.id }
    ok(await server.call(boardsApi.removeMember, { token: named['board admin'].token, params }))
    scenes[visibility] = { server, board, accounts: named, spare: named.spare }
  }
  const deactivated_at = '2020-01-01T00:00:00.000Z'
  const guestId = named['instance guest'].user.id
  await server.app.deps.db.updateTable('users').set({ role: 'guest' }).where('id', '=', guestId).execute()
  const { id } = named['deactivated member'].user
  await server.app.deps.db.updateTable('users').set({ deactivated_at }).where('id', '=', id).execute()
  const stop = async () => {
    await server.stop()
    await github.stop()
    await slack.stop()
  }
  return { server, scenes, stop }
}

export const tokenOf = (scene: Scene, who: Person): string | undefined => (who === 'no token' ? undefined : scene.accounts[who].token)

/** Counts every change of anything on the board, deleted or not. */
export const revisionOf = async ({ server, board }: Pick<Scene, 'server' | 'board'>): Promise<number> =>
  (await server.app.deps.db.selectFrom('boards').select('revision').where('id', '=', board.id).executeTakeFirstOrThrow()).revision
