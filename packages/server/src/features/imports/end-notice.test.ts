import { accountApi } from '@rodada/contract/auth/account'
import { importsApi } from '@rodada/contract/boards/imports'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, ok } from '../../../test/boards.ts'
import { filesMs, importScene, runImport, sendImport } from '../../../test/imports.ts'
import { makeToken } from '../../../test/tokens.ts'
import { manyTrelloCards } from '../../../test/trello.ts'

const scene = importScene('trello')
const { bring, takeBack } = scene

const heardBy = async ({ token }: Pick<Account, 'token'>) =>
  ok(await scene.server.call(notificationsApi.list, { token, query: {} })).map(({ kind, board, count, details, actor }) => ({
    ...{ kind, board: board?.id, count, importId: details.import_id, actor },
  }))
const heard = () => heardBy(scene.ana)
const readAll = async () => ok(await scene.server.call(notificationsApi.readAll, { token: scene.ana.token, body: {} }))

test(
  'who started an import is told once how it ended, and when it was undone; one that was tried again and again is one row',
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

test(
  'one that failed and left no board is told with why, once for a file that is tried again and again, and seen by its person alone',
  async () => {
    const { server } = scene
    const dora = await register(server, { name: 'Dora' })
    const list = async (token: string) => ok(await server.call(notificationsApi.list, { token, query: {} }))
    const sent = async (file: unknown, name: string) => {
      const read = await sendImport(server, dora, 'trello', file, name)
      expect(read.status).toBe('failed')
      return read.id
    }
    const first = await sent('{"name": ', 'quebrado.json')
    const again = await sent('{"name": "meio', 'quebrado.json')
    const [told, ...others] = await list(dora.token)
    expect(told).toMatchObject({
      ...{ kind: 'import_without_board', board: null, actor: null, card_id: null, subject: 'quebrado.json', count: 2 },
      details: { import_id: again, reason: expect.stringContaining('danificado') },
    })
    expect(others).toEqual([])
    expect(ok(await server.call(notificationsApi.counts, { token: dora.token })).unread).toBe(1)

    const board = await makeBoard(server, dora)
    const [ofAll, ofOne] = [await makeToken(server, dora, { scope: 'read' }), await makeToken(server, dora, { board_ids: [board.id] })]
    expect((await list(ofAll.token)).map(({ kind }) => kind)).toEqual(['import_without_board'])
    expect(await list(ofOne.token)).toEqual([])
    const change = (token: string) =>
      server.call(notificationsApi.change, { token, params: { notificationId: told?.id ?? 0 }, body: { state: 'done' } })
    expect((await change(ofOne.token)).status).toBe(404)
    ok(await server.call(notificationsApi.readAll, { token: ofOne.token, body: {} }))
    expect(ok(await server.call(notificationsApi.unread, { token: ofOne.token })).unread).toBe(0)
    expect(ok(await server.call(notificationsApi.unread, { token: dora.token })).unread).toBe(1)
    expect((await change(scene.ana.token)).status).toBe(404)
    // Who sees on its page why it failed has read it.
    const readOf = async (import_id: number) => {
      ok(await server.call(notificationsApi.readAll, { token: dora.token, body: { import_id } }))
      return ok(await server.call(notificationsApi.unread, { token: dora.token })).unread
    }
    expect([await readOf(first), await readOf(again)]).toEqual([1, 0])
    ok(await change(dora.token))
    expect(await list(dora.token)).toEqual([])
  },
  filesMs,
)

test(
  'one that failed while its board was written is told in the language of its person; cancelling one, undoing one, and who wants no news are not',
  async () => {
    const { server } = scene
    const eva = await register(server, { name: 'Eva' })
    const list = async () => ok(await server.call(notificationsApi.list, { token: eva.token, query: {} }))
    ok(await server.call(accountApi.updateSettings, { token: eva.token, body: { language: 'en-US' } }))
    const looked = async (name = 'quadro.json') => sendImport(server, eva, 'trello', manyTrelloCards(2), name)
    const broken = async () => {
      const { id } = await looked()
      // As if the disk had lost what was read.
      await server.app.deps.db.updateTable('imports').set({ bundle_name: 'gone' }).where('id', '=', id).execute()
      expect(await runImport(server, eva, id)).toMatchObject({ status: 'failed', board_id: null })
      return id
    }
    const id = await broken()
    const [told] = await list()
    expect(told).toMatchObject({ kind: 'import_without_board', board: null, details: { import_id: id } })
    expect(told?.details.reason).toMatch(/[a-z]/)
    const { message } = ok(await server.call(importsApi.get, { token: eva.token, params: { importId: id } }))
    expect(told?.details.reason).toBe(message)

    ok(await server.call(notificationsApi.readAll, { token: eva.token, body: {} }))
    const waiting = await looked('outro.json')
    ok(await server.call(importsApi.cancel, { token: eva.token, params: { importId: waiting.id } }))
    const whole = await runImport(server, eva, (await looked('inteiro.json')).id)
    ok(await server.call(importsApi.undo, { token: eva.token, params: { importId: whole.id } }))
    expect((await list()).map(({ kind }) => kind)).toEqual(['import_without_board'])

    ok(await server.call(accountApi.updateSettings, { token: eva.token, body: { notifications: { board_updates: false } } }))
    await broken()
    expect(await list()).toHaveLength(1)
  },
  filesMs,
)
