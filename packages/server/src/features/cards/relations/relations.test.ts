import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { relationsApi } from '@rodada/contract/cards/relations'
import type { RelationKind } from '@rodada/contract/cards/settings'
import { limits } from '@rodada/contract/core/limits'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { makeSprint, readSprint } from '../../../../test/sprints.ts'

let server: TestServer
let team: Team
/** Of the same admin and member; the team's guest does not see it. */
let beyond: Board
beforeAll(async () => {
  server = await startServer()
  team = await makeTeam(server)
  beyond = await makeBoard(server, team.admin, { title: 'Segredos' })
  await addToBoard(server, team.admin, beyond.id, team.member, 'member')
})
afterAll(() => server.stop())

const make = (title = 'Pix parcelado', board = team.board, list = 0) => makeCard(server, team.member, board, title, list)
const relate = (cardId: number, kind: RelationKind, card_id: number, who: Account = team.member) =>
  server.call(relationsApi.add, { token: who.token, params: { cardId }, body: { kind, card_id } })
const unrelate = (cardId: number, relationId: number, who: Account = team.member) =>
  server.call(relationsApi.remove, { token: who.token, params: { cardId, relationId } })
const read = async (cardId: number, who: Account = team.member): Promise<Card> =>
  ok(await server.call(cardsApi.get, { token: who.token, params: { cardId } }))
const relationsOf = async (cardId: number, who?: Account) =>
  (await read(cardId, who)).relations.map(({ kind, card }) => [kind, card?.id ?? null])
const conclude = (card: Card, board = team.board, list = 2) =>
  server.call(cardsApi.move, { token: team.member.token, params: { cardId: card.id }, body: { list_id: board.lists[list]?.id ?? 0 } })
const faceOf = async (card: Card, who: Account = team.admin) => {
  const board = ok(await server.call(boardsApi.get, { token: who.token, params: { boardId: card.board_id } }))
  const face = board.lists.flatMap(({ cards }) => cards).find(({ id }) => id === card.id)
  return face && { blocked: face.blocked, total: face.subcards_total, done: face.subcards_done }
}
const revisionOf = async (boardId: number) =>
  ok(await server.call(boardsApi.get, { token: team.admin.token, params: { boardId } })).revision
const changedSince = async (boardId: number, since: number) =>
  ok(await server.call(boardsApi.changes, { token: team.admin.token, params: { boardId }, query: { since } })).cards

const parentsOf = async (boardId: number, who: Account) =>
  ok(await server.call(relationsApi.parents, { token: who.token, params: { boardId } }))

test('a board says of which cards its own are a part, without a name where the other board is not seen', async () => {
  const board = await makeBoard(server, team.admin, { title: 'Entregas' })
  await addToBoard(server, team.admin, board.id, team.member, 'member')
  await addToBoard(server, team.admin, board.id, team.guest, 'guest')
  const [here, a, b, archived] = [
    await make('Pagamentos', board),
    await make('Pix', board),
    await make('Boleto', board),
    await make('Cheque', board),
  ]
  const [far, secret] = [await make('Segredo', beyond), await make('Outro segredo', beyond)]
  ok(await relate(a.id, 'part_of', here.id))
  ok(await relate(archived.id, 'part_of', here.id))
  ok(await server.call(cardsApi.archive, { token: team.member.token, params: { cardId: archived.id } }))
  ok(await relate(b.id, 'part_of', far.id))
  ok(await relate(here.id, 'part_of', secret.id))
  const named = (card: Card) => ({ id: card.id, key: card.key, title: card.title })
  expect(await parentsOf(board.id, team.member)).toEqual(
    [
      { parent: named(here), card_ids: [a.id] },
      { parent: named(far), card_ids: [b.id] },
      { parent: named(secret), card_ids: [here.id] },
    ].sort((one, other) => one.parent.id - other.parent.id),
  )
  // Nor which of those that are not seen it is.
  const told = await parentsOf(board.id, team.guest)
  expect(told.find(({ parent }) => parent === null)).toEqual({ parent: null, card_ids: [here.id, b.id] })
  expect(told.filter(({ parent }) => parent !== null)).toEqual([{ parent: named(here), card_ids: [a.id] }])
  ok(await server.call(cardsApi.remove, { token: team.member.token, params: { cardId: far.id } }))
  expect((await parentsOf(board.id, team.member)).some(({ card_ids }) => card_ids.includes(b.id))).toBe(false)
})

