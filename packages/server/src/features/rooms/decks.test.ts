import { accountApi } from '@rodada/contract/auth/account'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { deckPointsApi } from '@rodada/contract/boards/deck-points'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { roomTasksApi } from '@rodada/contract/rooms/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { cast, openEstimation, seeEstimation } from '../../../test/estimations.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { RoomClient } from '../../../test/room-client.ts'

let server: TestServer
let team: Team
const open: RoomClient[] = []

beforeAll(async () => {
  server = await startServer()
  await register(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  for (const client of open.splice(0)) client.leave()
  team = await makeTeam(server)
})

const shirts = ['PP', 'P', 'M', 'G', 'GG', '?']
const halves = ['0', '½', '1', '1½', '2']

async function connect(account?: Account): Promise<RoomClient> {
  const client = await new RoomClient(server.url(), account && { token: account.token }).ready()
  open.push(client)
  return client
}

/** Creates a room and sits down in it as its moderator. */
async function roomOf(account: Account | undefined, choice: Record<string, unknown> = {}) {
  const client = await connect(account)
  const { roomId, hostToken } = (await client.send('createRoom', choice)) as { roomId: string; hostToken: string }
  const { snapshot } = await client.join(roomId, 'Ana', { hostToken })
  return { client, roomId, snapshot, deck: snapshot.room.deck }
}

const setBoard = (deck: unknown, who = team.admin) =>
  server.call(boardsApi.update, { token: who.token, params: { boardId: team.board.id }, body: { deck } as never })
const setPoints = (points: Record<string, number | null>, who = team.admin) =>
  server.call(deckPointsApi.change, {
    token: who.token,
    params: { boardId: team.board.id },
    body: { points: Object.entries(points).map(([face, worth]) => ({ face, points: worth })) },
  })
const setOwn = (deck: string[] | null, who = team.admin) =>
  server.call(accountApi.updateSettings, { token: who.token, body: { voting: { deck } } })

describe('the deck of a new room', () => {
  test('is what was asked for, else the board’s, else the account’s, else the browser’s last, else 1 to 8', async () => {
    const lastDeck = ['x', 'y']
    expect((await roomOf(undefined)).deck).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
    expect((await roomOf(undefined, { lastDeck })).deck).toEqual(lastDeck)
    ok(await setOwn(halves))
    expect((await roomOf(team.admin, { lastDeck })).deck).toEqual(halves)
    const card = await makeCard(server, team.admin, team.board)
    expect((await roomOf(team.admin, { lastDeck, card_ids: [card.id] })).deck).toEqual(halves)
    ok(await setBoard(shirts))
    expect((await roomOf(team.admin, { lastDeck, card_ids: [card.id] })).deck).toEqual(shirts)
    expect((await roomOf(team.admin, { lastDeck, board_id: team.board.id })).deck).toEqual(shirts)
    expect((await roomOf(team.admin, { lastDeck, board_id: team.board.id, deck: ['1', '2'] })).deck).toEqual(['1', '2'])
    expect((await roomOf(team.admin, { lastDeck })).deck).toEqual(halves)
    ok(await setOwn(null))
    expect((await roomOf(team.admin, { lastDeck })).deck).toEqual(lastDeck)
  })

  test('says nothing of a board that the person does not see', async () => {
    ok(await setBoard(shirts))
    const plain = ['1', '2', '3', '4', '5', '6', '7', '8']
    const stranger = await register(server)
    for (const who of [stranger, undefined]) expect((await roomOf(who, { board_id: team.board.id })).deck).toEqual(plain)
    expect((await roomOf(team.guest, { board_id: team.board.id })).deck).toEqual(shirts)
  })
})

describe('the deck of a board', () => {
  test('is chosen by who administers it, and stands in its activity', async () => {
    expect(await setBoard(shirts, team.member)).toMatchObject({ status: 403 })
    expect(ok(await setBoard(shirts))).toMatchObject({ deck: shirts })
    const params = { boardId: team.board.id }
    expect(ok(await server.call(boardsApi.get, { token: team.guest.token, params }))).toMatchObject({ deck: shirts, deck_points: {} })
    const [line] = ok(await server.call(boardsApi.activity, { token: team.guest.token, params }))
    expect(line).toMatchObject({ kind: 'board.updated', details: { fields: ['deck'] } })
    // The same again changes nothing.
    const { revision } = ok(await server.call(boardsApi.get, { token: team.admin.token, params }))
    ok(await setBoard(shirts))
    expect(ok(await server.call(boardsApi.get, { token: team.admin.token, params })).revision).toBe(revision)
    expect(ok(await setBoard(null))).toMatchObject({ deck: null })
  })

  test.each([
    [['1'], texts.deckFew],
    [Array.from({ length: 21 }, (_, index) => String(index)), texts.deckMany],
    [['1', '1'], texts.deckTwice],
    [['1', 'abcde'], texts.deckLong],
  ])('%j is refused, with the reason', async (deck, text) => {
    expect(await setBoard(deck)).toMatchObject({ status: 400, body: { fields: { deck: text } } })
  })
})

describe('what sizes are worth on a board', () => {
  test('is said by who writes on it, adds up, and null takes one off', async () => {
    expect(await setPoints({ M: 5 }, team.guest)).toMatchObject({ status: 403 })
    expect(ok(await setPoints({ P: 2, M: 5 }, team.member))).toEqual({ deck_points: { P: 2, M: 5 } })
    expect(ok(await setPoints({ G: 8, P: null }, team.member))).toEqual({ deck_points: { M: 5, G: 8 } })
    const params = { boardId: team.board.id }
    const [line] = ok(await server.call(boardsApi.activity, { token: team.guest.token, params }))
    expect(line).toMatchObject({ kind: 'board.updated', details: { fields: ['deck_points'] } })
  })

  test('has an end', async () => {
    const many = (from: number) => Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`s${from + index}`, 1]))
    for (const from of [100, 200, 300]) ok(await setPoints(many(from)))
    expect(await setPoints({ M: 5 })).toMatchObject({ status: 409, body: { message: texts.tooManyDeckPoints } })
    ok(await setPoints({ s100: null, M: 5 }))
  })

  test('comes to the table with the card, and a change of it is told there', async () => {
    const card = await makeCard(server, team.admin, team.board)
    const { client, roomId } = await roomOf(team.member, { card_ids: [card.id], deck: shirts })
    const mine = async () => ok(await server.call(roomTasksApi.list, { token: team.member.token, params: { roomId } }))[0]?.deck_points
    expect(await mine()).toEqual({})
    const told = client.next('deckPointsChanged')
    ok(await setPoints({ M: 5 }))
    await told
    expect(await mine()).toEqual({ M: 5 })
  })
})

