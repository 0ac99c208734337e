import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { estimationsApi } from '@rodada/contract/estimations/estimations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { cast, makeCards, openEstimation, seeEstimation } from '../../../test/estimations.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'

/** Faces of two lengths, of letters that no random id has. */
const [low, high] = ['ζ', 'Ωψξφ'] as const
const deck = ['1', '2', '3', low, high, '?']
const reasons = { [low]: 'Motivo-curto', [high]: 'Motivo-muito-mais-comprido-que-o-outro' } as const
type Face = typeof low | typeof high

let server: TestServer
let system: Account
let team: Team
let six: Account[]
let cards: number[]
beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'trace' } })
  system = await register(server)
  team = await makeTeam(server)
  const more = [await register(server), await register(server), await register(server), await register(server)]
  for (const person of more) await addToBoard(server, team.admin, team.board.id, person, 'member')
  six = [team.admin, team.member, ...more]
  cards = await makeCards(server, team, ['Pix', 'Boleto'])
  // What the board did before is news to its people in one run and not in the next: nobody is told of it.
  await server.app.deps.db.updateTable('notification_cursor').set({ activity_id: 1_000_000 }).execute()
})
afterAll(() => server.stop())

/** Everything that an installation answers about a board, its cards and its people. */
const paths = (id: number) => [
  '/estimations',
  `/estimations?board_id=${team.board.id}`,
  `/estimations/${id}`,
  `/boards/${team.board.id}`,
  `/boards/${team.board.id}/changes?since=0`,
  `/boards/${team.board.id}/activity`,
  `/sprints/board/${team.board.id}/backlog`,
  ...cards.flatMap((card) => [`/cards/${card}`, `/cards/${card}/activity`, `/cards/${card}/estimates`]),
  '/notifications',
  '/notifications/unread',
  '/dashboard/stats',
  '/rooms/active',
  '/admin/dashboard',
  '/admin/audit',
]

/** Listens below Socket.IO's own parsing. */
async function wiretap(who: Account) {
  const client = new LiveClient(server.url(), who.token)
  const frames: string[] = []
  client.socket.io.engine.on('packet', (packet: { type: string; data?: unknown }) => frames.push(String(packet.data ?? '')))
  await client.ready()
  await client.watch(team.board.id)
  return { client, frames }
}

