import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { avatarApi } from '@rodada/contract/auth/avatar-upload'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { savedFiltersApi } from '@rodada/contract/boards/saved-filters'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { relationsApi } from '@rodada/contract/cards/relations'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Account, login, register } from '../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../test/boards.ts'
import { upload } from '../test/files.ts'
import { createEnvironment, startServer, type TestServer } from '../test/harness.ts'
import { openRoom, RoomClient } from '../test/room-client.ts'
import { makeWholeCard, wholeText } from '../test/whole-card.ts'
import { copyToPostgres } from './copy-to-postgres.ts'
import { lockDataFolder } from './platform/data-folder.ts'

const onlyPixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')

describe.runIf(process.env.TEST_DATABASE_URL)('copying to PostgreSQL', () => {
  let dataDir: string
  let databaseUrl: string
  let cleanUp: () => Promise<void>

  beforeEach(async () => {
    const { env, cleanUp: remove } = await createEnvironment()
    dataDir = env.DATA_DIR ?? ''
    databaseUrl = env.DATABASE_URL ?? ''
    cleanUp = remove
  })
  afterEach(() => cleanUp())

  const onSqlite = () => startServer({ alone: true, env: { DATA_DIR: dataDir, DATABASE_URL: '', REDIS_URL: '' } })
  const onPostgres = () =>
    startServer({
      alone: true,
      env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SECRET: readFileSync(join(dataDir, 'secret'), 'utf8').trim() },
    })
  const copy = (onTable?: (name: string) => void) => copyToPostgres({ dataDir, databaseUrl, ...(onTable && { onTable }) })
  const titles = async (server: TestServer, { token }: Pick<Account, 'token'>) =>
    ok(await server.call(boardsApi.list, { token })).map(({ title }) => title)

  /** People, a board with a card that another was made and deleted behind, a picture, a room with votes. */
  async function fill(): Promise<{ ana: Account; boardId: number; goneCard: number; picture: string }> {
    const server = await onSqlite()
    try {
      const ana = await register(server, { name: 'Ana' })
      const board = await makeBoard(server, ana, { title: 'Ações de março' })
      await makeCard(server, ana, board, 'Fica', 0, { description: 'Aspas "duplas", \\barra\\ e 🎉' })
      const gone = await makeCard(server, ana, board, 'Sai')
      await server.app.deps.db.deleteFrom('activities').where('card_id', '=', gone.id).execute()
      await server.app.deps.db.deleteFrom('cards').where('id', '=', gone.id).execute()
      const filter = { name: 'Atrasados', filter: { due: ['late'] }, shared: true }
      ok(await server.call(savedFiltersApi.add, { token: ana.token, params: { boardId: board.id }, body: filter }))
      const { avatar_url: picture } = ok(await server.call(avatarApi.upload, { token: ana.token, body: new Uint8Array(onlyPixel) }))
      const client = await new RoomClient(server.url()).ready()
      const { roomId, hostToken } = await openRoom(client)
      await client.join(roomId, 'Host', { hostToken })
      await client.send('vote', { roomId, vote: '5' })
      client.leave()
      return { ana, boardId: board.id, goneCard: gone.id, picture }
    } finally {
      await server.stop()
    }
  }

  test('a SECRET that is not the one of the folder is refused before anything is copied', async () => {
    const { ana } = await fill()
    const copyWith = (secret: string) => copyToPostgres({ dataDir, databaseUrl, secret })
    await expect(copyWith('s'.repeat(32))).rejects.toThrow('SECRET não é o segredo com que esta pasta foi cifrada')
    await copyWith(readFileSync(join(dataDir, 'secret'), 'utf8').trim())
    const server = await onPostgres()
    expect(await titles(server, { token: await login(server, ana) })).toEqual(['Ações de março'])
    await server.stop()
  })

  test('everything is there, and goes on: sessions, passwords, boards, their filters, pictures, and numbers that were given once', async () => {
    const { ana, boardId, goneCard, picture } = await fill()
    const seen: string[] = []
    const { tables, rows } = await copy((name) => seen.push(name))
    expect(seen).toHaveLength(tables)
    expect(rows).toBeGreaterThan(10)

    const server = await onPostgres()
    try {
      expect(await titles(server, ana)).toEqual(['Ações de março'])
      expect(await titles(server, { token: await login(server, ana) })).toEqual(['Ações de março'])
      const board = ok(await server.call(boardsApi.get, { token: ana.token, params: { boardId } }))
      expect(board.lists.flatMap(({ cards }) => cards.map(({ title }) => title))).toEqual(['Fica'])
      const filters = ok(await server.call(savedFiltersApi.list, { token: ana.token, params: { boardId } }))
      expect(filters).toMatchObject([{ name: 'Atrasados', shared: true, filter: { due: ['late'] } }])
      expect((await server.raw(picture)).headers.get('content-type')).toMatch(/^image\//)
      const { id } = await makeCard(server, ana, board, 'Depois')
      expect(id, 'the number of a card that is gone is not given again').toBeGreaterThan(goneCard)
    } finally {
      await server.stop()
    }
  })

  test('a card is there with all that it carries, and what it carries goes on', async () => {
    const sqlite = await onSqlite()
    const [ana, bia] = [await register(sqlite), await register(sqlite, { name: 'Bia' })]
    const { board, card, oldKey, fields, text, shot, blocked } = await makeWholeCard(sqlite, ana, bia)
    const as = { token: ana.token, params: { cardId: card.id } }
    const onBoard = { token: ana.token, params: { boardId: board.id } }
    /** All that the API says of the card and of its board's fields. */
    const told = async (server: TestServer) => ({
      card: ok(await server.call(cardsApi.get, as)),
      named: ok(await server.call(cardsApi.byKey, { token: ana.token, params: { key: oldKey } })).id,
      activity: ok(await server.call(cardsApi.activity, as)),
      board: ok(await server.call(boardsApi.get, onBoard)),
      values: await Promise.all(
        Object.values(fields).map(async (fieldId) =>
          ok(await server.call(boardFieldsApi.values, { token: ana.token, params: { boardId: board.id, fieldId } })),
        ),
      ),
      found: ok(
        await server.call(cardsApi.search, { token: bia.token, query: { board_id: board.id, [`field.${fields.number}`]: -12.5 } }),
      ).map(({ id }) => id),
      bytes: await Promise.all(
        [text.id, shot.id, `${shot.id}/preview`].map(async (path) => {
          const answer = await server.raw(`/api/files/${path}`, { headers: { authorization: `Bearer ${bia.token}` } })
          return [answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')]
        }),
      ),
    })
    const before = await told(sqlite)
    await sqlite.stop()
    expect(Object.keys(before.card.fields)).toHaveLength(Object.keys(fields).length)
    expect(before.card).toMatchObject({
      key: 'DES-1',
      participant_ids: [bia.user.id],
      recurrence: { every: 'week' },
      cover_file_id: shot.id,
    })
    expect(before.card.relations.map(({ kind }) => kind).sort()).toEqual(['blocks', 'part_of'])
    expect([before.named, before.found, before.values.flat().length]).toEqual([card.id, [card.id], Object.keys(fields).length])
    expect(before.bytes[0]).toEqual([200, Buffer.from(wholeText).toString('base64')])

    await copy()
    const server = await onPostgres()
    try {
      expect(await told(server)).toEqual(before)
      // Bytes that are there are stored no second time, and each part takes what comes.
      const { id: fileId } = ok(await upload(server, bia, card.id, wholeText, 'de novo.txt'))
      expect(fileId).toBeGreaterThan(shot.id)
      const body = { fields: { [fields.number]: 3, [fields.person]: null } }
      expect(ok(await server.call(cardsApi.update, { ...as, body })).fields[fields.number]).toBe(3)
      const cycle = { token: ana.token, params: { cardId: blocked.id }, body: { kind: 'blocks', card_id: card.id } }
      expect((await server.call(relationsApi.add, cycle)).status).toBe(409)
      expect((await makeCard(server, ana, board, 'Depois')).key).toBe('DES-4')
      ok(await server.call(cardsApi.remove, as))
      expect(ok(await server.call(cardsApi.restore, as)).files).toHaveLength(3)
    } finally {
      await server.stop()
    }
  })

  test('it can be run again, until somebody works on the other side', async () => {
    const { ana } = await fill()
    const first = await copy()
    expect(await copy()).toEqual(first)

    const sqlite = await onSqlite()
    await makeBoard(sqlite, ana, { title: 'Depois da primeira cópia' })
    await sqlite.stop()
    expect((await copy()).rows).toBeGreaterThan(first.rows)

    const server = await onPostgres()
    await makeBoard(server, ana, { title: 'Já no PostgreSQL' })
    await server.stop()
    await expect(copy()).rejects.toThrow(/já tem contas ou salas/)
    const again = await onPostgres()
    try {
      expect(await titles(again, ana)).toContain('Já no PostgreSQL')
    } finally {
      await again.stop()
    }
  })

  test('a copy that ends half-way leaves nothing', async () => {
    await fill()
    const stopped = copy((name) => {
      if (name === 'votes') throw new Error('stopped here')
    })
    await expect(stopped).rejects.toThrow('stopped here')
    const server = await onPostgres()
    try {
      const { n } = await server.app.deps.db
        .selectFrom('users')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      expect(n).toBe(0)
    } finally {
      await server.stop()
    }
  })

  test('a folder without a database, and one that a server uses, are refused', async () => {
    await expect(copy()).rejects.toThrow(/Não há banco SQLite/)
    await (await onSqlite()).stop()
    const release = lockDataFolder(dataDir)
    try {
      await expect(copy()).rejects.toThrow(/já usa a pasta/)
    } finally {
      release()
    }
  })
})
