import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { filesApi } from '@rodada/contract/cards/files'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { login, register } from '../../../../test/accounts.ts'
import { makeBoard, makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { upload } from '../../../../test/files.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
let team: Team
let cardId: number
beforeAll(async () => {
  server = await startServer({ alone: true })
  team = await makeTeam(server)
  cardId = (await makeCard(server, team.member, team.board)).id
})
afterAll(() => server.stop())

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

/** The head of an upload, and as much of its body as is given. */
async function begin(token: string, length: number, body = '', more: string[] = [], card = cardId): Promise<Socket> {
  const socket = connect({ port: Number(new URL(server.app.url).port), host: '127.0.0.1' })
  open.push(socket)
  await once(socket, 'connect')
  const head = [`POST /api/cards/${card}/files?name=lento.txt HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${token}`]
  socket.write([...head, `Content-Length: ${length}`, ...more, '', body].join('\r\n'))
  return socket
}
/** What is answered, once it is. */
async function answerOf(socket: Socket): Promise<string> {
  const [answer] = await once(socket, 'data')
  return String(answer)
}
const statusOf = async (socket: Socket) => Number((await answerOf(socket)).split(' ')[1])
const objects = () => {
  const { dir } = server.app.deps.config.files
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(dir, name)).isFile())
}
const arriving = () => objects().filter((name) => name.startsWith('arriving'))
const list = async () => ok(await server.call(filesApi.list, { token: team.member.token, params: { cardId } }))

test('who may not upload, or has no room, is told before sending anything', async () => {
  const asking = ['Expect: 100-continue']
  expect(await statusOf(await begin('x'.repeat(43), 100, '', asking))).toBe(401)
  expect(await statusOf(await begin(team.stranger.token, 100))).toBe(404)
  expect(await statusOf(await begin(team.guest.token, 100))).toBe(403)
  expect(await answerOf(await begin(team.member.token, 25_000_001))).toContain(texts.fileTooLarge)
  expect(await statusOf(await begin(team.member.token, 25_000_000, '', asking))).toBe(100)
})

test('ids that are none, or too many, are refused', async () => {
  for (const ids of ['', 'x', '1,', '1;2', '-1', '0', Array(101).fill('1').join(',')])
    expect([ids, (await server.call(filesApi.addresses, { token: team.member.token, query: { ids } })).status]).toEqual([ids, 400])
  for (const fileId of ['0', 'x', '..', '9999999999', '1.5'])
    expect([fileId, (await server.call(filesApi.remove, { token: team.member.token, params: { fileId } })).status]).toEqual([fileId, 404])
})

test('an upload that stops halfway leaves nothing, and works when it is tried again', async () => {
  const socket = await begin(team.member.token, 1000, 'metade')
  await expect.poll(arriving).toHaveLength(1)
  socket.destroy()
  await expect.poll(arriving).toEqual([])
  expect(await list()).toEqual([])
  ok(await upload(server, team.member, cardId, 'inteiro'))
})

test('a right that ended while the file was sent ends the upload, and so does the session', async () => {
  const before = objects()
  const token = await login(server, team.member)
  const first = await begin(token, 12, 'primeira')
  await expect.poll(arriving).toHaveLength(1)
  ok(await server.call(authApi.logout, { token }))
  first.write('meia')
  expect(await statusOf(first)).toBe(401)

  const second = await begin(team.member.token, 12, 'primeira')
  await expect.poll(arriving).toHaveLength(1)
  const params = { boardId: team.board.id, userId: team.member.user.id }
  ok(await server.call(boardsApi.updateMember, { token: team.admin.token, params, body: { role: 'guest' } }))
  second.write('meia')
  expect(await statusOf(second)).toBe(403)
  ok(await server.call(boardsApi.updateMember, { token: team.admin.token, params, body: { role: 'member' } }))
  expect(objects()).toEqual(before)
})

test('a person has a few uploads at once, which keep neither them nor others from anything else', async () => {
  const slow = await Promise.all(Array.from({ length: limits.uploadsAtOnce }, () => begin(team.member.token, 1000, 'devagar')))
  await expect.poll(arriving).toHaveLength(slow.length)
  const { status, body } = await upload(server, team.member, cardId, 'mais um')
  expect([status, body.message]).toEqual([429, texts.tooManyUploads])
  expect(await list()).toHaveLength(1)
  ok(await upload(server, team.admin, cardId, 'de outra pessoa'))
  slow[0]?.destroy()
  await expect.poll(arriving).toHaveLength(slow.length - 1)
  ok(await upload(server, team.member, cardId, 'agora sim'))
})

test('a few accounts that hold all the uploads of their network keep none of the others from sending a file', async () => {
  const crowd = limits.uploadsOfNetwork / limits.uploadsAtOnce
  for (let turn = 0; turn < crowd; turn += 1) {
    const person = await register(server)
    const { id } = await makeCard(server, person, await makeBoard(server, person))
    await Promise.all(Array.from({ length: limits.uploadsAtOnce }, () => begin(person.token, 1000, 'devagar', [], id)))
  }
  await expect.poll(arriving).toHaveLength(limits.uploadsOfNetwork)
  ok(await upload(server, team.member, cardId, 'de quem só quer um'))
  // Further ones of a person find no room.
  await begin(team.admin.token, 1000, 'devagar')
  await expect.poll(arriving).toHaveLength(limits.uploadsOfNetwork + 1)
  const { status, body } = await upload(server, team.admin, cardId, 'mais um')
  expect([status, body.message]).toEqual([429, texts.tooManyUploads])
})
