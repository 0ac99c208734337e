import { tokensApi } from '@rodada/contract/auth/tokens'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { importsApi } from '@rodada/contract/boards/imports'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, fillBoard, makeBoard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { runImport, sendImport, settled } from '../../../test/imports.ts'
import { LiveClient } from '../../../test/live-client.ts'
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

test('who administers the installation is told of every account, and their programs are not', async () => {
  const stranger = await register(server, { name: 'Hugo Longe' })
  const file = fileWith(stranger.user.email)
  expect((await found(admin, file)).accounts).toEqual([stranger.user.id, null])
  const program = await makeToken(server, admin, { scope: 'write' })
  expect((await found({ token: program.token }, file)).accounts).toEqual([null, null])
})

/** A board that Ana brought, and a newer file of it with many cards that names somebody whom she knows meanwhile. */
async function runAgain(name: string) {
  const bia = await register(server, { name })
  const board = {
    ...{ id: `de novo ${name}`, name: 'De novo', labels: [], lists: [{ id: 'l', name: 'Ideias', pos: 1 }] },
    members: [{ id: 'b', fullName: 'Outra', email: bia.email }],
    cards: Array.from({ length: 1500 }, (_, index) => ({ id: `c${index}`, idList: 'l', name: `C ${index}`, idMembers: ['b'] })),
  }
  const first = await runImport(server, ana, (await found(ana, { ...board, members: [], cards: board.cards.slice(0, 1) })).id)
  await addToBoard(server, ana, (await makeBoard(server, ana)).id, bia, 'member')
  const program = await makeToken(server, ana, { scope: 'write' })
  const boardId = first.board_id ?? 0
  const { id: importId } = await found(ana, board)
  const told = async () => ({
    isOn: (await membersOf(ana, boardId)).includes(bia.user.id),
    lines: ok(await server.call(boardsApi.activity, { token: ana.token, params: { boardId } }))
      .filter(({ kind }) => kind.startsWith('member.'))
      .map(({ kind, user, subject }) => [kind, user?.id, subject]),
    notices: ok(await server.call(notificationsApi.list, { token: bia.token })).filter((notice) => notice.board?.id === boardId).length,
  })
  return { bia, boardId, importId, program, told }
}
const untilOn = async (told: () => Promise<{ isOn: boolean }>) => {
  while (!(await told()).isOn);
}

test.each([
  [
    'is cancelled',
    async (importId: number) => ok(await server.call(importsApi.cancel, { token: ana.token, params: { importId } })),
    'cancelled',
  ],
  [
    'fails',
    async (_: number, { id: tokenId }: { id: number }) =>
      ok(await server.call(tokensApi.revoke, { token: ana.token, params: { tokenId } })),
    'failed',
  ],
])('whom a run again puts on a board is told of it at once, and is off it when that %s', async (how, end, status) => {
  const { bia, boardId, importId, program, told } = await runAgain(`Bia ${how}`)
  expect(await told()).toEqual({ isOn: false, lines: [], notices: 0 })
  ok(await server.call(importsApi.run, { token: program.token, params: { importId }, body: {} }))
  await untilOn(told)
  const added = ['member.added', ana.user.id, bia.user.name]
  expect(await told()).toEqual({ isOn: true, lines: [added], notices: 1 })
  await end(importId, program)
  expect((await settled(server, ana, importId)).status).toBe(status)
  expect(await told()).toEqual({ isOn: false, lines: [['member.removed', ana.user.id, bia.user.name], added], notices: 0 })
  expect((await server.call(boardsApi.get, { token: bia.token, params: { boardId } })).status).toBe(404)
})

