import { boardsApi } from '@rodada/contract/boards/board-calls'
import { importsApi } from '@rodada/contract/boards/imports'
import { commentsApi } from '@rodada/contract/cards/comments'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { expect, test } from 'vitest'
import { register } from '../test/accounts.ts'
import { ok } from '../test/boards.ts'
import { createEnvironment } from '../test/harness.ts'
import { manyJiraSprints } from '../test/jira.ts'
import { manyTrelloCards } from '../test/trello.ts'
import { callsTo } from './local.ts'
import { startLogged, uncaught } from './processes.ts'
import { until } from './until.ts'

const cards = 1200

test('a server that is killed while it brings a board goes on where it was, with every card once', async () => {
  const { env, cleanUp } = await createEnvironment()
  let server = await startLogged(env)
  try {
    const ana = await register(callsTo(server.url))
    const { token } = ana
    const body = new TextEncoder().encode(JSON.stringify(manyTrelloCards(cards)))
    const { id: importId } = ok(await callsTo(server.url).call(importsApi.create, { token, query: { source: 'trello' }, body }))
    const at = { token, params: { importId } }
    const now = async () => ok(await callsTo(server.url).call(importsApi.get, at))

    // Killed while the file is read, it is read again.
    await server.end('SIGKILL')
    server = await startLogged(env)
    await until('the file read', async () => (await now()).status === 'ready')

    ok(await callsTo(server.url).call(importsApi.run, { ...at, body: {} }))
    for (const part of [0.1, 0.5]) {
      await until('a part of the cards', async () => (await now()).done > cards * part)
      await server.end('SIGKILL')
      server = await startLogged(env)
      const { status, done } = await now()
      expect([status, done > cards * part]).toEqual(['running', true])
      // Nobody sees a board that is not whole.
      expect(ok(await callsTo(server.url).call(boardsApi.list, { token }))).toEqual([])
    }
    await until('the whole board', async () => (await now()).status === 'done')
    const { board_id } = await now()
    const { lists } = ok(await callsTo(server.url).call(boardsApi.get, { token, params: { boardId: board_id ?? 0 } }))
    const there = lists.flatMap((list) => list.cards)
    expect(there.map(({ title }) => title)).toEqual(Array.from({ length: cards }, (_, index) => `Cartão ${index}`))
    const comments = ok(await callsTo(server.url).call(commentsApi.list, { token, params: { cardId: there[700]?.id ?? 0 } }))
    expect(comments.map(({ content }) => content)).toEqual(['Comentário de 700'])
    expect(uncaught(server)).toEqual([])
  } finally {
    await server.end('SIGTERM')
    await cleanUp()
  }
})

test('a server that is killed while it makes the sprints of a board goes on where it was, with every sprint once', async () => {
  const count = 400
  const { env, cleanUp } = await createEnvironment()
  let server = await startLogged(env)
  try {
    const { token } = await register(callsTo(server.url))
    const body = new TextEncoder().encode(JSON.stringify(manyJiraSprints(count)))
    const { id: importId } = ok(await callsTo(server.url).call(importsApi.create, { token, query: { source: 'jira' }, body }))
    const at = { token, params: { importId } }
    const now = async () => ok(await callsTo(server.url).call(importsApi.get, at))
    await until('the file read', async () => (await now()).status === 'ready')
    ok(await callsTo(server.url).call(importsApi.run, { ...at, body: {} }))
    await until('the board', async () => (await now()).board_id !== null)
    await server.end('SIGKILL')
    server = await startLogged(env)
    await until('the whole board', async () => (await now()).status === 'done')
    const { board_id } = await now()
    const { data } = ok(await callsTo(server.url).call(sprintsApi.ofBoard, { token, params: { boardId: board_id ?? 0 } }))
    expect(data.map(({ nome }) => nome).sort()).toEqual(Array.from({ length: count }, (_, index) => `Sprint ${index}`).sort())
    expect(uncaught(server)).toEqual([])
  } finally {
    await server.end('SIGTERM')
    await cleanUp()
  }
})
