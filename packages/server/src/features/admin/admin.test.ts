import { once } from 'node:events'
import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardColors } from '@rodada/contract/boards/settings'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { type AdminUser, adminApi } from '@rodada/contract/instance/admin'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, login, profileStatus, register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { day, makeSprint, makeTask, readSprint } from '../../../test/sprints.ts'

let server: TestServer
/** The first account, which is locked. */
let first: Account

beforeAll(async () => {
  server = await startServer()
  first = await register(server, { name: 'Primeira' })
})
afterAll(() => server.stop())

const dashboard = async () => ok(await server.call(adminApi.dashboard, { token: first.token }))
const tasks = async (query: Record<string, string | number>) => ok(await server.call(adminApi.tasks, { token: first.token, query }))
const users = async (query: Record<string, string | number> = {}) => ok(await server.call(adminApi.users, { token: first.token, query }))
const change = (userId: number, body: unknown, { token } = first) => server.call(adminApi.updateUser, { token, params: { userId }, body })

describe('the instance in numbers', () => {
  test('counts users, boards, sprints and cards, without cancelled and hidden ones', async () => {
    const ana = await register(server, { name: 'Ana' })
    const before = await dashboard()
    const board = await makeBoard(server, ana)
    const sprint = await makeSprint(server, ana, board)
    const [, doing, done] = (await readSprint(server, ana, sprint)).columns
    const forAna = { assigned_to: ana.user.id }
    await makeTask(server, ana, sprint, 'Atrasada', { ...forAna, data_limite: day(-1) })
    await makeTask(server, ana, sprint, 'Andando', { ...forAna, column_id: doing?.id })
    await makeTask(server, ana, sprint, 'Feita', { ...forAna, column_id: done?.id, estimativa_pontos: 5 })
    const hidden = await makeCard(server, ana, board, 'Arquivada')
    ok(await server.call(cardsApi.archive, { token: ana.token, params: { cardId: hidden.id } }))
    const gone = await makeBoard(server, ana)
    await makeCard(server, ana, gone)
    await makeSprint(server, ana, gone)
    ok(await server.call(boardsApi.remove, { token: ana.token, params: { boardId: gone.id } }))
    await makeSprint(server, ana, board, { data_inicio: day(3), data_fim: day(5) })
    const now = await dashboard()
    const grown = (name: keyof typeof now.stats) => now.stats[name] - before.stats[name]
    expect((['boards', 'active_sprints', 'tasks', 'completed', 'in_progress', 'overdue', 'users'] as const).map(grown)).toEqual([
      1, 2, 3, 1, 1, 1, 0,
    ])
    expect(now.performance.find(({ user }) => user.id === ana.user.id)).toEqual({
      user: { id: ana.user.id, name: 'Ana', avatar_url: null },
      total: 3,
      completed: 1,
      in_progress: 1,
      overdue: 1,
      points: 5,
    })
    expect(now.monthly).toHaveLength(6)
    expect(now.monthly.at(-1)).toEqual({
      month: day().slice(0, 7),
      created: (before.monthly.at(-1)?.created ?? 0) + 3,
      completed: (before.monthly.at(-1)?.completed ?? 0) + 1,
      points: (before.monthly.at(-1)?.points ?? 0) + 5,
    })
  })

  test('counts nothing of a template, as nobody works there, and lists its cards only where it is chosen', async () => {
    const ana = await register(server, { name: 'Ana' })
    const before = await dashboard()
    const { total } = await tasks({})
    const board = await makeBoard(server, ana)
    await makeCard(server, ana, board, 'Passo do modelo')
    await makeSprint(server, ana, board)
    ok(await server.call(boardsApi.update, { token: ana.token, params: { boardId: board.id }, body: { is_template: true } }))
    expect((await dashboard()).stats).toEqual(before.stats)
    expect((await tasks({})).total).toBe(total)
    expect((await tasks({ board_id: board.id })).tasks.map(({ title }) => title)).toEqual(['Passo do modelo'])
    const [account] = (await users({ q: ana.email })).users
    expect(account?.boards_count).toBe(0)
  })

  test('lists the tasks of every board, found by text, status, board and person, a page at a time', async () => {
    const ana = await register(server, { name: 'Ana' })
    const board = await makeBoard(server, ana, { title: 'Só de Ana' })
    const titles = ['Exportação em CSV', 'Exportacao em PDF', 'Pix']
    for (const [list, title] of titles.entries()) await makeCard(server, ana, board, title, list, { due_date: day(-1) })
    const [mine] = (await tasks({ board_id: board.id, q: 'pix' })).tasks
    ok(await server.call(cardsApi.assign, { token: ana.token, params: { cardId: mine?.id ?? 0 }, body: { user_id: ana.user.id } }))
    const found = async (query: Record<string, string | number>) => {
      const { total, tasks: some } = await tasks({ board_id: board.id, ...query })
      return [total, some.map(({ title }) => title)]
    }
    expect(await found({})).toEqual([3, ['Pix', 'Exportacao em PDF', 'Exportação em CSV']])
    expect(await found({ limit: 1, offset: 1 })).toEqual([3, ['Exportacao em PDF']])
    expect(await found({ q: 'exportação' })).toEqual([2, ['Exportacao em PDF', 'Exportação em CSV']])
    expect(await found({ status: 'em_andamento' })).toEqual([1, ['Exportacao em PDF']])
    expect(await found({ late: 'true' })).toEqual([2, ['Exportacao em PDF', 'Exportação em CSV']])
    expect(await found({ assigned_to: ana.user.id })).toEqual([1, ['Pix']])
    expect((await tasks({ assigned_to: ana.user.id })).total).toBe(1)
    const params = { boardId: board.id, listId: board.lists[0]?.id ?? 0 }
    ok(await server.call(boardsApi.updateList, { token: ana.token, params, body: { status: 'cancelada' } }))
    expect(await found({})).toEqual([2, ['Pix', 'Exportacao em PDF']])
    expect(await found({ status: 'cancelada' })).toEqual([1, ['Exportação em CSV']])
    const wrong: Record<string, string | number>[] = [{ status: 'tarde' }, { board_id: 'x' }, { limit: 0 }, { late: 'talvez' }]
    for (const query of wrong) expect((await server.call(adminApi.tasks, { token: first.token, query })).status).toBe(400)
    for (const role of ['manager', 'collaborator'] as const) {
      const person = await register(server, { role })
      expect((await server.call(adminApi.tasks, { token: person.token, query: { board_id: board.id } })).status).toBe(403)
    }
    expect((await server.call(adminApi.tasks, { token: ana.token, query: { board_id: board.id } })).status).toBe(403)
    expect((await server.call(adminApi.tasks, {})).status).toBe(401)
  })

  test('shows the active sprint that ends first, late ones last', async () => {
    const board = await makeBoard(server, first)
    await makeSprint(server, first, board, { nome: 'Atrasada', data_inicio: day(-9), data_fim: day(-5) })
    const next = await makeSprint(server, first, board, { nome: 'Termina hoje', data_inicio: day(-3), data_fim: day() })
    expect((await dashboard()).current_sprint).toEqual(next)
  })

  test('counts bugs and improvements by their labels, accents and case folded', async () => {
    const before = await dashboard()
    const board = await makeBoard(server, first)
    const label = async (name: string) =>
      ok(await server.call(boardsApi.addLabel, { token: first.token, params: { boardId: board.id }, body: { name, color: '#c33438' } })).id
    const [bug, second, better] = [await label('BÚG crítico'), await label('Bug'), await label('Melhoria')]
    const put = async (cardId: number, label_id: number) =>
      ok(await server.call(cardsApi.addLabel, { token: first.token, params: { cardId }, body: { label_id } }))
    const [open, done] = [await makeCard(server, first, board, 'A'), await makeCard(server, first, board, 'B', 2)]
    await put(open.id, bug)
    await put(open.id, second)
    await put(done.id, second)
    await put(done.id, better)
    const third = await makeCard(server, first, board, 'C')
    await put(third.id, await label('Modo debug'))
    for (const [title, name] of [
      ['D', 'Defeito'],
      ['E', '[Erro] no app'],
      ['F', 'errores'],
    ] as const)
      await put((await makeCard(server, first, board, title)).id, await label(name))
    const now = await dashboard()
    expect(now.bugs).toEqual({
      open: before.bugs.open + 4,
      completed: before.bugs.completed + 1,
      opened_this_month: before.bugs.opened_this_month + 5,
    })
    expect(now.improvements).toMatchObject({ open: before.improvements.open, completed: before.improvements.completed + 1 })
  })
})

