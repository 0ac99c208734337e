import { tokensApi } from '@rodada/contract/auth/tokens'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { labelNamesApi } from '@rodada/contract/boards/label-names'
import { newsApi } from '@rodada/contract/boards/news'
import { bulkApi } from '@rodada/contract/cards/bulk'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { filesApi } from '@rodada/contract/cards/files'
import { relationsApi } from '@rodada/contract/cards/relations'
import { api } from '@rodada/contract/core/api'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import { tokenReach } from '@rodada/contract/core/token-reach'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { RoomClient } from '../../../test/room-client.ts'
import { makeSprint } from '../../../test/sprints.ts'
import { makeToken } from '../../../test/tokens.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  // The first account administers, and none of the others do.
  await register(server)
})
afterAll(() => server.stop())

const get = async (token: string, boardId: number) => (await server.call(boardsApi.get, { token, params: { boardId } })).status

describe('with a token of one board', () => {
  test('nothing of another board is found, listed or counted, in whatever way somebody asks', async () => {
    const [person, mate] = [await register(server), await register(server, { name: 'Duda' })]
    const mine = await makeBoard(server, person, { title: 'Quadro aberto' })
    const other = await makeBoard(server, person, { title: 'Segredo do quadro' })
    await addToBoard(server, person, other.id, mate, 'member')
    const card = await makeCard(server, mate, other, 'Segredo no cartão')
    ok(await server.call(cardsApi.assign, { token: mate.token, params: { cardId: card.id }, body: { user_id: person.user.id } }))
    ok(await server.call(commentsApi.add, { token: mate.token, params: { cardId: card.id }, body: { content: 'Segredo no comentário' } }))
    ok(
      await server.call(boardsApi.addLabel, {
        token: mate.token,
        params: { boardId: other.id },
        body: { name: 'Segredo', color: '#c33438' },
      }),
    )
    const sprint = await makeSprint(server, person, other, { nome: 'Segredo na sprint' })
    const { token } = await makeToken(server, person, { board_ids: [mine.id] })
    const all = await makeToken(server, person)
    const asks: [Endpoint, Record<string, string | number>][] = [
      [boardsApi.list, {}],
      [cardsApi.filter, {}],
      [cardsApi.mine, {}],
      [cardsApi.search, { q: 'segredo' }],
      [newsApi.list, {}],
      [notificationsApi.list, {}],
      [labelNamesApi.find, { q: 'segredo' }],
      [sprintsApi.list, {}],
      [sprintReportsApi.myTasks, { year: new Date().getFullYear() }],
    ]
    const heard: [string, boolean, boolean][] = []
    for (const [endpoint, query] of asks) {
      const asked = async (as: string) => JSON.stringify(ok(await server.call(endpoint, { token: as, query }))).includes('Segredo')
      heard.push([endpoint.url, await asked(all.token), await asked(token)])
    }
    const unread = async (as: string) => ok(await server.call(notificationsApi.unread, { token: as })).unread
    expect(heard.filter(([, , confined]) => confined)).toEqual([])
    expect(heard.filter(([, everywhere]) => everywhere).map(([url]) => url)).toEqual(
      expect.arrayContaining(['/boards', '/cards/mine', '/cards/search', '/news', '/notifications', '/label-names', '/sprints']),
    )
    expect([(await unread(all.token)) > 0, await unread(token)]).toEqual([true, 0])
    expect(ok(await server.call(boardsApi.counts, { token })).all).toBe(1)
    expect(ok(await server.call(sprintsApi.summary, { token })).data.all).toBe(0)
    // Nor is it changed by ids in a body, from the open board, or by what concerns all.
    const list = mine.lists[0]?.id ?? 0
    const own = await makeCard(server, person, mine, 'Do quadro aberto')
    const statuses = [
      (await server.call(cardsApi.move, { token, params: { cardId: card.id }, body: { list_id: list } })).status,
      (await server.call(cardsApi.move, { token, params: { cardId: own.id }, body: { list_id: other.lists[0]?.id ?? 0 } })).status,
      (await server.call(cardsApi.copy, { token, params: { cardId: own.id }, body: { list_id: other.lists[0]?.id ?? 0 } })).status,
      (await server.call(sprintsApi.get, { token, params: { sprintId: sprint.id } })).status,
      (
        await server.call(sprintsApi.create, {
          token,
          body: { nome: 'x', board_id: other.id, data_inicio: '2031-01-01', data_fim: '2031-01-10' },
        })
      ).status,
    ]
    for (const status of statuses) expect([400, 404]).toContain(status)
    const bulk = await server.call(bulkApi.change, { token, body: { card_ids: [card.id], change: { kind: 'archive' } } })
    expect(bulk.status === 200 ? JSON.stringify(bulk.body).includes('Segredo') : false).toBe(false)
    ok(await server.call(notificationsApi.readAll, { token, body: {} }))
    expect(await unread(all.token)).toBeGreaterThan(0)
    expect(ok(await server.call(cardsApi.get, { token: all.token, params: { cardId: card.id } })).archived_at ?? null).toBeNull()
  })

  test('what is on it and tied to another board tells nothing of that one, in any answer', async () => {
    const [person, mate] = [await register(server), await register(server)]
    const open = await makeBoard(server, person, { title: 'Quadro aberto' })
    const other = await makeBoard(server, person, { title: 'Segredo do quadro' })
    for (const board of [open, other]) await addToBoard(server, person, board.id, mate, 'member')
    const sprint = await makeSprint(server, person, open, {})
    await makeSprint(server, person, other, { nome: 'Segredo na sprint' })
    const card = await makeCard(server, person, open, 'Cartão aberto')
    const hidden = await makeCard(server, person, other, 'Segredo que bloqueia')
    const whole = await makeCard(server, person, other, 'Segredo inteiro')
    const relate = (cardId: number, kind: string, card_id: number) =>
      server.call(relationsApi.add, { token: person.token, params: { cardId }, body: { kind, card_id } })
    ok(await relate(hidden.id, 'blocks', card.id))
    ok(await relate(whole.id, 'parent_of', card.id))
    // What came from there has its words from there in the journal.
    const arrived = await makeCard(server, mate, other, 'Veio de lá')
    const list_id = open.lists[0]?.id ?? 0
    ok(await server.call(cardsApi.move, { token: mate.token, params: { cardId: arrived.id }, body: { list_id } }))
    ok(await server.call(commentsApi.add, { token: mate.token, params: { cardId: hidden.id }, body: { content: 'Segredo dito' } }))
    const file = Buffer.from('conteúdo')
    const kept = ok(
      await server.call(filesApi.upload, { token: mate.token, params: { cardId: card.id }, query: { name: 'nota.txt' }, body: file }),
    )
    const { token } = await makeToken(server, person, { scope: 'read', board_ids: [open.id] })
    const ids = { boardId: open.id, listId: list_id, cardId: card.id, sprintId: sprint.id, userId: mate.user.id, fileId: kept.id }
    const calls = Object.entries(api as Record<string, Record<string, Endpoint>>)
      .flatMap(([feature, group]) => Object.entries(group).map(([name, call]) => ({ name: `${feature}.${name}`, call })))
      .filter(({ call }) => call.method === 'GET' && tokenReach(call) === 'board')
      .filter(({ call: { url } }) => [...url.matchAll(/:(\w+)/g)].every(([, name = '']) => name in ids))
    const answered: string[] = []
    const told: string[] = []
    for (const { name, call } of calls) {
      // Somebody who sees everything asked a moment ago, and one answer may serve many.
      for (const [as, says] of [
        [person.token, false],
        [token, true],
      ] as const) {
        const query = { q: 'segredo', since: 0, ids: kept.id, year: new Date().getFullYear() }
        const params = Object.fromEntries(Object.entries(ids).filter(([id]) => call.url.includes(`:${id}`)))
        const { status, body } = await server.call(call, { token: as, params, query: call.query ? query : {} })
        if (!says) continue
        if (status === 200) answered.push(name)
        if (JSON.stringify(body).includes('Segredo')) told.push(name)
      }
    }
    expect(told).toEqual([])
    expect(calls.map(({ name }) => name).filter((name) => !answered.includes(name))).toEqual(['files.preview'])
    expect(answered.length).toBeGreaterThan(40)
    const seen = ok(await server.call(cardsApi.get, { token: person.token, params: { cardId: card.id } }))
    expect(JSON.stringify(seen)).toContain('Segredo que bloqueia')
  })

  test('that is the last of it, nothing is left: a token without boards is none for all of them', async () => {
    const person = await register(server)
    const board = await makeBoard(server, person)
    await makeBoard(server, person)
    const { id, token } = await makeToken(server, person, { board_ids: [board.id] })
    await server.app.deps.db.deleteFrom('personal_token_boards').where('token_id', '=', id).execute()
    expect(ok(await server.call(boardsApi.list, { token }))).toEqual([])
    expect(await get(token, board.id)).toBe(404)
    expect(ok(await server.call(tokensApi.list, { token: person.token }))[0]?.boards).toEqual([])
  })

  test('sockets look at that board alone, hear of no other, and close when the rights of its owner change', async () => {
    const [owner, person] = [await register(server), await register(server)]
    const [mine, other] = [await makeBoard(server, owner), await makeBoard(server, owner)]
    for (const board of [mine, other]) await addToBoard(server, owner, board.id, person, 'member')
    const { token } = await makeToken(server, person, { scope: 'read', board_ids: [mine.id] })
    const socket = await new LiveClient(server.url(), token).ready()
    expect(await socket.send('watchBoard', { boardId: other.id })).toMatchObject({ error: texts.boardGone })
    expect(await socket.send('watchOverview' as never, {})).toMatchObject({ error: texts.tokenRefused })
    // A program looks without its owner being there.
    const watched = await socket.watch(mine.id)
    expect(watched).toMatchObject({ people: [], count: 0 })
    await makeCard(server, owner, other)
    await makeCard(server, owner, mine)
    await socket.changed(mine.id, watched.revision + 1)
    expect(socket.received.filter(({ payload }) => JSON.stringify(payload ?? '').includes(`"boardId":${other.id}`))).toEqual([])
    const closed = new Promise((resolve) => socket.socket.once('disconnect', resolve))
    ok(await server.call(boardsApi.removeMember, { token: owner.token, params: { boardId: mine.id, userId: person.user.id } }))
    await closed
    expect(socket.received.map(({ event }) => event)).not.toContain('boardAccessChanged')
    expect(await get(token, mine.id)).toBe(404)
  })

  test('nobody sits at a table; with one that writes everywhere its owner does, and one that reads does not', async () => {
    const person = await register(server)
    const board = await makeBoard(server, person)
    const tokens = {
      board: (await makeToken(server, person, { board_ids: [board.id] })).token,
      reads: (await makeToken(server, person, { scope: 'read' })).token,
      writes: (await makeToken(server, person)).token,
    }
    const open = async (token: string) => {
      const client = await new RoomClient(server.url(), { token }).ready()
      const answer = await client.send('createRoom', { roomName: 'Planejamento', userName: 'Ana' } as never)
      client.leave()
      return answer as Record<string, unknown>
    }
    expect(await open(tokens.board)).toMatchObject({ error: texts.tokenRefused })
    expect(await open(tokens.reads)).toMatchObject({ error: texts.tokenRefused })
    expect(await open(tokens.writes)).toHaveProperty('roomId')
  })
})