describe('what cards are to each other', () => {
  const pairs: [RelationKind, RelationKind][] = [
    ['blocks', 'blocked_by'],
    ['part_of', 'parent_of'],
    ['duplicates', 'duplicated_by'],
    ['relates_to', 'relates_to'],
  ]
  test.each([...pairs, ...pairs.map(([a, b]) => [b, a] as const)])('a card %s another, which is %s by it, once', async (kind, inverse) => {
    const [one, other] = [await make('Um'), await make('Outro')]
    const made = ok(await relate(one.id, kind, other.id))
    expect(made).toMatchObject({
      kind,
      card: { id: other.id, key: other.key, title: 'Outro', board_id: team.board.id, status: 'pendente' },
    })
    // Said again from either side, it is the same.
    expect(ok(await relate(one.id, kind, other.id)).id).toBe(made.id)
    expect(ok(await relate(other.id, inverse, one.id)).id).toBe(made.id)
    expect(await relationsOf(one.id)).toEqual([[kind, other.id]])
    expect(await relationsOf(other.id)).toEqual([[inverse, one.id]])
  })

  test('either card ends it, and it can be made again', async () => {
    const [one, other] = [await make(), await make()]
    const { id } = ok(await relate(one.id, 'blocks', other.id))
    ok(await unrelate(other.id, id))
    expect(await relationsOf(one.id)).toEqual([])
    expect((await unrelate(other.id, id)).status).toBe(404)
    ok(await relate(one.id, 'blocks', other.id))
  })

  test('a relation is ended only by way of one of its cards', async () => {
    const [one, other, third] = [await make(), await make(), await make()]
    const { id } = ok(await relate(one.id, 'blocks', other.id))
    expect((await unrelate(third.id, id)).status).toBe(404)
    expect(await relationsOf(one.id)).toHaveLength(1)
  })

  test('a card is not related to itself, and not in a way that nobody knows', async () => {
    const { id } = await make()
    expect(await relate(id, 'relates_to', id)).toMatchObject({ status: 400, body: { fields: { card_id: texts.relationToItself } } })
    expect((await relate(id, 'loves' as RelationKind, (await make()).id)).status).toBe(400)
  })

  test('a new card is a part of another one from its first moment, or is not made at all', async () => {
    const parent = await make('Épico')
    const create = (part_of: number) =>
      server.call(listCardsApi.create, {
        token: team.member.token,
        params: { boardId: team.board.id, listId: parent.list_id },
        body: { title: 'Parte nova', part_of },
      })
    expect(ok(await create(parent.id)).relations).toMatchObject([{ kind: 'part_of', card: { id: parent.id } }])
    const before = await revisionOf(team.board.id)
    expect((await create(9_999_999)).status).toBe(404)
    expect(await revisionOf(team.board.id)).toBe(before)
  })

  test('a copy of a card has none of its relations', async () => {
    const [one, other] = [await make(), await make()]
    ok(await relate(one.id, 'blocks', other.id))
    const copy = ok(await server.call(cardsApi.copy, { token: team.member.token, params: { cardId: one.id }, body: {} }))
    expect(copy.relations).toEqual([])
    expect(await relationsOf(other.id)).toHaveLength(1)
  })
})