describe('accounts', () => {
  test('are changed only by people who still administer when their turn comes: a demoted administrator undoes nothing', async () => {
    for (let round = 0; round < 5; round += 1) {
      const rogue = await register(server, { name: 'Demitida' })
      const change = (token: string, role: 'admin' | 'collaborator') =>
        server.call(adminApi.updateUser, { token, params: { userId: rogue.user.id }, body: { role } })
      ok(await change(first.token, 'admin'))
      const back = () => Array.from({ length: 8 }, () => change(rogue.token, 'admin'))
      const before = back()
      const demoted = change(first.token, 'collaborator')
      const replies = await Promise.all([...before, ...back()])
      expect((await demoted).status).toBe(200)
      expect(replies.every(({ status }) => status === 200 || status === 403)).toBe(true)
      const { users: found } = ok(await server.call(adminApi.users, { token: first.token, query: { q: rogue.email } }))
      expect(found.map(({ role }) => role)).toEqual(['collaborator'])
    }
  })

  test('are listed by name, found without accents, and filtered', async () => {
    const role = 'manager'
    const [zeca, alvaro] = [
      await register(server, { name: 'Zeca Listado', role }),
      await register(server, { name: 'Álvaro Listado', role }),
    ]
    await makeBoard(server, zeca)
    const found = await users({ q: 'LISTADO' })
    expect(found.total).toBe(2)
    expect(found.users.map(({ id, boards_count, role: own, is_active, locked }) => [id, boards_count, own, is_active, locked])).toEqual([
      [alvaro.user.id, 0, 'manager', true, false],
      [zeca.user.id, 1, 'manager', true, false],
    ])
    expect((await users({ q: 'alvaro' })).users.map(({ email }) => email)).toEqual([alvaro.email])
    expect((await users({ q: zeca.email })).total).toBe(1)
    const umlaut = await register(server, { name: 'Ute Nada', role, email: `ute-${zeca.user.id}@bücher.example` })
    for (const q of [`ute-${zeca.user.id}@bücher.example`, `ute-${zeca.user.id}@bücher`, 'bücher.example', 'xn--bcher-kva'])
      expect((await users({ q })).users.map(({ id }) => id)).toEqual([umlaut.user.id])
    expect((await users({ q: '%' })).total).toBe(0)
    expect((await users({ q: '@' })).total).toBeGreaterThan(2)
    expect(await users({ q: 'listado', limit: 1, offset: 1 })).toMatchObject({ total: 2, users: [{ id: zeca.user.id }] })
    ok(await change(zeca.user.id, { is_active: false }))
    expect((await users({ q: 'listado', active: 'true' })).users.map(({ id }) => id)).toEqual([alvaro.user.id])
    expect((await users({ q: 'listado', active: 'false' })).users.map(({ id }) => id)).toEqual([zeca.user.id])
    expect((await users({ q: 'listado', role: 'guest' })).total).toBe(0)
    ok(await server.call(authApi.updateProfile, { token: alvaro.token, body: { name: 'Érico Mudado' } }))
    expect((await users({ q: 'erico mudado' })).users.map(({ id }) => id)).toEqual([alvaro.user.id])
  })

  test('the first one is locked', async () => {
    const admin = await register(server)
    ok(await change(admin.user.id, { role: 'admin' }))
    for (const body of [{ role: 'member' }, { is_active: false }]) {
      for (const who of [first, admin]) {
        expect(await change(first.user.id, body, who)).toMatchObject({ status: 409, body: { message: texts.accountLocked } })
      }
    }
    expect(ok(await change(first.user.id, { role: 'admin', is_active: true }))).toMatchObject({ role: 'admin', locked: true })
  })

  test('a new role holds at once, without a new login, on open connections too', async () => {
    const [ana, bia] = [await register(server), await register(server)]
    const board = await makeBoard(server, ana)
    ok(await change(bia.user.id, { role: 'admin' }))
    expect((await server.call(adminApi.users, { token: bia.token })).status).toBe(200)
    const page = await new LiveClient(server.url(), bia.token).ready()
    await page.watch(board.id)
    const told = page.next('boardAccessChanged', ({ boardId }) => boardId === board.id)
    expect((await change(bia.user.id, { role: 'member' })).body).toMatchObject({ role: 'member' } satisfies Partial<AdminUser>)
    await told
    expect((await server.call(adminApi.users, { token: bia.token })).status).toBe(403)
    expect((await server.call(boardsApi.get, { token: bia.token, params: { boardId: board.id } })).status).toBe(404)
    expect(await page.send('watchBoard', { boardId: board.id })).toMatchObject({ error: texts.boardGone })
    page.leave()
  })

  test('one that is deactivated loses sessions and connections at once, and may come back', async () => {
    const ana = await register(server)
    const second = await login(server, ana)
    const page = await new LiveClient(server.url(), second).ready()
    const ended = once(page.socket as never, 'disconnect')
    expect(ok(await change(ana.user.id, { is_active: false })).is_active).toBe(false)
    await ended
    for (const token of [ana.token, second]) expect(await profileStatus(server, token)).toBe(401)
    const { email, password } = ana
    expect(await server.call(authApi.login, { body: { email, password } })).toMatchObject({
      status: 403,
      body: { message: texts.accountDeactivated },
    })
    ok(await change(ana.user.id, { is_active: true }))
    expect(await profileStatus(server, await login(server, ana))).toBe(200)
    expect(await profileStatus(server, ana.token)).toBe(401)
  })

  test('the last admin keeps their role', async () => {
    const admin = await register(server)
    ok(await change(admin.user.id, { role: 'admin' }))
    const { db } = server.app.deps
    // The first account is locked, so the test changes the database itself.
    const others = db.updateTable('users').where('id', '!=', admin.user.id).where('role', '=', 'admin')
    await others.set({ role: 'member' }).execute()
    for (const body of [{ role: 'guest' }, { is_active: false }])
      expect(await change(admin.user.id, body, admin)).toMatchObject({ status: 409, body: { message: texts.lastAdmin } })
    await db.updateTable('users').set({ role: 'admin' }).where('id', '=', first.user.id).execute()
    expect(ok(await change(admin.user.id, { role: 'guest' }, admin)).role).toBe('guest')
  })

  test('roles and states of another kind are refused, absent accounts not found', async () => {
    const ana = await register(server)
    for (const body of [{ role: 'gestor' }, { role: null }, { is_active: 'false' }, { is_active: 0 }, [], 'x'])
      expect([body, (await change(ana.user.id, body)).status]).toEqual([body, 400])
    expect(await change(2_000_000_000, { role: 'member' })).toMatchObject({ status: 404, body: { message: 'Usuário não encontrado' } })
    for (const query of [{ active: 'sim' }, { role: 'gestor' }, { limit: 0 }, { q: 'x'.repeat(101) }] as Record<string, string>[])
      expect([query, (await server.call(adminApi.users, { token: first.token, query })).status]).toEqual([query, 400])
  })
})

