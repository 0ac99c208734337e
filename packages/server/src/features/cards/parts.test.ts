import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { bulkApi } from '@rodada/contract/cards/bulk'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { commentsApi } from '@rodada/contract/cards/comments'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
let team: Team
let board: Board
let card: Card
beforeAll(async () => {
  server = await startServer()
  await register(server)
  team = await makeTeam(server)
  board = team.board
})
beforeEach(async () => {
  card = await makeCard(server, team.admin, board)
})
afterAll(() => server.stop())

const token = () => team.member.token
const params = () => ({ cardId: card.id })
const whole = async () => ok(await server.call(cardsApi.get, { token: token(), params: params() }))
const face = async () =>
  ok(await server.call(boardsApi.get, { token: token(), params: { boardId: board.id } }))
    .lists.flatMap(({ cards }) => cards)
    .find(({ id }) => id === card.id)

describe('comments', () => {
  const add = async (who = team.member, content = 'Feito.') =>
    ok(await server.call(commentsApi.add, { token: who.token, params: params(), body: { content } }))
  const list = async (query = {}) => ok(await server.call(commentsApi.list, { token: token(), params: params(), query }))
  const edit = (who: { token: string }, commentId: number, body: object) =>
    server.call(commentsApi.update, { token: who.token, params: { ...params(), commentId }, body })

  test('one edits only their own, and the edit shows', async () => {
    const comment = await add()
    expect(comment).toMatchObject({ can: { edit: true, remove: true }, edited_at: null, user: { name: 'Bia' } })
    expect((await edit(team.admin, comment.id, { content: 'De Ana' })).status).toBe(403)
    const edited = ok(await edit(team.member, comment.id, { content: 'Feito hoje.', version: comment.version }))
    expect(edited).toMatchObject({ content: 'Feito hoje.', edited_at: expect.any(String), version: comment.version + 1 })
    const late = await edit(team.member, comment.id, { content: 'Tarde', version: comment.version })
    expect([late.status, late.body.message, late.body.current]).toEqual([409, texts.conflict, edited])
    expect(await list()).toEqual([edited])
  })

  test('a person who may no longer write on the board can no longer edit their comments', async () => {
    const comment = await add()
    const setRole = (role: string) =>
      server.call(boardsApi.updateMember, {
        token: team.admin.token,
        params: { boardId: board.id, userId: team.member.user.id },
        body: { role },
      })
    ok(await setRole('guest'))
    expect((await edit(team.member, comment.id, { content: 'X' })).status).toBe(403)
    expect((await list()).map(({ can }) => can)).toEqual([{ edit: false, remove: false }])
    ok(await setRole('member'))
  })

  test('the author removes their comment, an admin any, and the count follows', async () => {
    const [own, other, third] = [await add(), await add(), await add(team.admin)]
    const remove = (who: { token: string }, commentId: number) =>
      server.call(commentsApi.remove, { token: who.token, params: { ...params(), commentId } })
    expect((await whole()).comment_count).toBe(3)
    expect((await remove(team.member, third.id)).status).toBe(403)
    ok(await remove(team.member, own.id))
    ok(await remove(team.admin, other.id))
    expect([(await whole()).comment_count, (await face())?.comment_count]).toEqual([1, 1])
    expect(await list()).toMatchObject([{ id: third.id, can: { edit: false, remove: false } }])
  })

  test('pages go back from the newest, oldest first within each', async () => {
    for (let count = 1; count <= 5; count += 1) await add(team.member, `Número ${count}`)
    const contents = (page: { content: string }[]) => page.map(({ content }) => content)
    const last = await list({ limit: 2 })
    expect(contents(last)).toEqual(['Número 4', 'Número 5'])
    expect(contents(await list({ limit: 2, before: last[0]?.id ?? 0 }))).toEqual(['Número 2', 'Número 3'])
  })
})