describe('circles', () => {
  test.each([
    ['blocks', texts.blocksInCircle],
    ['part_of', texts.partsInCircle],
    ['duplicates', texts.duplicatesInCircle],
  ] as const)('%s never leads back to where it began', async (kind, text) => {
    const [a, b, c] = [await make('A'), await make('B'), await make('C')]
    ok(await relate(a.id, kind, b.id))
    expect(await relate(b.id, kind, a.id)).toMatchObject({ status: 409, body: { message: text } })
    ok(await relate(b.id, kind, c.id))
    expect(await relate(c.id, kind, a.id)).toMatchObject({ status: 409, body: { message: text } })
  })

  test('a card that was deleted still counts, because it may come back', async () => {
    const [a, b, c] = [await make('A'), await make('B'), await make('C')]
    ok(await relate(a.id, 'blocks', b.id))
    ok(await relate(b.id, 'blocks', c.id))
    ok(await server.call(cardsApi.remove, { token: team.member.token, params: { cardId: b.id } }))
    expect((await relate(c.id, 'blocks', a.id)).status).toBe(409)
  })

  test('of two that would close a circle at once, on two boards, one is refused', async () => {
    for (let turn = 0; turn < 8; turn++) {
      const [here, there] = [await make('Aqui'), await make('Lá', beyond)]
      const answers = await Promise.all([relate(here.id, 'blocks', there.id), relate(there.id, 'blocks', here.id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })

  test('of two that would give a card a second whole at once, one is refused', async () => {
    const [part, one, other] = [await make('Parte'), await make('Um'), await make('Outro', beyond)]
    const answers = await Promise.all([relate(one.id, 'parent_of', part.id), relate(other.id, 'parent_of', part.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a chain that is too long to be followed is refused with a text of its own', async () => {
    const cards: Card[] = []
    for (let at = 0; at <= limits.relationChain + 1; at++) cards.push(await make(`Elo ${at}`))
    const link = (from: number, to: number) => relate(cards[from]?.id ?? 0, 'blocks', cards[to]?.id ?? 0)
    for (let at = 1; at < limits.relationChain; at++) ok(await link(at, at + 1))
    ok(await link(limits.relationChain, limits.relationChain + 1))
    expect(await link(0, 1)).toMatchObject({ status: 409, body: { message: texts.relationChainTooLong } })
  })

  test('a card has so many relations and no more', async () => {
    const hub = await make('Centro')
    const { db } = server.app.deps
    for (let at = 0; at < limits.cardRelations; at++) {
      const { id } = await make(`Raio ${at}`)
      const row = { kind: 'relates_to', from_card_id: hub.id, to_card_id: id } as const
      await db.insertInto('card_relations').values(row).execute()
    }
    const one = await make('Mais um')
    for (const [from, to] of [
      [hub, one],
      [one, hub],
    ] as const)
      expect(await relate(from.id, 'relates_to', to.id)).toMatchObject({ status: 409, body: { message: texts.tooManyRelations } })
    expect((await read(hub.id)).relations).toHaveLength(limits.cardRelations)
  })
})

describe('one whole', () => {
  test('a card is part of one other, and moves only after it was taken out', async () => {
    const [part, one, other] = [await make('Parte'), await make('Um'), await make('Outro')]
    const { id } = ok(await relate(part.id, 'part_of', one.id))
    expect(await relate(part.id, 'part_of', other.id)).toMatchObject({ status: 409, body: { message: texts.hasParent } })
    expect(await relate(other.id, 'parent_of', part.id)).toMatchObject({ status: 409, body: { message: texts.hasParent } })
    ok(await unrelate(part.id, id))
    ok(await relate(part.id, 'part_of', other.id))
  })

  test('a deleted whole gives its parts free, and has those back that nobody took', async () => {
    const [taken, left, whole, other] = [await make('Levada'), await make('Deixada'), await make('Todo'), await make('Outro')]
    for (const part of [taken, left]) ok(await relate(part.id, 'part_of', whole.id))
    const params = { cardId: whole.id }
    ok(await server.call(cardsApi.remove, { token: team.member.token, params }))
    expect(await relationsOf(left.id)).toEqual([])
    ok(await relate(taken.id, 'part_of', other.id))
    ok(await server.call(cardsApi.restore, { token: team.member.token, params }))
    expect(await relationsOf(whole.id)).toEqual([['parent_of', left.id]])
    expect(await relationsOf(taken.id)).toEqual([['part_of', other.id]])
  })
})

describe('faces', () => {
  test('a card is blocked as long as a card that blocks it is open', async () => {
    const [blocked, one, other] = [await make('Espera'), await make('Um'), await make('Outro')]
    for (const { id } of [one, other]) ok(await relate(id, 'blocks', blocked.id))
    expect(await faceOf(blocked)).toMatchObject({ blocked: true })
    expect(await faceOf(one)).toMatchObject({ blocked: false })
    ok(await conclude(one))
    expect(await faceOf(blocked)).toMatchObject({ blocked: true })
    const { token } = team.member
    ok(await server.call(cardsApi.archive, { token, params: { cardId: other.id } }))
    expect(await faceOf(blocked)).toMatchObject({ blocked: false })
    ok(await server.call(cardsApi.restore, { token, params: { cardId: other.id } }))
    expect(await faceOf(blocked)).toMatchObject({ blocked: true })
    ok(await server.call(cardsApi.remove, { token, params: { cardId: other.id } }))
    expect(await faceOf(blocked)).toMatchObject({ blocked: false })
    ok(await conclude(one, team.board, 0))
    expect(await faceOf(blocked)).toMatchObject({ blocked: true })
  })

  test('a whole says how many of its parts are done, the archived among them; cancelled and deleted ones are none', async () => {
    const whole = await make('Épico')
    const [done, open, gone] = [await make('Feita'), await make('Aberta'), await make('Apagada')]
    for (const { id } of [done, open, gone]) ok(await relate(id, 'part_of', whole.id))
    ok(await conclude(done))
    ok(await server.call(cardsApi.archive, { token: team.member.token, params: { cardId: done.id } }))
    ok(await server.call(cardsApi.remove, { token: team.member.token, params: { cardId: gone.id } }))
    expect(await faceOf(whole)).toEqual({ blocked: false, total: 2, done: 1 })
    expect(await read(whole.id)).toMatchObject({ subcards_total: 2, subcards_done: 1 })
    const params = { boardId: team.board.id, listId: team.board.lists[1]?.id ?? 0 }
    const { token } = team.member
    ok(await server.call(boardsApi.updateList, { token, params, body: { status: 'cancelada' } }))
    ok(await conclude(open, team.board, 1))
    expect(await faceOf(whole)).toEqual({ blocked: false, total: 1, done: 1 })
    ok(await server.call(boardsApi.updateList, { token, params, body: { status: 'em_andamento' } }))
  })

  test('pages of the board read the face again when the blocker changes', async () => {
    const [blocked, blocker] = [await make(), await make()]
    ok(await relate(blocker.id, 'blocks', blocked.id))
    const { token } = team.member
    const params = { cardId: blocker.id }
    const acts: [string, () => Promise<unknown>][] = [
      ['done', () => conclude(blocker)],
      ['reopened', () => conclude(blocker, team.board, 0)],
      ['renamed', () => server.call(cardsApi.update, { token, params, body: { title: 'Outro nome' } })],
      ['archived', () => server.call(cardsApi.archive, { token, params })],
      ['back', () => server.call(cardsApi.restore, { token, params })],
      ['deleted', () => server.call(cardsApi.remove, { token, params })],
    ]
    const seen: unknown[] = []
    for (const [what, act] of acts) {
      const since = await revisionOf(team.board.id)
      await act()
      const face = (await changedSince(team.board.id, since)).find(({ id }) => id === blocked.id)
      seen.push([what, face?.blocked])
    }
    expect(seen).toEqual([
      ['done', false],
      ['reopened', true],
      ['renamed', true],
      ['archived', false],
      ['back', true],
      ['deleted', false],
    ])
  })

  test('an archived list with a blocker blocks nothing until it is back', async () => {
    const list = ok(
      await server.call(boardsApi.addList, { token: team.member.token, params: { boardId: team.board.id }, body: { title: 'Fila' } }),
    )
    const blocked = await make()
    const params = { boardId: team.board.id, listId: list.id }
    const blocker = ok(await server.call(listCardsApi.create, { token: team.member.token, params, body: { title: 'Na fila' } }))
    ok(await relate(blocker.id, 'blocks', blocked.id))
    const since = await revisionOf(team.board.id)
    ok(await server.call(boardsApi.archiveList, { token: team.member.token, params }))
    expect((await changedSince(team.board.id, since)).find(({ id }) => id === blocked.id)).toMatchObject({ blocked: false })
    expect((await read(blocked.id)).relations[0]?.card?.archived_at).toEqual(expect.any(String))
    ok(await server.call(boardsApi.restoreList, { token: team.member.token, params }))
    expect(await faceOf(blocked)).toMatchObject({ blocked: true })
  })

  test('also of other boards, whose pages hear of it soon', async () => {
    const [blocked, blocker] = [await make('Aqui'), await make('Lá', beyond)]
    ok(await relate(blocker.id, 'blocks', blocked.id))
    await server.app.runJobs()
    const since = await revisionOf(team.board.id)
    ok(await conclude(blocker, beyond))
    await server.app.runJobs()
    expect((await changedSince(team.board.id, since)).map(({ id, blocked: is }) => [id, is])).toEqual([[blocked.id, false]])
    const settled = await revisionOf(team.board.id)
    await server.app.runJobs()
    expect(await revisionOf(team.board.id)).toBe(settled)
  })

  test('a card that goes to another board takes its relations along, and those it leaves hear of it', async () => {
    const [blocked, blocker] = [await make('Fica'), await make('Vai embora')]
    ok(await relate(blocker.id, 'blocks', blocked.id))
    await server.app.runJobs()
    const since = await revisionOf(team.board.id)
    ok(await conclude(blocker, beyond, 0))
    await server.app.runJobs()
    expect((await changedSince(team.board.id, since)).map(({ id }) => id)).toContain(blocked.id)
    expect(await faceOf(blocked)).toMatchObject({ blocked: true })
    expect(await relationsOf(blocked.id, team.guest)).toEqual([['blocked_by', null]])
    expect(JSON.stringify(await read(blocked.id, team.guest))).not.toContain('Vai embora')
  })

  test('a board that is deleted blocks nothing, and blocks again when it is brought back', async () => {
    const lost = await makeBoard(server, team.admin)
    const [blocked, blocker] = [await make(), await makeCard(server, team.admin, lost)]
    ok(await relate(blocker.id, 'blocks', blocked.id, team.admin))
    await server.app.runJobs()
    const since = await revisionOf(team.board.id)
    const params = { boardId: lost.id }
    ok(await server.call(boardsApi.remove, { token: team.admin.token, params }))
    await server.app.runJobs()
    expect((await changedSince(team.board.id, since)).map(({ id, blocked: is }) => [id, is])).toEqual([[blocked.id, false]])
    expect(await relationsOf(blocked.id)).toEqual([])
    ok(await server.call(boardsApi.restore, { token: team.admin.token, params }))
    expect(await faceOf(blocked)).toMatchObject({ blocked: true })
    expect(await relationsOf(blocked.id)).toEqual([['blocked_by', null]])
  })

  test('a sprint shows them, too', async () => {
    const [task, blocker] = [await make(), await make()]
    ok(await relate(blocker.id, 'blocks', task.id))
    const sprint = await makeSprint(server, team.admin, team.board)
    const body = { task_ids: [task.id], sprint_id: sprint.id }
    ok(await server.call(sprintTasksApi.changeMany, { token: team.member.token, body }))
    const { tasks } = await readSprint(server, team.member, sprint)
    expect(tasks.find(({ id }) => id === task.id)).toMatchObject({ blocked: true, subcards_total: 0 })
  })

  test('the search finds what is open and blocked', async () => {
    const [blocked, blocker, free] = [await make('Espera na fila'), await make('Espera nada'), await make('Espera livre')]
    ok(await relate(blocker.id, 'blocks', blocked.id))
    const search = async () => {
      const query = { q: 'espera', board_id: team.board.id, blocked: 'true' }
      return ok(await server.call(cardsApi.search, { token: team.guest.token, query })).map(({ id }) => id)
    }
    const found = await search()
    expect(found).toContain(blocked.id)
    expect(found).not.toContain(blocker.id)
    expect(found).not.toContain(free.id)
    ok(await conclude(blocker))
    expect(await search()).not.toContain(blocked.id)
  })
})