describe('a round of sizes', () => {
  test('has the lower middle size as median and no mean, and its result is saved as points', async () => {
    ok(await setPoints({ P: 2, M: 5 }))
    const card = await makeCard(server, team.admin, team.board)
    const { client, roomId } = await roomOf(team.member, { card_ids: [card.id], deck: shirts })
    const others = await Promise.all(['Bia', 'Caio', 'Davi'].map(async (name) => (await connect()).join(roomId, name)))
    expect(others).toHaveLength(3)
    const [, bia, caio, davi] = open
    for (const [who, vote] of [
      [client, 'G'],
      [bia, 'M'],
      [caio, 'P'],
      [davi, '?'],
    ] as const)
      expect(await who?.send('vote', { roomId, vote })).toEqual({ ok: true })
    const told = bia?.next('votesRevealed')
    await client.send('revealVotes', { roomId })
    expect(await told).toMatchObject({ median: 'M', average: '0.0' })
    const { snapshot } = await (await connect()).join(roomId, 'Eva')
    expect(snapshot).toMatchObject({ median: 'M', average: '0.0' })
    expect(await client.send('saveEstimate', { roomId, round: 1, estimate: 5 })).toEqual({ ok: true })
    expect(ok(await server.call(cardsApi.get, { token: team.member.token, params: { cardId: card.id } })).estimate).toBe(5)
  })

  test('shows no median before the reveal; numbers have theirs in the same place', async () => {
    const { client, roomId, snapshot } = await roomOf(undefined, { deck: halves })
    expect(snapshot.median).toBeNull()
    const bia = await connect()
    await bia.join(roomId, 'Bia')
    await client.send('vote', { roomId, vote: '½' })
    await bia.send('vote', { roomId, vote: '1½' })
    const told = client.next('votesRevealed')
    await client.send('revealVotes', { roomId })
    expect(await told).toMatchObject({ median: 1, average: '1.0' })
  })
})

test('another deck in a running round begins a new one without the votes of before; the same deck does not', async () => {
  const { client, roomId } = await roomOf(undefined, { deck: shirts })
  await client.send('vote', { roomId, vote: 'M' })
  const updated = client.next('roomUpdated')
  await client.send('updateRoom', { roomId, deck: shirts })
  expect((await updated).round).toBe(1)
  const again = client.next('votingReset')
  await client.send('updateRoom', { roomId, deck: halves })
  expect(await again).toEqual({ round: 2 })
  expect(await client.send('vote', { roomId, vote: 'M', round: 2 })).toMatchObject({ error: texts.voteInvalid })
  expect(await client.send('vote', { roomId, vote: '1½', round: 2 })).toEqual({ ok: true })
})

describe('a sealed estimation of sizes', () => {
  test('settles as points where the board says them, and is for the meeting where it does not', async () => {
    const [known, unknown] = [await makeCard(server, team.admin, team.board), await makeCard(server, team.admin, team.board)]
    ok(await setPoints({ M: 5 }))
    const { id } = await openEstimation(server, team.admin, {
      board_id: team.board.id,
      card_ids: [known.id, unknown.id],
      voter_ids: [team.admin.user.id, team.member.user.id],
      deck: shirts,
      settle: 'same',
    })
    for (const who of [team.admin, team.member]) {
      for (const [cardId, vote] of [
        [known.id, 'M'],
        [unknown.id, 'GG'],
      ] as const)
        await cast(server, who, { id }, cardId, vote)
    }
    const { status, cards } = await seeEstimation(server, team.admin, { id })
    expect(status).toBe('closed')
    expect(cards.map(({ settled }) => settled)).toEqual([5, null])
  })
})

describe('the decks of an account', () => {
  test('are kept, up to ten, and are nobody else’s', async () => {
    const decks = Array.from({ length: 11 }, (_, index) => ['a', String(index)])
    const save = (kept: string[][]) =>
      server.call(accountApi.updateSettings, { token: team.member.token, body: { voting: { decks: kept } } })
    expect(await save(decks)).toMatchObject({ status: 400, body: { fields: { 'voting.decks': texts.tooManyDecks } } })
    expect(ok(await save(decks.slice(1))).voting).toEqual({ deck: null, decks: decks.slice(1) })
    expect(ok(await server.call(accountApi.settings, { token: team.admin.token })).voting).toEqual({ deck: null, decks: [] })
  })
})
