import { tokensApi } from '@rodada/contract/auth/tokens'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { connectAssistant, messageHeaders, postMessage, toolCall } from '../../../test/assistants.ts'
import { ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { makeToken } from '../../../test/tokens.ts'

let server: TestServer
let admin: Account
beforeAll(async () => {
  server = await startServer()
  admin = await register(server, { name: 'Bia Administra' })
})
afterAll(() => server.stop())

const post = (token: string | undefined, ...more: [body?: unknown, headers?: Record<string, string>]) => postMessage(server, token, ...more)

describe('the door', () => {
  test('opens for a personal token alone, and says how one signs in', async () => {
    const ana = await register(server)
    const { token, id } = await makeToken(server, ana, { scope: 'read' })
    expect((await post(token)).status).toBe(200)
    for (const other of [undefined, ana.token, admin.token, `${token}x`, 'rdd_nada']) {
      const answer = await post(other)
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Rodada"'])
    }
    const cookie = await post(undefined, toolCall, { cookie: `authToken=${token}; token=${token}` })
    expect([cookie.status, cookie.headers.get('set-cookie')]).toEqual([401, null])
    const { use } = await connectAssistant(server, token)
    ok(await server.call(tokensApi.revoke, { token: ana.token, params: { tokenId: id } }))
    for (const _ of server.urls) expect((await post(token)).status).toBe(401)
    await expect(use('find_boards')).rejects.toThrow()
  })

  test('is closed to pages of others, before anything is said of the token', async () => {
    const ana = await register(server)
    const { token } = await makeToken(server, ana)
    const status = async (origin: string, as: string | undefined = token) => (await post(as, toolCall, { origin })).status
    const port = new URL(server.url()).port
    for (const origin of ['https://mal.example', 'null', 'http://localhost:1', `http://127.0.0.1.mal.example:${port}`, 'https://127.0.0.1'])
      expect([origin, await status(origin), await status(origin, 'rdd_nada')]).toEqual([origin, 403, 403])
    const { url } = server.app
    const own = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { ...messageHeaders, authorization: `Bearer ${token}`, origin: url },
      body: JSON.stringify(toolCall),
    })
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, null])
  })

  test('takes one message at a time, of a bounded size, and streams nothing', async () => {
    const ana = await register(server)
    const { token } = await makeToken(server, ana)
    expect((await post(token, [toolCall, toolCall])).status).toBe(400)
    expect((await post(token, '{"jsonrpc":')).status).toBe(400)
    expect((await post(token, { id: 1 })).status).toBe(400)
    expect(
      (await post(token, { ...toolCall, params: { name: 'find_cards', arguments: { query: 'x'.repeat(limits.bodyBytes) } } })).status,
    ).toBe(413)
    expect((await post(token, 'x', { 'content-type': 'text/plain' })).status).toBe(415)
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await server.raw('/mcp', { method, headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } })
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST'])
    }
    const told = await post(token, { jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([told.status, await told.text()]).toEqual([202, ''])
    const answer = await post(token)
    expect([answer.headers.get('content-type'), answer.headers.get('mcp-session-id')]).toEqual(['application/json; charset=utf-8', null])
    const { client } = await connectAssistant(server, token, 'auto')
    const version = client.getNegotiatedProtocolVersion() ?? ''
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const method = 'subscriptions/listen'
    const listen = { jsonrpc: '2.0', id: 1, method, params: { _meta, notifications: { toolsListChanged: true } } }
    const stream = await post(token, listen, { 'mcp-protocol-version': version, 'mcp-method': method })
    expect(await stream.text()).toContain('"error"')
  })

  test('refuses a message of more values than any has, and looks at none of them', async () => {
    const ana = await register(server)
    const { token } = await makeToken(server, ana, { scope: 'read' })
    const zeros = Array.from({ length: 100_000 }, () => 0)
    const lists = Array.from({ length: 80_000 }, () => [])
    const begin = (params: object) => ({
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' }, ...params },
    })
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    for (const message of [
      begin({ clientInfo: { name: 'x', version: '1', icons: zeros } }),
      begin({ capabilities: { experimental: { a: { b: lists } } } }),
      { ...toolCall, params: { ...toolCall.params, _meta: { lists } } },
      { ...toolCall, params: { ...toolCall.params, arguments: Object.fromEntries(zeros.slice(0, 20_000).map((zero, n) => [n, zero])) } },
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"deep":${deep}}}}`,
    ]) {
      const answer = await post(token, message)
      expect(answer.status).toBe(400)
      expect((await answer.text()).length).toBeLessThan(1000)
    }
    expect((await post(token, begin({}))).status).toBe(200)
  })

  test('tells what is wrong with an input in our words, and nothing of what is inside', async () => {
    const ana = await register(server)
    const { use } = await connectAssistant(server, (await makeToken(server, ana)).token)
    expect(await use('read_board', {})).toEqual({ refused: true, text: `board: ${texts.invalidInput}` })
    expect(await use('read_board', { board: { id: 1 } })).toMatchObject({ refused: true })
    const many = Array.from({ length: 80_000 }, () => ({}))
    expect(await use('plan_cards', { sprint: 1, cards: many })).toEqual({ refused: true, text: `cards: ${texts.invalidInput}` })
    expect(await use('no_such_tool')).toEqual({ refused: true, text: texts.notFound })
    expect(await use('constructor')).toEqual({ refused: true, text: texts.notFound })
  })
})
