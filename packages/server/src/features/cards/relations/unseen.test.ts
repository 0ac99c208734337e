import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { relationsApi } from '@rodada/contract/cards/relations'
import { type RelationKind, relationKinds } from '@rodada/contract/cards/settings'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'

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

describe('boards that not everybody sees', () => {
  test('a card that the reader does not see is null to them, and its title nowhere', async () => {
    const [here, there] = [await make('Aqui'), await make('Compra da concorrente', beyond)]
    ok(await relate(there.id, 'blocks', here.id))
    const seen = await read(here.id, team.guest)
    expect(seen).toMatchObject({ blocked: true, relations: [{ kind: 'blocked_by', card: null }] })
    const activity = ok(await server.call(cardsApi.activity, { token: team.guest.token, params: { cardId: here.id } }))
    expect(activity[0]).toMatchObject({ kind: 'card.related', details: { relation: 'blocked_by' } })
    expect(JSON.stringify([seen, activity])).not.toMatch(/concorrente|Segredos/)
    expect(JSON.stringify([seen, activity])).not.toContain(there.key)
    expect(await relationsOf(here.id)).toEqual([['blocked_by', there.id]])
  })

  test('who was just removed from the other board sees null at the next look', async () => {
    const hidden = await makeBoard(server, team.admin)
    await addToBoard(server, team.admin, hidden.id, team.guest, 'guest')
    const [here, there] = [await make(), await makeCard(server, team.admin, hidden, 'Lá')]
    ok(await relate(here.id, 'relates_to', there.id, team.admin))
    expect(await relationsOf(here.id, team.guest)).toEqual([['relates_to', there.id]])
    const params = { boardId: hidden.id, userId: team.guest.user.id }
    ok(await server.call(boardsApi.removeMember, { token: team.admin.token, params }))
    expect(await relationsOf(here.id, team.guest)).toEqual([['relates_to', null]])
  })

  test('one writes on the one card and sees the other; an unseen one is answered as one that is not there', async () => {
    const mine = await makeBoard(server, team.stranger)
    const [own, secret] = [await makeCard(server, team.stranger, mine), await make('Segredo', beyond)]
    const refused = await relate(own.id, 'blocks', secret.id, team.stranger)
    expect([refused.status, refused.body]).toEqual([404, (await relate(own.id, 'blocks', 9_999_999, team.stranger)).body])
    const open = await makeBoard(server, team.admin, { is_public: true })
    const seen = await makeCard(server, team.admin, open)
    const { id } = ok(await relate(own.id, 'relates_to', seen.id, team.stranger))
    expect((await relate(seen.id, 'relates_to', own.id, team.stranger)).status).toBe(403)
    // Who keeps the other board does not see that one, and may still end it.
    expect(await relationsOf(seen.id, team.member)).toEqual([['relates_to', null]])
    ok(await unrelate(seen.id, id, team.admin))
    expect(await relationsOf(own.id, team.stranger)).toEqual([])
  })

  test('who only reads a card neither marks it nor takes its place in a whole, and links it so often that room is left', async () => {
    const open = await makeBoard(server, team.admin, { is_public: true })
    const mine = await makeBoard(server, team.stranger)
    const [seen, whole] = [await makeCard(server, team.admin, open), await makeCard(server, team.admin, open)]
    const own = () => makeCard(server, team.stranger, mine)
    const first = await own()
    for (const kind of relationKinds.filter((one) => one !== 'relates_to'))
      expect([kind, await relate(first.id, kind, seen.id, team.stranger)]).toMatchObject([
        kind,
        { status: 403, body: { message: texts.relationNeedsWrite } },
      ])
    const params = { boardId: mine.id, listId: first.list_id }
    const body = { title: 'Parte', part_of: seen.id }
    expect((await server.call(listCardsApi.create, { token: team.stranger.token, params, body })).status).toBe(403)
    expect(await relationsOf(seen.id, team.admin)).toEqual([])
    ok(await relate(seen.id, 'part_of', whole.id, team.admin))
    ok(await relate(first.id, 'relates_to', seen.id, team.stranger))
    for (let at = 1; at < limits.foreignLinks; at++) ok(await relate((await own()).id, 'relates_to', seen.id, team.stranger))
    const more = await own()
    const refused = { status: 409, body: { message: texts.tooManyForeignLinks } }
    expect(await relate(more.id, 'relates_to', seen.id, team.stranger)).toMatchObject(refused)
    // One that was deleted may come back.
    ok(await server.call(cardsApi.remove, { token: team.stranger.token, params: { cardId: first.id } }))
    expect(await relate(more.id, 'relates_to', seen.id, team.stranger)).toMatchObject(refused)
    ok(await relate(seen.id, 'relates_to', whole.id, team.admin))
  })

  test('both cards tell of it, with the other’s title only on one board', async () => {
    const [one, other] = [await make('Um'), await make('Outro')]
    const { id } = ok(await relate(one.id, 'blocks', other.id))
    ok(await unrelate(one.id, id))
    const told = async (card: Card) =>
      ok(await server.call(cardsApi.activity, { token: team.guest.token, params: { cardId: card.id } }))
        .slice(0, 2)
        .map(({ kind, details, user }) => [kind, details, user?.id])
    const by = team.member.user.id
    expect(await told(one)).toEqual([
      ['card.unrelated', { relation: 'blocks', to: `${other.key} Outro` }, by],
      ['card.related', { relation: 'blocks', to: `${other.key} Outro` }, by],
    ])
    expect(await told(other)).toEqual([
      ['card.unrelated', { relation: 'blocked_by', to: `${one.key} Um` }, by],
      ['card.related', { relation: 'blocked_by', to: `${one.key} Um` }, by],
    ])
  })
})