describe('a reported bug', () => {
  const report = (body: unknown) => server.call(adminApi.reportBug, { token: first.token, body })

  test('is a card in the first list with the label of bugs, made once', async () => {
    const ana = await register(server)
    const board = await makeBoard(server, ana)
    const page = await new LiveClient(server.url(), ana.token).ready()
    const { revision } = await page.watch(board.id)
    await makeCard(server, ana, board, 'Antes')
    const card = ok(await report({ board_id: board.id, title: 'Tela em branco', description: 'Ao salvar' }))
    expect(card).toMatchObject({ title: 'Tela em branco', list_id: board.lists[0]?.id, position: 1, has_description: true })
    await page.changed(board.id, revision + 2)
    page.leave()
    const again = ok(await report({ board_id: board.id, title: 'Outro' }))
    const { labels } = ok(await server.call(boardsApi.get, { token: ana.token, params: { boardId: board.id } }))
    expect(labels).toMatchObject([{ name: 'Bug', color: boardColors.pitanga }])
    expect([card.label_ids, again.label_ids]).toEqual([[labels[0]?.id], [labels[0]?.id]])
  })

  test.each(['bugs do app', 'Defeito', 'Erro em produção'])('takes the label that the board has: %s', async (name) => {
    const board = await makeBoard(server, first)
    const add = async (body: { name: string; color: string }) =>
      ok(await server.call(boardsApi.addLabel, { token: first.token, params: { boardId: board.id }, body }))
    await add({ name: 'Debug', color: '#266fb8' })
    const { id } = await add({ name, color: '#266fb8' })
    expect(ok(await report({ board_id: board.id, title: 'X' })).label_ids).toEqual([id])
  })

  test('needs a title, and a board that is there and has a list', async () => {
    const board = await makeBoard(server, first)
    expect(await report({ board_id: board.id, title: '  ' })).toMatchObject({ status: 400, body: { message: texts.cardTitleRequired } })
    for (const { id } of board.lists)
      ok(await server.call(boardsApi.removeList, { token: first.token, params: { boardId: board.id, listId: id } }))
    expect(await report({ board_id: board.id, title: 'X' })).toMatchObject({ status: 409, body: { message: texts.boardWithoutLists } })
    ok(await server.call(boardsApi.remove, { token: first.token, params: { boardId: board.id } }))
    for (const board_id of [board.id, 2_000_000_000]) expect((await report({ board_id, title: 'X' })).status).toBe(404)
  })
})