describe('checklists', () => {
  const addList = async (title = 'Antes') =>
    ok(await server.call(checklistsApi.add, { token: token(), params: params(), body: { title } })).id
  const addItem = async (checklistId: number, title: string) =>
    ok(await server.call(checklistsApi.addItem, { token: token(), params: { ...params(), checklistId }, body: { title } })).id
  const updateItem = async (checklistId: number, itemId: number, body: object) =>
    ok(await server.call(checklistsApi.updateItem, { token: token(), params: { ...params(), checklistId, itemId }, body }))
  const counts = async () => {
    const { checklists } = await whole()
    const items = checklists.flatMap((list) => list.items)
    const shown = await face()
    // The board shows the same counts as the card.
    expect([shown?.checklist_total, shown?.checklist_done]).toEqual([items.length, items.filter(({ completed }) => completed).length])
    return [shown?.checklist_done, shown?.checklist_total]
  }

  test('the counters are right after every operation', async () => {
    const [first, second] = [await addList(), await addList('Depois')]
    expect(await counts()).toEqual([0, 0])
    const [a, b, c] = [await addItem(first, 'A'), await addItem(first, 'B'), await addItem(second, 'C')]
    expect(await counts()).toEqual([0, 3])
    await updateItem(first, a, { completed: true })
    await updateItem(second, c, { completed: true })
    expect(await counts()).toEqual([2, 3])
    await updateItem(first, a, { completed: true, title: 'A2' })
    await updateItem(first, b, { title: 'B2' })
    expect(await counts()).toEqual([2, 3])
    await updateItem(first, a, { completed: false })
    expect(await counts()).toEqual([1, 3])
    const itemOf = (checklistId: number, itemId: number) => ({ token: token(), params: { ...params(), checklistId, itemId } })
    ok(await server.call(checklistsApi.removeItem, itemOf(first, b)))
    expect(await counts()).toEqual([1, 2])
    ok(await server.call(checklistsApi.remove, { token: token(), params: { ...params(), checklistId: second } }))
    expect(await counts()).toEqual([0, 1])
  })

  test('many ticks at once are all counted', async () => {
    const list = await addList()
    const items: number[] = []
    for (let count = 0; count < 10; count += 1) items.push(await addItem(list, `Item ${count}`))
    await Promise.all(items.map((item) => updateItem(list, item, { completed: true })))
    expect(await counts()).toEqual([10, 10])
  })

  test('lists and items go to any position', async () => {
    const [one, two, three] = [await addList('1'), await addList('2'), await addList('3')]
    for (const title of ['A', 'B', 'C']) await addItem(one, title)
    const items = ok(await server.call(checklistsApi.list, { token: token(), params: params() }))[0]?.items ?? []
    expect(await updateItem(one, items[2]?.id ?? 0, { position: 0 })).toMatchObject({ title: 'C', position: 0 })
    expect(await updateItem(one, items[0]?.id ?? 0, { position: 99 })).toMatchObject({ title: 'A', position: 2 })
    const listParams = { ...params(), checklistId: three }
    ok(await server.call(checklistsApi.update, { token: token(), params: listParams, body: { position: 1 } }))
    const { checklists } = await whole()
    expect(checklists.map(({ id, position }) => [id, position])).toEqual([
      [one, 0],
      [three, 1],
      [two, 2],
    ])
    expect(checklists[0]?.items.map(({ title }) => title)).toEqual(['C', 'B', 'A'])
  })

  test('texts of lists and items count versions, and an outdated change is refused; ticks and places have no versions', async () => {
    const list = await addList()
    const item = await addItem(list, 'A')
    const [listPath, itemPath] = [
      { ...params(), checklistId: list },
      { ...params(), checklistId: list, itemId: item },
    ]
    const edit = (body: object) => server.call(checklistsApi.update, { token: token(), params: listPath, body })
    const editItem = (body: object) => server.call(checklistsApi.updateItem, { token: token(), params: itemPath, body })

    const renamed = ok(await edit({ title: 'Depois', version: 1 }))
    expect(renamed).toMatchObject({ title: 'Depois', version: 2, items: [{ version: 1 }] })
    const lateList = await edit({ title: 'Tarde', version: 1 })
    expect([lateList.status, lateList.body.message, lateList.body.current]).toEqual([409, texts.conflict, renamed])

    const reworded = ok(await editItem({ title: 'A, bem', version: 1 }))
    expect(reworded).toMatchObject({ title: 'A, bem', version: 2 })
    const lateItem = await editItem({ title: 'Tarde', version: 1 })
    expect([lateItem.status, lateItem.body.message, lateItem.body.current]).toEqual([409, texts.conflict, reworded])

    expect(ok(await editItem({ completed: true, position: 0, version: 1 }))).toMatchObject({ completed: true, version: 2 })
    expect(ok(await edit({ position: 0, version: 1 })).version).toBe(2)
    expect(ok(await editItem({ title: 'A, bem' })).version).toBe(2)
    expect(ok(await editItem({ title: 'Sem versão' })).version).toBe(3)
    expect((await whole()).checklists).toMatchObject([{ title: 'Depois', version: 2, items: [{ title: 'Sem versão', version: 3 }] }])
  })

  test('a card has only so many', async () => {
    for (let count = 0; count < limits.cardChecklists; count += 1) await addList()
    const { status, body } = await server.call(checklistsApi.add, { token: token(), params: params(), body: { title: 'Mais' } })
    expect([status, body.message]).toEqual([409, texts.tooManyChecklists])
  })
})

