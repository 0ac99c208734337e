import { accountApi } from '@rodada/contract/auth/account'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { ok } from '../../../test/boards.ts'
import { filesMs, importScene, runImport, sendImport } from '../../../test/imports.ts'
import { manyTrelloCards } from '../../../test/trello.ts'

const scene = importScene('trello')
const { bring, takeBack } = scene

const heardBy = async ({ token }: Pick<Account, 'token'>) =>
  ok(await scene.server.call(notificationsApi.list, { token, query: {} })).map(({ kind, board, count, details, actor }) => ({
    ...{ kind, board: board.id, count, importId: details.import_id, actor },
  }))
const heard = () => heardBy(scene.ana)
const readAll = async () => ok(await scene.server.call(notificationsApi.readAll, { token: scene.ana.token, body: {} }))

test(
  'whoever started an import is told once how it ended, and when it was undone; one that was tried again and again is one row',
  async () => {
    const file = manyTrelloCards(3)
    const first = await bring(file)
    const board = first.boardId
    expect(await heard()).toEqual([{ kind: 'import_done', board, count: 1, importId: first.importId, actor: null }])
    const [card, ...others] = file.cards
    const newer = { ...file, cards: [{ ...card, name: 'Mudado' }, ...others] }
    const second = await bring(newer)
    expect(await heard()).toEqual([{ kind: 'import_done', board, count: 2, importId: second.importId, actor: null }])
    await readAll()
    await takeBack(second.importId)
    expect((await heard())[0]).toEqual({ kind: 'import_undone', board, count: 1, importId: second.importId, actor: null })
  },
  filesMs,
)

test(
  'one that failed on a board that was there is told, and nothing is to who wants no such news',
  async () => {
    const { server } = scene
    // Who administers the installation may write on every board.
    const caio = await register(server, { name: 'Caio' })
    const bringAs = async (file: object) => runImport(server, caio, (await sendImport(server, caio, 'trello', file)).id)
    const file = manyTrelloCards(2)
    const boardId = (await bringAs(file)).board_id ?? 0
    const looked = await sendImport(server, caio, 'trello', file)
    await server.app.deps.db.updateTable('board_members').set({ role: 'member' }).where('user_id', '=', caio.user.id).execute()
    expect((await runImport(server, caio, looked.id)).status).toBe('failed')
    const [failed, done, ...more] = await heardBy(caio)
    expect(failed).toEqual({ kind: 'import_failed', board: boardId, count: 1, importId: looked.id, actor: null })
    expect([done?.kind, more]).toEqual(['import_done', []])

    ok(await server.call(accountApi.updateSettings, { token: caio.token, body: { notifications: { board_updates: false } } }))
    expect((await bringAs(manyTrelloCards(1))).status).toBe('done')
    expect(await heardBy(caio)).toHaveLength(2)
  },
  filesMs,
)
