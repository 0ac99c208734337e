import { boardsApi } from '@rodada/contract/boards/board-calls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { runImport, sendImport } from '../../../test/imports.ts'
import { makeToken } from '../../../test/tokens.ts'
import { trelloBoard } from '../../../test/trello.ts'

// Each file is read by a program of its own, which gives way to everybody else.
vi.setConfig({ testTimeout: 180_000 })

let server: TestServer
let admin: Account
let ana: Account
beforeAll(async () => {
  server = await startServer()
  admin = await register(server, { name: 'Quem Administra' })
  ana = await register(server, { name: 'Ana Importa' })
})
afterAll(() => server.stop())

/** A file that names people by their addresses. */
function fileWith(...emails: string[]) {
  const trello = trelloBoard()
  const members = trello.export.members.map((person, index) => ({ ...person, email: emails[index] }))
  return { ...trello.export, members }
}
const found = async (who: Pick<Account, 'token'>, file: object) => {
  const looked = await sendImport(server, who, 'trello', file)
  return { ...looked, accounts: (looked.plan?.people ?? []).map(({ user_id }) => user_id) }
}
const membersOf = async (who: Account, boardId: number | null) =>
  ok(await server.call(boardsApi.get, { token: who.token, params: { boardId: boardId ?? 0 } })).members.map(({ user_id }) => user_id)

test('an address in a file tells nobody whether it has an account, and puts no stranger on a board', async () => {
  const stranger = await register(server, { name: 'Caio Longe' })
  const looked = await found(ana, fileWith(stranger.user.email, 'ninguem@nenhum.example'))
  expect(looked.accounts).toEqual([null, null])
  const [known, unknown] = looked.plan?.people ?? []
  const same = { id: '', name: '', email: '', cards: 0 }
  expect({ ...known, ...same }).toEqual({ ...unknown, ...same })
  const done = await runImport(server, ana, looked.id)
  expect(await membersOf(ana, done.board_id)).toEqual([ana.user.id])
})

test('somebody with whom a board is shared is found by their address, as long as it is shared', async () => {
  const bia = await register(server, { name: 'Beatriz' })
  const shared = await makeBoard(server, ana)
  await addToBoard(server, ana, shared.id, bia, 'member')
  const looked = await found(ana, fileWith(bia.user.email))
  expect(looked.accounts).toEqual([bia.user.id, null])
  const board = (await runImport(server, ana, looked.id)).board_id
  expect(await membersOf(ana, board)).toEqual([ana.user.id, bia.user.id])

  const caio = await register(server, { name: 'Caio' })
  await addToBoard(server, ana, shared.id, caio, 'member')
  const later = await found(ana, fileWith(caio.user.email))
  expect(later.accounts).toEqual([caio.user.id, null])
  ok(await server.call(boardsApi.removeMember, { token: ana.token, params: { boardId: shared.id, userId: caio.user.id } }))
  expect(await membersOf(ana, (await runImport(server, ana, later.id)).board_id)).toEqual([ana.user.id])
})

test('who left a board of hers stays a text, and she is told that they can be invited', async () => {
  const duda = await register(server, { name: 'Duda Saiu' })
  const [left, stays] = [await makeBoard(server, ana), await makeBoard(server, ana)]
  for (const { id } of [left, stays]) await addToBoard(server, ana, id, duda, 'member')
  ok(await server.call(boardsApi.removeMember, { token: duda.token, params: { boardId: left.id, userId: duda.user.id } }))
  const done = await runImport(server, ana, (await found(ana, fileWith(duda.user.email))).id)
  expect(await membersOf(ana, done.board_id)).toEqual([ana.user.id])
  expect(done.warnings.find(({ kind }) => kind === 'people_not_added')).toMatchObject({ count: 1, subjects: ['Bia Nogueira'] })
})

test('imports count among the boards that one person may put another on in a day', async () => {
  const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '1' } })
  try {
    await register(strict)
    const [gil, eva] = [await register(strict, { name: 'Gil Põe' }), await register(strict, { name: 'Eva Muitas' })]
    for (let boards = 0; boards < 10; boards++) await addToBoard(strict, gil, (await makeBoard(strict, gil)).id, eva, 'member')
    const looked = await sendImport(strict, gil, 'trello', fileWith(eva.user.email))
    expect(looked.plan?.people[0]?.user_id).toBe(eva.user.id)
    const done = await runImport(strict, gil, looked.id)
    const board = ok(await strict.call(boardsApi.get, { token: gil.token, params: { boardId: done.board_id ?? 0 } }))
    expect(board.members.map(({ user_id }) => user_id)).toEqual([gil.user.id])
    expect(done.warnings.map(({ kind }) => kind)).toContain('people_not_added')
  } finally {
    await strict.stop()
  }
})

test('whoever administers the installation is told of every account, and their programs are not', async () => {
  const stranger = await register(server, { name: 'Hugo Longe' })
  const file = fileWith(stranger.user.email)
  expect((await found(admin, file)).accounts).toEqual([stranger.user.id, null])
  const program = await makeToken(server, admin, { scope: 'write' })
  expect((await found({ token: program.token }, file)).accounts).toEqual([null, null])
})
