import { type BoardEvent, boardEvents } from '@rodada/contract/boards/events'
import { api } from '@rodada/contract/core/api'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import type { SocketEvent } from '@rodada/contract/core/event'
import { tokenReach } from '@rodada/contract/core/token-reach'
import { recordEvents } from '@rodada/contract/rooms/record'
import { roomEvents } from '@rodada/contract/rooms/room-events'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BoardRequest, expectedStatus, type Need, type Visibility } from './board-rules.ts'
import { type BoardScenes, boardCalls, openBoardScenes, revisionOf, visibilities } from './board-scene.ts'
import { makeBoard } from './boards.ts'
import type { TestServer } from './harness.ts'
import { LiveClient } from './live-client.ts'
import { isLetTo, tokenRows } from './token-rows.ts'
import { makeToken } from './tokens.ts'

let server: TestServer
let scenes: BoardScenes['scenes']
let stop: BoardScenes['stop']
let elsewhere: number

beforeAll(async () => {
  ;({ server, scenes, stop } = await openBoardScenes())
  elsewhere = (await makeBoard(server, scenes.private.accounts['board admin'])).id
})
afterAll(() => stop())

const endpoints = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(([feature, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)

test('of every call it is decided what tokens reach with it, twice and alike', () => {
  const declared = endpoints.map(([name, endpoint]) => [name, tokenReach(endpoint)])
  expect(declared).toEqual(endpoints.map(([name]) => [name, tokenRows.get(name)]))
  expect([...tokenRows.keys()].sort()).toEqual(endpoints.map(([name]) => name).sort())
})

test('what is for administrators is for no token, and no call that answers a secret is', () => {
  for (const [name, endpoint] of endpoints) if (endpoint.access === 'admin') expect([name, tokenReach(endpoint)]).toEqual([name, 'never'])
})

test('of every event it is decided what tokens reach with it', () => {
  const events: Record<string, SocketEvent> = { ...boardEvents, ...roomEvents, ...recordEvents }
  for (const [name, { token }] of Object.entries(events)) expect([name, token]).toEqual([name, expect.any(String)])
  const read = Object.entries(events).flatMap(([name, { reads }]) => (reads ? name : []))
  expect(read).toEqual(['watchBoard', 'unwatchBoard', 'watchOverview', 'unwatchOverview', 'readHistory'])
})

test('each event is answered to each kind of token as it is declared, before anything is said of the message', async () => {
  const { board, accounts } = scenes.private
  const events: Record<string, SocketEvent> = { ...boardEvents, ...roomEvents, ...recordEvents }
  for (const kind of kinds) {
    const { scope, boardIds } = rightsOf(kind, board.id)
    const { token } = await makeToken(server, accounts['board admin'], { scope, ...(boardIds && { board_ids: boardIds }) })
    const client = await new LiveClient(server.url(), token).ready()
    const refused: string[] = []
    for (const name of Object.keys(events)) {
      const { error } = await client.send(name as BoardEvent, { nothing: 'of this' })
      if (error === texts.tokenRefused) refused.push(name)
    }
    client.leave()
    const wanted = Object.entries(events).filter(([, { token: reach, reads }]) => {
      const isLet = (reads || scope === 'write') && (reach === 'board' || (reach === 'account' && boardIds === null))
      return !isLet
    })
    expect([kind, refused]).toEqual([kind, wanted.map(([name]) => name)])
  }
})

const kinds = ['reads everywhere', 'writes everywhere', 'reads this board', 'writes this board', 'writes another board'] as const
type Kind = (typeof kinds)[number]

const rightsOf = (kind: Kind, boardId: number) => ({
  scope: kind.startsWith('reads') ? ('read' as const) : ('write' as const),
  boardIds: kind.endsWith('everywhere') ? null : [kind.endsWith('another board') ? elsewhere : boardId],
})

/** What a token of the board's administrator is answered: 403 outside its scope, and on another board there is nothing. */
function expected(name: string, { method }: Endpoint, need: Need, visibility: Visibility, kind: Kind, boardId: number): number {
  if (!isLetTo(name, method, rightsOf(kind, boardId))) return 403
  if (kind === 'writes another board' && need !== 'session') return 404
  return expectedStatus(need, visibility, 'board admin')
}

describe.each(visibilities)('a token of who administers a %s board', (visibility) => {
  const tokens = {} as Record<Kind, string>
  beforeAll(async () => {
    const { board, accounts } = scenes[visibility]
    for (const kind of kinds) {
      const { scope, boardIds } = rightsOf(kind, board.id)
      tokens[kind] = (await makeToken(server, accounts['board admin'], { scope, ...(boardIds && { board_ids: boardIds }) })).token
    }
  })

  test.each(boardCalls)('$name answers each kind as the rules say, and a refusal changes nothing', async ({ name, endpoint, row }) => {
    const scene = scenes[visibility]
    const answers: Partial<Record<Kind, number>> = {}
    const wanted: Partial<Record<Kind, number>> = {}
    let request: BoardRequest | undefined
    for (const kind of kinds) {
      request ??= await row.request(scene)
      const before = await revisionOf(scene)
      const { status, body } = await server.call(endpoint, { token: tokens[kind], ...request })
      answers[kind] = status
      wanted[kind] = expected(name, endpoint, row.need, visibility, kind, scene.board.id)
      if (status === 200) {
        await row.after?.(scene)
        request = undefined
        continue
      }
      expect(await revisionOf(scene)).toBe(before)
      if (!isLetTo(name, endpoint.method, rightsOf(kind, scene.board.id)))
        expect(body).toEqual({ message: texts.tokenRefused, error: 'forbidden' })
      // Before the body is read: what is wrong with it nobody is told.
      const wrong = await server.call(endpoint, { token: tokens[kind], ...request, ...(endpoint.body && { body: [] }) })
      if (status === 403 && wanted[kind] === 403 && !isLetTo(name, endpoint.method, rightsOf(kind, scene.board.id)))
        expect(wrong.status).toBe(403)
    }
    if (request) await row.after?.(scene)
    expect(answers).toEqual(wanted)
  })
})