test('who was put on a board by a run again leaves it when that is undone, and who got another role stays', async () => {
  const plain = await runAgain('Bia que volta')
  expect((await runImport(server, ana, plain.importId)).status).toBe('done')
  const page = await new LiveClient(server.url(), plain.bia.token).ready()
  await page.watch(plain.boardId)
  expect((await plain.told()).lines).toEqual([['member.added', ana.user.id, plain.bia.user.name]])
  const undone = async ({ importId }: { importId: number }) => {
    ok(await server.call(importsApi.undo, { token: ana.token, params: { importId } }))
    return settled(server, ana, importId)
  }
  const closed = page.next('boardAccessChanged', ({ boardId }) => boardId === plain.boardId)
  expect((await undone(plain)).status).toBe('undone')
  await closed
  page.leave()
  expect(await plain.told()).toMatchObject({ isOn: false, notices: 0 })

  const raised = await runAgain('Bia que administra')
  await runImport(server, ana, raised.importId)
  const params = { boardId: raised.boardId, userId: raised.bia.user.id }
  ok(await server.call(boardsApi.updateMember, { token: ana.token, params, body: { role: 'admin' } }))
  const { status, warnings } = await undone(raised)
  expect([status, warnings.find(({ kind }) => kind === 'changed_since')?.subjects]).toEqual(['undone', [raised.bia.user.name]])
  expect(await raised.told()).toMatchObject({ isOn: true })
})

test('who left a board that they brought reads nothing of what it is called now, nor of people they do not know any more', async () => {
  const [eva, bia] = [await register(server, { name: 'Eva Sai' }), await register(server, { name: 'Bia Fica' })]
  const shared = await makeBoard(server, eva)
  await addToBoard(server, eva, shared.id, bia, 'member')
  const looked = await found(eva, fileWith(bia.user.email))
  expect(looked.accounts).toEqual([bia.user.id, null])
  const { id: importId, board_id } = await runImport(server, eva, looked.id)
  const params = { boardId: board_id ?? 0 }
  ok(await server.call(boardsApi.updateMember, { token: eva.token, params: { ...params, userId: bia.user.id }, body: { role: 'admin' } }))
  ok(await server.call(boardsApi.removeMember, { token: eva.token, params: { ...params, userId: eva.user.id } }))
  ok(await server.call(boardsApi.removeMember, { token: bia.token, params: { boardId: shared.id, userId: bia.user.id } }))
  ok(await server.call(boardsApi.update, { token: bia.token, params, body: { title: 'Segredo de Bia' } }))
  const [listed] = ok(await server.call(importsApi.list, { token: eva.token }))
  expect(listed).toMatchObject({ id: importId, board_id: null, board_title: null })
  const whole = ok(await server.call(importsApi.get, { token: eva.token, params: { importId } }))
  expect(whole.plan?.people.map(({ user }) => user)).toEqual([null, null])
  expect(JSON.stringify(whole)).not.toContain('Segredo')
})

test('on a board that is full somebody more stays a text, and the rest comes', async () => {
  const { bia, boardId, importId } = await runAgain('Bia sem lugar')
  await fillBoard(server, boardId, bia)
  const { status, warnings, total } = await runImport(server, ana, importId)
  expect([status, total]).toEqual(['done', 1500])
  expect(warnings.find(({ kind }) => kind === 'people_not_added')).toMatchObject({ count: 1, subjects: ['Outra'] })
})

test('a program of who administers the installation writes to no board that it does not see', async () => {
  const board = {
    ...{ id: 'de quem administra', name: 'Quadro', labels: [], lists: [{ id: 'l', name: 'Ideias', pos: 1 }] },
    cards: [{ id: 'c', idList: 'l', name: 'Um' }],
  }
  const boardId = (await runImport(server, admin, (await found(admin, board)).id)).board_id ?? 0
  const newer = { ...board, cards: [...board.cards, { id: 'd', idList: 'l', name: 'Dois' }] }
  const { id: importId } = await found(admin, newer)
  await addToBoard(server, admin, boardId, ana, 'member')
  const of = { token: admin.token, params: { boardId, userId: ana.user.id } }
  ok(await server.call(boardsApi.updateMember, { ...of, body: { role: 'admin' } }))
  ok(await server.call(boardsApi.removeMember, { token: admin.token, params: { boardId, userId: admin.user.id } }))
  const program = await makeToken(server, admin, { scope: 'write' })
  expect((await server.call(boardsApi.get, { token: program.token, params: { boardId } })).status).toBe(404)
  const { status, message } = await runImport(server, { token: program.token }, importId)
  expect([status, message]).toEqual(['failed', texts.importBoardGone])
  const { lists } = ok(await server.call(boardsApi.get, { token: ana.token, params: { boardId } }))
  expect(lists.flatMap(({ cards }) => cards.map(({ title }) => title))).toEqual(['Um'])
})
