import { boardsApi } from '@rodada/contract/boards/board-calls'
import { type ImportSource, importsApi } from '@rodada/contract/boards/imports'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Account, register } from './accounts.ts'
import { ok } from './boards.ts'
import { startServer, type TestServer } from './harness.ts'

type Who = Pick<Account, 'token'>

/** Sends a file, and waits until it is read or refused. */
export async function sendImport(server: TestServer, { token }: Who, source: ImportSource, file: unknown, name = 'quadro.json') {
  const body = file instanceof Uint8Array ? file : new TextEncoder().encode(typeof file === 'string' ? file : JSON.stringify(file))
  const { id } = ok(await server.call(importsApi.create, { token, query: { source, name }, body }))
  return settled(server, { token }, id)
}

/** Between two looks at an import. They are further apart the longer it takes: what reads gives way to whatever else asks for a processor. Milliseconds. */
const looks = { first: 20, last: 320 }

/** An import when nothing is under way any more. */
export async function settled(server: TestServer, { token }: Who, importId: number) {
  for (let apart = looks.first; ; apart = Math.min(apart * 1.5, looks.last)) {
    const found = ok(await server.call(importsApi.get, { token, params: { importId } }))
    if (found.status !== 'reading' && found.status !== 'running') return found
    await new Promise((resolve) => setTimeout(resolve, apart))
  }
}

export async function runImport(server: TestServer, { token }: Who, importId: number, body: object = {}) {
  ok(await server.call(importsApi.run, { token, params: { importId }, body }))
  return settled(server, { token }, importId)
}

/** Each file is read by a program of its own, which takes its time where others work, too. Milliseconds. */
export const filesMs = 240_000

/**
 * A server with somebody who brings the files of one tool, for the tests of a file. `server` and `ana` are there when the first test begins.
 */
export function importScene(source: ImportSource) {
  let [server, ana]: [TestServer | undefined, Account | undefined] = [undefined, undefined]
  beforeAll(async () => {
    server = await startServer()
    ana = await register(server, { name: 'Ana Importa' })
  })
  afterAll(() => server?.stop())
  const scene = {
    get server(): TestServer {
      if (!server) throw new Error('the server starts before the first test')
      return server
    },
    get ana(): Account {
      if (!ana) throw new Error('the account is made before the first test')
      return ana
    },
    look: (file: unknown, name?: string) => sendImport(scene.server, scene.ana, source, file, name),
    run: (importId: number, body?: object) => runImport(scene.server, scene.ana, importId, body),
    /** Brings a file whole. @returns its board */
    async bring(file: unknown, name?: string) {
      const done = await scene.run((await scene.look(file, name)).id)
      expect(done.status).toBe('done')
      return { boardId: done.board_id ?? 0, importId: done.id }
    },
    /** Undoes imports, one after another. */
    async takeBack(...ids: number[]) {
      for (const importId of ids) {
        ok(await scene.server.call(importsApi.undo, { token: scene.ana.token, params: { importId } }))
        expect((await settled(scene.server, scene.ana, importId)).status).toBe('undone')
      }
    },
    boardOf: async (boardId: number) => ok(await scene.server.call(boardsApi.get, { token: scene.ana.token, params: { boardId } })),
    /** The cards that a board shows, each with the title of its list. */
    cardsOf: async (boardId: number) =>
      (await scene.boardOf(boardId)).lists.flatMap(({ title, cards }) => cards.map((card) => ({ list: title, ...card }))),
    cardOf: async (cardId: number) => ok(await scene.server.call(cardsApi.get, { token: scene.ana.token, params: { cardId } })),
  }
  return scene
}