/** Ids, instants and what counts up differ from run to run; the rest may not. */
const neutral = (text: string, id: number): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'INSTANT')
    .replaceAll(`"estimationId":${id}`, '"estimationId":ESTIMATION')
    .replaceAll(`"estimation_id":${id}`, '"estimation_id":ESTIMATION')
    .replaceAll(`"id":${id},"board_id":${team.board.id},"board_title"`, '"id":ESTIMATION,"board_title"')
    .replaceAll(/"id":\d+,"kind":"votes_/g, '"id":N,"kind":"votes_')
    .replaceAll(/"(?:sid|pid)":"[^"]+"/g, 'SID')
    .replaceAll(/"revision":\d+/g, '"revision":N')

type Heard = { replies: string[]; frames: string[] }

/**
 * Six people vote, of whom one votes `face` on everything. Answers all that everybody else was told until before the close: by each
 * call of some of theirs when that person has voted and when all but one have, the organiser's among them, and over all their connections.
 */
async function runWith(face: Face): Promise<Heard & { own: string[]; id: number }> {
  const voter = team.member
  const others = six.filter((person) => person !== voter)
  // One run leaves nothing in what the next one answers.
  const { db } = server.app.deps
  await db.deleteFrom('estimations').execute()
  await db.deleteFrom('notifications').execute()
  const made = await openEstimation(server, team.admin, {
    board_id: team.board.id,
    card_ids: cards,
    voter_ids: six.map(({ user }) => user.id),
    deck,
    settle: 'same',
  })
  const taps = await Promise.all([...others, team.guest, system].map(wiretap))
  const replies: string[] = []
  const look = async () => {
    const lookers = [team.admin, ...others.slice(-1), team.guest, system, team.stranger]
    const asked = lookers.flatMap((who) => paths(made.id).map((path) => ({ who, path })))
    const answers = asked.map(async ({ who, path }) => {
      const reply = await server.raw(`/api${path}`, { headers: { authorization: `Bearer ${who.token}` } })
      const text = neutral(await reply.text(), made.id)
      return `${path.replace(`/estimations/${made.id}`, '/estimations/ID')} ${reply.status} ${text.length} ${text}`
    })
    replies.push(...(await Promise.all(answers)))
  }
  const own: string[] = []
  for (const card of cards) {
    const more = { confidence: face === low ? 'sure' : 'unsure', reason: reasons[face] }
    own.push(JSON.stringify(await cast(server, voter, made, card, face, more)))
  }
  await look()
  for (const who of others.slice(0, -1)) for (const card of cards) await cast(server, who, made, card, '2')
  await look()
  for (const { client } of taps) await client.settle()
  for (const { client } of taps) client.leave()
  const frames = taps.map(({ frames }) => neutral(frames.join('\n'), made.id))
  return { replies, frames, own, id: made.id }
}

test('until the close nobody but its owner is told anything that depends on a vote', async () => {
  const [first, second] = [await runWith(low), await runWith(high)]
  expect(first.replies.length).toBeGreaterThan(150)
  expect(second.replies).toEqual(first.replies)
  expect(second.own, 'the answer to a vote').toEqual(first.own)
  for (const heard of [first, second])
    for (const text of [...heard.replies, ...heard.frames.flatMap((frame) => frame.split('\n')), ...heard.own]) {
      // The deck holds the faces, and says who asked for which of them as little as the order of its own.
      const said = text.replaceAll(JSON.stringify(deck), 'DECK')
      expect(said).not.toMatch(/ζ|Ωψξφ|Motivo-|unsure/)
    }
  // Lists of the board's people go out when they come; what they say of estimations is this alone.
  const news = ({ frames }: Heard) => [
    ...new Set(frames.flatMap((frame) => frame.split('\n')).filter((line) => line.includes('estimation'))),
  ]
  expect(news(first)).toEqual(['2["estimationChanged",{"estimationId":ESTIMATION}]'])
  expect(news(second)).toEqual(news(first))
})

test('a value is stored in the votes and nowhere else, and written into no log', async () => {
  const { db, config } = server.app.deps
  const { id } = await runWith(high)
  const holds: string[] = []
  for (const { name } of await db.introspection.getTables()) {
    if (/^card_search/.test(name) && name !== 'card_search_queue') continue
    const rows = JSON.stringify(
      await db
        .selectFrom(name as 'votes')
        .selectAll()
        .execute(),
    )
    if (rows.replaceAll(JSON.stringify(JSON.stringify(deck)), 'DECK').match(/Ωψξφ|Motivo-/)) holds.push(name)
  }
  expect(holds).toEqual(['estimation_votes'])
  const folder = join(config.dataDir, 'logs')
  const logs = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(logs.join('')).not.toMatch(/Ωψξφ|Motivo-/)
  const metrics = await server.raw('/api/metrics')
  expect(await metrics.text()).not.toMatch(/Ωψξφ|Motivo-/)
  expect((await seeEstimation(server, team.member, { id })).status).toBe('open')
})

test('the comparison would notice: once it has closed the same look differs', async () => {
  const after = async (face: Face) => {
    const { id } = await runWith(face)
    ok(await server.call(estimationsApi.close, { token: team.admin.token, params: { estimationId: id } }))
    const { cards: seen } = await seeEstimation(server, team.member, { id })
    return JSON.stringify(seen.map(({ votes }) => votes.map(({ vote, reason }) => [vote, reason])))
  }
  expect(await after(low)).not.toEqual(await after(high))
})
