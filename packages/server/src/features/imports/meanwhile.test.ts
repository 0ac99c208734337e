import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { importsApi } from '@rodada/contract/boards/imports'
import { expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { addToBoard, ok } from '../../../test/boards.ts'
import { filesMs, importScene, settled } from '../../../test/imports.ts'

const scene = importScene('trello')

const many = 1500
let serial = 0
/** A board of two lists, a label, a field and somebody, and a newer file of it with many cards that have all of them. */
function growing(email: string) {
  const board = {
    ...{ id: `cresce ${++serial}`, name: 'Cresce', labels: [{ id: 'e', name: 'Urgente', color: 'red' }] },
    lists: ['Ideias', 'Fazendo'].map((name, pos) => ({ id: name, name, pos })),
    members: [{ id: 'b', fullName: 'Outra', email }],
    customFields: [{ id: 'f', name: 'Canal', type: 'list', options: [{ id: 'o', value: { text: 'Loja' } }] }],
    cards: [{ id: 'c', idList: 'Ideias', name: 'Um' }],
  }
  const cards = Array.from({ length: many }, (_, index) => ({
    ...{ id: `n${index}`, idList: index % 2 ? 'Fazendo' : 'Ideias', name: `N ${index}`, idLabels: ['e'], idMembers: ['b'] },
    customFieldItems: [{ idCustomField: 'f', idValue: 'o' }],
  }))
  // The one that is there goes to the other list, last.
  return { board, newer: { ...board, cards: [...cards, { id: 'c', idList: 'Fazendo', name: 'Um', pos: many }] } }
}

test('people of a file are put on its board a few at a time, and told a few at a time', { timeout: filesMs }, async () => {
  const { server, ana } = scene
  const { db } = server.app.deps
  const people = 60
  const { id: shared } = ok(await server.call(boardsApi.create, { token: ana.token, body: { title: 'De todos nós' } }))
  const members: { id: string; fullName: string }[] = []
  for (let n = 0; n < people; n += 1) {
    const person = await register(server, { name: `Pessoa ${n} de todas` })
    await addToBoard(server, ana, shared, person, 'member')
    members.push({ id: `${n}`, fullName: person.user.name })
  }
  const cards = [{ id: 'c', idList: 'l', name: 'Um', idMembers: ['59'] }]
  const looked = await scene.look({ id: 'de todos', name: 'Brought', lists: [{ id: 'l', name: 'Ideias', pos: 1 }], members, cards })
  const at = { token: ana.token, params: { importId: looked.id } }
  ok(await server.call(importsApi.run, { ...at, body: {} }))
  const membersOf = (boardId: number) => db.selectFrom('board_members').select('user_id').where('board_id', '=', boardId)
  const additions = (boardId: number) =>
    db.selectFrom('activities').select('id').where('board_id', '=', boardId).where('kind', '=', 'member.added')
  const count = async (table: 'board_members' | 'activities', boardId: number) =>
    (await (table === 'activities' ? additions(boardId) : membersOf(boardId)).execute()).length
  const seen = new Set<string>()
  const row = () => db.selectFrom('imports').select(['status', 'board_id']).where('id', '=', looked.id).executeTakeFirstOrThrow()
  for (let isOver = false; !isOver; ) {
    const { board_id: now } = await row()
    for (const table of ['board_members', 'activities'] as const) {
      const n = await count(table, now ?? 0)
      if (n > 1 && n < people) seen.add(table)
    }
    isOver = ok(await server.call(importsApi.get, at)).status !== 'running'
  }
  expect([...seen].sort()).toEqual(['activities', 'board_members'])
  const { board_id, status } = await row()
  expect([status, await count('board_members', board_id ?? 0), await count('activities', board_id ?? 0)]).toEqual([
    'done',
    people + 1,
    people,
  ])
  expect((await scene.cardsOf(board_id ?? 0)).map(({ assigned_user }) => assigned_user?.name)).toEqual([members.at(-1)?.fullName])
})

test(
  'what people take off a board while cards come to it comes with none of them, and no card is lost',
  async () => {
    const { server, ana } = scene
    const bia = await register(server, { name: 'Bia' })
    const { id: shared } = ok(await server.call(boardsApi.create, { token: ana.token, body: { title: 'De nós duas' } }))
    await addToBoard(server, ana, shared, bia, 'member')
    const { board, newer } = growing(bia.email)
    const { boardId } = await scene.bring(board)
    const before = await scene.boardOf(boardId)
    const looked = await scene.look(newer)
    const at = { token: ana.token, params: { importId: looked.id } }
    ok(await server.call(importsApi.run, { ...at, body: {} }))
    for (let done = 0; done < 25; ) ({ done } = ok(await server.call(importsApi.get, at)))
    const [label, field, list] = [before.labels[0]?.id ?? 0, before.fields[0]?.id ?? 0, before.lists.at(-1)?.id ?? 0]
    const of = { token: ana.token, params: { boardId, labelId: label, fieldId: field, listId: list, userId: bia.user.id } }
    for (const endpoint of [boardsApi.removeLabel, boardsApi.removeList, boardsApi.removeMember, boardFieldsApi.remove])
      ok(await server.call(endpoint, of))
    const gone = ok(await server.call(importsApi.get, at)).done
    const end = await settled(server, ana, looked.id)
    expect([end.status, end.done, gone < many]).toEqual(['done', many + 1, true])

    const after = await scene.boardOf(boardId)
    const cards = after.lists.flatMap((each) => each.cards)
    expect(after.lists.map(({ title }) => title)).toEqual(['Ideias'])
    // Those of the other list that came before it went are with it, where it can be brought back.
    expect(cards.length).toBeGreaterThan(many - gone)
    expect(cards.map(({ title }) => title)).toContain('Um')
    expect(cards.filter(({ assigned_user }) => assigned_user !== null).length).toBeLessThanOrEqual(gone)
  },
  filesMs,
)
