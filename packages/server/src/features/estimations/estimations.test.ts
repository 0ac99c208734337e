import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { type Estimation, estimationsApi } from '@rodada/contract/estimations/estimations'
import { roomTasksApi } from '@rodada/contract/rooms/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { cast, fibonacci, makeCards, openEstimation, seeEstimation, soon } from '../../../test/estimations.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'

let server: TestServer
let system: Account
let team: Team
let cards: number[]
beforeAll(async () => {
  server = await startServer()
  system = await register(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  team = await makeTeam(server)
  cards = await makeCards(server, team, ['Pix', 'Boleto', 'Cupom'])
})

const [pix, boleto, cupom] = [() => cards[0] ?? 0, () => cards[1] ?? 0, () => cards[2] ?? 0]
const voters = () => [team.admin.user.id, team.member.user.id]
const open = (who: Account = team.member, more: Record<string, unknown> = {}) =>
  openEstimation(server, who, { board_id: team.board.id, card_ids: cards, voter_ids: voters(), ...more })
const close = (who: Account, { id }: Estimation) => server.call(estimationsApi.close, { token: who.token, params: { estimationId: id } })
const voteOf = (who: Account, { id }: Estimation, cardId: number, body: unknown) =>
  server.call(estimationsApi.vote, { token: who.token, params: { estimationId: id, cardId }, body })
const estimateOf = async (cardId: number) => ok(await server.call(cardsApi.get, { token: team.admin.token, params: { cardId } })).estimate
/** The deadline passes. */
const passDeadline = ({ id }: Estimation) =>
  server.app.deps.db
    .updateTable('estimations')
    .set({ closes_at: new Date(Date.now() - 1).toISOString() })
    .where('id', '=', id)
    .execute()
/** Everybody votes one face on everything. */
const allVote = async (estimation: Estimation, face = '5') => {
  for (const who of [team.admin, team.member]) for (const card of cards) await cast(server, who, estimation, card, face)
}

test('what the last voter left open is found, also where thousands are open, of which only some are looked at each time', async () => {
  const alone = await startServer({ alone: true })
  try {
    await alone.app.pauseJobs()
    const { db } = alone.app.deps
    const own = await makeTeam(alone)
    const card_ids = await makeCards(alone, own, ['Pix'])
    const ask = { board_id: own.board.id, card_ids, voter_ids: [own.member.user.id] }
    const { id } = await openEstimation(alone, own.member, ask)
    const { id: _, ...row } = await db.selectFrom('estimations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await db
      .insertInto('estimations')
      .values(Array.from({ length: 120 }, () => row))
      .execute()
    const last = await db.insertInto('estimations').values(row).returning('id').executeTakeFirstOrThrow()
    const [card_id = 0] = card_ids
    await db
      .insertInto('estimation_cards')
      .values({ estimation_id: last.id, card_id, place: 0, settled: null, estimate_before: null })
      .execute()
    await db.insertInto('estimation_voters').values({ estimation_id: last.id, user_id: own.member.user.id }).execute()
    const vote = { estimation_id: last.id, card_id, user_id: own.member.user.id, value: '5', confidence: null, reason: null }
    await db.insertInto('estimation_votes').values(vote).execute()
    // As a process that died after the vote leaves it.
    const status = async () => (await seeEstimation(alone, own.member, last)).status
    await alone.app.runJobs()
    expect(await status()).toBe('open')
    await alone.app.runJobs()
    expect(await status()).toBe('closed')
  } finally {
    await alone.stop()
  }
})

describe('opening', () => {
  test('says what is asked of whom until when, to everybody who sees the board', async () => {
    const closes_at = soon()
    const made = await open(team.member, { closes_at, settle: 'same' })
    expect(made).toMatchObject({
      status: 'open',
      board_id: team.board.id,
      organizer: { id: team.member.user.id },
      deck: fibonacci,
      settle: 'same',
      closes_at,
      closed_at: null,
      cards: cards.map((card_id) => ({ card_id, votes: [], settled: null })),
      voters: voters().map((user_id) => ({ user_id, finished: false })),
      votes: {},
      can: { vote: true, close: true, take_to_room: false },
    })
    expect((await seeEstimation(server, team.guest, made)).can).toEqual({ vote: false, close: false, take_to_room: false })
    const { status } = await server.call(estimationsApi.get, { token: team.stranger.token, params: { estimationId: made.id } })
    expect(status).toBe(404)
    const listed = async (who: Account, query = {}) =>
      ok(await server.call(estimationsApi.list, { token: who.token, query })).map(({ id }) => id)
    expect(await listed(team.guest)).toEqual([made.id])
    expect(await listed(team.stranger)).toEqual([])
    expect(await listed(system), 'of boards that one is on').not.toContain(made.id)
    expect(await listed(system, { board_id: team.board.id })).toEqual([made.id])
    const ofBoard = await server.call(estimationsApi.list, { token: team.stranger.token, query: { board_id: team.board.id } })
    expect(ofBoard.status).toBe(404)
  })

  test('without a rule nothing settles, and a deadline keeps its moment in whatever zone it was said', async () => {
    const at = new Date(Date.now() + 7_200_000).toISOString()
    const saidIn = at.replace('Z', '-00:00')
    const made = await open(team.member, { closes_at: saidIn })
    expect(made).toMatchObject({ settle: 'none', closes_at: at })
  })

  test('is refused for what does not belong together, with the field', async () => {
    const other = await makeTeam(server)
    const [elsewhere = 0] = await makeCards(server, other, ['Outro'])
    const refused = async (more: Record<string, unknown>) => {
      const body = { board_id: team.board.id, card_ids: cards, voter_ids: voters(), deck: fibonacci, closes_at: soon(), ...more }
      const answer = await server.call(estimationsApi.create, { token: team.member.token, body })
      return [answer.status, answer.body.fields]
    }
    expect(await refused({ voter_ids: [team.guest.user.id] })).toEqual([400, { voter_ids: texts.estimationVoterElsewhere }])
    expect(await refused({ voter_ids: [team.stranger.user.id] })).toEqual([400, { voter_ids: texts.estimationVoterElsewhere }])
    expect(await refused({ card_ids: [...cards, elsewhere] })).toEqual([400, { card_ids: texts.cardsElsewhere }])
    for (const closes_at of [soon(-1000), soon(1000), soon(31 * 86_400_000)])
      expect(await refused({ closes_at })).toEqual([400, { closes_at: texts.estimationClosesInvalid }])
    for (const deck of [['5'], ['5', '5'], 'abc']) expect((await refused({ deck }))[0]).toBe(400)
    for (const ids of [[], Array.from({ length: 101 }, (_, n) => n + 1)]) {
      expect((await refused({ card_ids: ids }))[0]).toBe(400)
      expect((await refused({ voter_ids: ids }))[0]).toBe(400)
    }
    expect((await refused({ settle: 'median' }))[0]).toBe(400)
  })

  test('a board has twenty open ones at most', async () => {
    const many = []
    for (let n = 0; n < 20; n++) many.push(await open(team.member, { card_ids: [pix()] }))
    const body = { board_id: team.board.id, card_ids: cards, voter_ids: voters(), deck: fibonacci, closes_at: soon() }
    const more = await server.call(estimationsApi.create, { token: team.member.token, body })
    expect([more.status, more.body.message]).toEqual([409, texts.tooManyEstimations])
    ok(await close(team.member, many[0] as Estimation))
    await open()
  })
})

describe('voting', () => {
  test('keeps the own vote with confidence and reason, changes it, and shows it to nobody else', async () => {
    const made = await open()
    expect(await cast(server, team.member, made, pix(), '5', { confidence: 'unsure', reason: ' Depende do banco ' })).toEqual({
      status: 'open',
      finished: false,
    })
    expect((await seeEstimation(server, team.member, made)).votes).toEqual({
      [pix()]: { vote: '5', confidence: 'unsure', reason: 'Depende do banco' },
    })
    await cast(server, team.member, made, pix(), '8')
    expect((await seeEstimation(server, team.member, made)).votes).toEqual({ [pix()]: { vote: '8', confidence: null, reason: null } })
    for (const who of [team.admin, team.guest, system]) {
      const seen = await seeEstimation(server, who, made)
      expect([seen.votes, seen.cards.flatMap(({ votes }) => votes)]).toEqual([{}, []])
    }
  })

  test('is for its voters, on its cards, with faces of its deck', async () => {
    const made = await open(team.member, { voter_ids: [team.member.user.id], card_ids: [pix()] })
    const answer = async (who: Account, cardId: number, body: unknown) => {
      const { status, body: reply } = await voteOf(who, made, cardId, body)
      return [status, reply.message]
    }
    expect(await answer(team.stranger, pix(), { vote: '5' })).toEqual([404, texts.notFound])
    for (const who of [team.admin, team.guest, system])
      expect(await answer(who, pix(), { vote: '5' })).toEqual([403, texts.estimationNotVoter])
    expect(await answer(team.member, boleto(), { vote: '5' })).toEqual([404, texts.notFound])
    expect(await answer(team.member, pix(), { vote: '4' })).toEqual([400, texts.estimationVoteInvalid])
    expect(await answer(team.member, pix(), { vote: '5', reason: 'x'.repeat(141) })).toEqual([400, texts.estimationReasonTooLong])
    expect((await answer(team.member, pix(), { vote: '5', confidence: 'maybe' }))[0]).toBe(400)
  })

  test('who has voted on everything has finished, and others hear of nothing before', async () => {
    const made = await open()
    const ana = await new LiveClient(server.url(), team.admin.token).ready()
    const heard = () => ana.received.filter(({ event }) => event === 'estimationChanged').length
    await cast(server, team.member, made, pix(), '5')
    await cast(server, team.member, made, boleto(), '5')
    await ana.settle()
    expect(heard()).toBe(0)
    const changed = new Promise((resolve) => ana.socket.once('estimationChanged' as never, resolve as never))
    await cast(server, team.member, made, cupom(), '5')
    expect(await changed).toEqual({ estimationId: made.id })
    ana.leave()
    expect((await seeEstimation(server, team.admin, made)).voters.map(({ finished }) => finished)).toEqual([false, true])
  })
})

describe('closing', () => {
  test('when all have voted: everybody who writes on the board sees the votes, a guest does not', async () => {
    const made = await open()
    await cast(server, team.member, made, pix(), '5', { confidence: 'sure', reason: 'Já fizemos um' })
    for (const card of [boleto(), cupom()]) await cast(server, team.member, made, card, '5')
    for (const card of [pix(), boleto()]) await cast(server, team.admin, made, card, '8')
    expect(await cast(server, team.admin, made, cupom(), '8')).toEqual({ status: 'closed', finished: true })
    for (const who of [team.member, team.admin, system]) {
      const { status, cards: seen } = await seeEstimation(server, who, made)
      expect(status).toBe('closed')
      expect(seen[0]?.votes).toEqual([
        { user_id: team.admin.user.id, name: 'Ana', vote: '8', confidence: null, reason: null },
        { user_id: team.member.user.id, name: 'Bia', vote: '5', confidence: 'sure', reason: 'Já fizemos um' },
      ])
    }
    expect((await seeEstimation(server, team.guest, made)).cards.flatMap(({ votes }) => votes)).toEqual([])
    const late = await voteOf(team.member, made, pix(), { vote: '3' })
    expect([late.status, late.body.message]).toEqual([409, texts.estimationClosed])
  })

  test('by hand: its organiser or who administers the board, once', async () => {
    await addToBoard(server, team.admin, team.board.id, team.stranger, 'member')
    const made = await open()
    expect((await close(team.stranger, made)).status).toBe(403)
    expect((await close(team.guest, made)).status).toBe(403)
    expect(ok(await close(team.member, made))).toMatchObject({ status: 'closed', can: { vote: false, close: false, take_to_room: true } })
    const again = await close(team.member, made)
    expect([again.status, again.body.message]).toEqual([409, texts.estimationClosed])
    expect(ok(await close(team.admin, await open())).status).toBe('closed')
    expect(ok(await close(system, await open())).status).toBe('closed')
  })

  test('at the deadline, by a job, and no vote is taken after it', async () => {
    const made = await open(team.member, { settle: 'same', voter_ids: voters() })
    for (const who of [team.admin, team.member]) await cast(server, who, made, pix(), '5')
    await server.app.pauseJobs()
    await passDeadline(made)
    expect((await voteOf(team.member, made, boleto(), { vote: '3' })).status).toBe(409)
    // As several processes do it.
    await Promise.all([server.app.runJobs(), server.app.runJobs()])
    expect(await seeEstimation(server, team.admin, made)).toMatchObject({ status: 'closed', cards: [{ settled: 5 }, {}, {}] })
    expect(await estimateOf(pix())).toBe(5)
    const told = ok(await server.call(boardsApi.activity, { token: team.admin.token, params: { boardId: team.board.id } }))
    expect(told.filter(({ kind }) => kind === 'card.estimated')).toHaveLength(1)
  })
})

describe('the rule', () => {
  test('writes the estimate as the organiser, with the votes, and the journal says so', async () => {
    await server.app.pauseJobs()
    const made = await open(team.member, { settle: 'neighbours' })
    const watcher = await new LiveClient(server.url(), team.admin.token).ready()
    await watcher.watch(team.board.id)
    const faces = new Map([
      [pix(), ['5', '8']],
      [boleto(), ['3', '3']],
      [cupom(), ['1', '13']],
    ])
    const changed = watcher.next('boardChanged')
    for (const [card, [ofAna = '', ofBia = '']] of faces) {
      await cast(server, team.admin, made, card, ofAna, { reason: `Visto em ${card}` })
      await cast(server, team.member, made, card, ofBia)
    }
    await changed
    watcher.leave()
    expect((await seeEstimation(server, team.admin, made)).cards.map(({ settled, estimate }) => [settled, estimate])).toEqual([
      [8, 8],
      [3, 3],
      [null, null],
    ])
    const { body: lines } = await server.call(cardsApi.activity, { token: team.admin.token, params: { cardId: pix() } })
    expect(lines[0]).toMatchObject({ kind: 'card.estimated', user: { id: team.member.user.id }, subject: 'Pix', details: { to: '8' } })
    expect(ok(await server.call(roomTasksApi.estimates, { token: team.admin.token, params: { cardId: pix() } }))).toMatchObject([
      {
        estimate: 8,
        average: '6.5',
        user: { id: team.member.user.id },
        votes: [
          { name: 'Ana', vote: '5', reason: `Visto em ${pix()}` },
          { name: 'Bia', vote: '8' },
        ],
      },
    ])
  })

  test('of somebody who may no longer write on the board settles nothing', async () => {
    await addToBoard(server, team.admin, team.board.id, team.stranger, 'member')
    const made = await open(team.stranger, { settle: 'same', voter_ids: voters() })
    const params = { boardId: team.board.id, userId: team.stranger.user.id }
    ok(await server.call(boardsApi.updateMember, { token: team.admin.token, params, body: { role: 'guest' } }))
    await allVote(made)
    expect((await seeEstimation(server, team.admin, made)).cards.map(({ settled }) => settled)).toEqual([null, null, null])
    expect(await estimateOf(pix())).toBeNull()
  })
})

test('a deleted card leaves the list, which may finish somebody, and comes back with its votes', async () => {
  await server.app.pauseJobs()
  const made = await open(team.admin)
  for (const who of [team.admin, team.member]) for (const card of [pix(), boleto()]) await cast(server, who, made, card, '5')
  const params = { cardId: cupom() }
  ok(await server.call(cardsApi.remove, { token: team.admin.token, params }))
  expect((await seeEstimation(server, team.admin, made)).cards.map(({ card_id }) => card_id)).toEqual([pix(), boleto()])
  ok(await server.call(cardsApi.restore, { token: team.admin.token, params }))
  expect((await seeEstimation(server, team.admin, made)).voters.map(({ finished }) => finished)).toEqual([false, false])
  ok(await server.call(cardsApi.remove, { token: team.admin.token, params }))
  await server.app.runJobs()
  expect((await seeEstimation(server, team.admin, made)).status).toBe('closed')
})

test('nobody opens sealed votes by deleting the cards that others have not voted on, and bringing them back', async () => {
  await server.app.pauseJobs()
  const removal = (call: typeof cardsApi.remove | typeof cardsApi.restore) => async (cardId: number) =>
    ok(await server.call(call, { token: team.member.token, params: { cardId } }))
  const [remove, restore] = [removal(cardsApi.remove), removal(cardsApi.restore)]
  const all = await open(team.admin)
  await cast(server, team.admin, all, pix(), '5')
  for (const card of cards) await remove(card)
  await server.app.runJobs()
  for (const card of cards) await restore(card)
  const untouched = await seeEstimation(server, team.member, all)
  expect([untouched.status, untouched.cards.map(({ votes }) => votes)]).toEqual(['open', [[], [], []]])

  for (const who of [team.admin, team.member]) await cast(server, who, all, boleto(), '8')
  for (const card of [pix(), cupom()]) await remove(card)
  await server.app.runJobs()
  for (const card of [pix(), cupom()]) await restore(card)
  const closed = await seeEstimation(server, team.member, all)
  expect([closed.status, closed.cards.map(({ card_id, votes }) => [card_id, votes.length])]).toEqual(['closed', [[boleto(), 2]]])

  // What is deleted as the deadline passes comes back with its votes.
  const late = await open(team.admin)
  await cast(server, team.admin, late, pix(), '5')
  await remove(pix())
  await passDeadline(late)
  await server.app.runJobs()
  await restore(pix())
  expect((await seeEstimation(server, team.member, late)).cards[0]).toMatchObject({ card_id: pix(), votes: [{ vote: '5' }] })
})

test('who opened an estimation and lost the board hears no more of it', async () => {
  await server.app.pauseJobs()
  const made = await open(team.member, { voter_ids: [team.admin.user.id] })
  const [gone, admin] = [
    await new LiveClient(server.url(), team.member.token).ready(),
    await new LiveClient(server.url(), team.admin.token).ready(),
  ]
  const params = { boardId: team.board.id, userId: team.member.user.id }
  ok(await server.call(boardsApi.removeMember, { token: team.admin.token, params }))
  const told = new Promise((resolve) => admin.socket.once('estimationChanged' as never, resolve as never))
  for (const card of cards) await cast(server, team.admin, made, card, '5')
  await told
  // What was sent to this person before is here before the answer.
  await gone.send('watchBoard', { boardId: team.board.id })
  expect(gone.received.filter(({ event }) => event === 'estimationChanged')).toEqual([])
  for (const page of [gone, admin]) page.leave()
})

test('an estimation that cannot be closed keeps no other one open', async () => {
  await server.app.pauseJobs()
  const [broken, whole] = [await open(team.admin, { settle: 'same' }), await open(team.admin)]
  await server.app.deps.db.updateTable('estimations').set({ deck: 'broken' }).where('id', '=', broken.id).execute()
  for (const each of [broken, whole]) await passDeadline(each)
  await server.app.runJobs()
  expect((await seeEstimation(server, team.admin, whole)).status).toBe('closed')
  await server.app.deps.db.deleteFrom('estimations').where('id', '=', broken.id).execute()
})

test('of a deleted board nothing is found or closed, and it goes on when the board comes back', async () => {
  await server.app.pauseJobs()
  const made = await open(team.admin)
  const params = { boardId: team.board.id }
  ok(await server.call(boardsApi.remove, { token: team.admin.token, params }))
  await passDeadline(made)
  await server.app.runJobs()
  const gone = await server.call(estimationsApi.get, { token: team.admin.token, params: { estimationId: made.id } })
  expect(gone.status).toBe(404)
  expect((await voteOf(team.admin, made, pix(), { vote: '5' })).status).toBe(404)
  ok(await server.call(boardsApi.restore, { token: team.admin.token, params }))
  await server.app.runJobs()
  expect((await seeEstimation(server, team.admin, made)).status).toBe('closed')
})