describe('labels', () => {
  const add = async (name: string) =>
    ok(await server.call(boardsApi.addLabel, { token: token(), params: { boardId: board.id }, body: { name, color: '#266fb8' } })).id
  const put = async (label_id: number) => ok(await server.call(cardsApi.addLabel, { token: token(), params: params(), body: { label_id } }))
  const changes = async (since: number) =>
    ok(await server.call(boardsApi.changes, { token: token(), params: { boardId: board.id }, query: { since } }))

  test('added twice is once, and a deleted one is taken off its cards, which everybody is told', async () => {
    const [urgent, bug] = [await add('Urgente'), await add('Defeito')]
    await put(urgent)
    await put(bug)
    expect((await put(bug)).labels.map(({ id }) => id)).toEqual([urgent, bug])
    const { revision } = await changes(0)
    ok(await server.call(boardsApi.removeLabel, { token: token(), params: { boardId: board.id, labelId: urgent } }))
    const after = await changes(revision)
    expect(after.cards).toMatchObject([{ id: card.id, label_ids: [bug] }])
    expect(after.labels.map(({ id }) => id)).toEqual([bug])
    expect((await whole()).labels).toEqual([{ id: bug, name: 'Defeito', color: '#266fb8' }])
  })

  test('are at most so many on a card, also when many cards get one at once', async () => {
    for (let number = 1; number <= limits.cardLabels; number++) await put(await add(`Etiqueta ${number}`))
    const label_id = await add('Mais uma')
    const refused = { status: 409, body: { message: texts.tooManyCardLabels } }
    expect(await server.call(cardsApi.addLabel, { token: token(), params: params(), body: { label_id } })).toMatchObject(refused)
    const other = await makeCard(server, team.admin, board)
    const both = { token: token(), body: { card_ids: [other.id, card.id], label_id } }
    expect(await server.call(bulkApi.change, both)).toMatchObject(refused)
    const { labels } = ok(await server.call(cardsApi.get, { token: token(), params: { cardId: other.id } }))
    expect([labels.length, (await whole()).labels.length]).toEqual([0, limits.cardLabels])
  })

  test('an outdated name is refused; a colour has no version', async () => {
    const labelId = await add('Urgente')
    const edit = (body: object) => server.call(boardsApi.updateLabel, { token: token(), params: { boardId: board.id, labelId }, body })
    const renamed = ok(await edit({ name: 'Para já', version: 1 }))
    expect(renamed).toMatchObject({ name: 'Para já', version: 2 })
    const late = await edit({ name: 'Tarde', color: '#c33438', version: 1 })
    expect([late.status, late.body.message, late.body.current]).toEqual([409, texts.conflict, renamed])
    expect(ok(await edit({ color: '#c33438', version: 1 }))).toEqual({ ...renamed, color: '#c33438' })
    expect((await changes(0)).labels.find(({ id }) => id === labelId)).toEqual({ ...renamed, color: '#c33438' })
  })

  test('a new name or colour shows on the card', async () => {
    const label = await add('Urgente')
    await put(label)
    const labelParams = { boardId: board.id, labelId: label }
    ok(await server.call(boardsApi.updateLabel, { token: token(), params: labelParams, body: { color: '#c33438' } }))
    expect((await whole()).labels).toEqual([{ id: label, name: 'Urgente', color: '#c33438' }])
    ok(await server.call(cardsApi.removeLabel, { token: token(), params: { ...params(), labelId: label } }))
    expect((await whole()).labels).toEqual([])
  })
})
