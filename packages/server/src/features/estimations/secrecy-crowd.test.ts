import { estimationsApi } from '@rodada/contract/estimations/estimations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeTeam, type Team } from '../../../test/boards.ts'
import { makeCards, openEstimation, seeEstimation } from '../../../test/estimations.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'

/** Faces of letters that nothing else on the wire has, as far apart as a deck allows. */
const [low, high] = ['ζ', 'Ωψξφ'] as const
const deck = ['1', low, '3', high]
const people = 50
const cardsEach = 20

let server: TestServer
let team: Team
let voters: Account[]
let cards: number[]
beforeAll(async () => {
  server = await startServer()
  await register(server)
  team = await makeTeam(server)
  const more: Account[] = []
  for (let count = 2; count < people; count++) {
    const person = await register(server)
    await addToBoard(server, team.admin, team.board.id, person, 'member')
    more.push(person)
  }
  voters = [team.admin, team.member, ...more]
  cards = await makeCards(
    server,
    team,
    Array.from({ length: cardsEach }, (_, index) => `Cartão ${index}`),
  )
})
afterAll(() => server.stop())

type Cast = { face: string; finished: boolean; text: string; bytes: number; ms: number }

/** Votes on each card in turn, every second time with the other face. */
async function voteOnAll(estimationId: number, person: Account, shift: number): Promise<Cast[]> {
  const casts: Cast[] = []
  for (const [index, cardId] of cards.entries()) {
    const face = (index + shift) % 2 === 0 ? low : high
    const from = performance.now()
    const reply = await server.raw(`/api/estimations/${estimationId}/votes/${cardId}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ vote: face }),
    })
    const text = await reply.text()
    const ms = performance.now() - from
    expect(reply.status, text).toBe(200)
    const bytes = Buffer.byteLength(text) + [...reply.headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
    casts.push({ face, finished: text.includes('"finished":true'), text, bytes, ms })
  }
  return casts
}

/** How far apart the times of two kinds of votes lie, in standard deviations of what chance does (Mann and Whitney). */
function apart(casts: readonly Cast[]): number {
  const sorted = [...casts].sort((a, b) => a.ms - b.ms)
  const ranks = sorted.flatMap(({ face }, index) => (face === low ? [index + 1] : []))
  const [lows, highs] = [ranks.length, casts.length - ranks.length]
  const u = ranks.reduce((sum, rank) => sum + rank, 0) - (lows * (lows + 1)) / 2
  return Math.abs(u - (lows * highs) / 2) / Math.sqrt((lows * highs * (casts.length + 1)) / 12)
}

test('a thousand votes of fifty people: no frame and no reply carries a value before the close, and neither sizes nor times tell two votes apart', async () => {
  const made = await openEstimation(server, team.admin, {
    board_id: team.board.id,
    card_ids: cards,
    voter_ids: [...voters, team.guest].slice(0, people).map(({ user }) => user.id),
    deck,
  })
  const frames: string[] = []
  const listeners = await Promise.all(
    [...voters, team.guest].map(async ({ token }) => {
      const client = new LiveClient(server.url(), token)
      client.socket.io.engine.on('packet', ({ data }: { data?: unknown }) => void frames.push(String(data ?? '')))
      await client.ready()
      await client.watch(team.board.id)
      return client
    }),
  )
  // The last person leaves one card out, so that nothing closes.
  const last = cards.pop() ?? 0
  const early = (await Promise.all(voters.map((person, index) => voteOnAll(made.id, person, index)))).flat()
  for (const looker of [team.admin, team.guest]) {
    const { votes, cards: shown, voters: seen } = await seeEstimation(server, looker, made)
    expect(Object.keys(votes).length, 'only their own').toBe(looker === team.admin ? cards.length : 0)
    expect(shown.flatMap((card) => card.votes)).toEqual([])
    expect(seen.some(({ finished }) => finished)).toBe(false)
  }
  cards = [last]
  const end = (await Promise.all(voters.slice(1).map((person, index) => voteOnAll(made.id, person, index)))).flat()
  for (const listener of listeners) await listener.settle()

  const casts = [...early, ...end]
  expect(casts.length).toBe(people * cardsEach - 1)
  for (const text of [...frames, ...casts.map((cast) => cast.text)]) expect(text.replaceAll(JSON.stringify(deck), '')).not.toMatch(/ζ|Ωψξφ/)
  const told = (face: string, finished: boolean) => [
    ...new Set(casts.filter((cast) => cast.face === face && cast.finished === finished).map(({ text, bytes }) => `${bytes} ${text}`)),
  ]
  for (const finished of [false, true]) {
    expect(told(low, finished)).toHaveLength(1)
    expect(told(high, finished)).toEqual(told(low, finished))
  }
  // Five standard deviations: chance does it once in two million runs.
  expect(apart(early)).toBeLessThan(5)

  await voteOnAll(made.id, team.admin, 0)
  for (const listener of listeners) listener.leave()
  const closed = await server.call(estimationsApi.get, { token: team.member.token, params: { estimationId: made.id } })
  expect(closed.body).toMatchObject({ status: 'closed' })
})
