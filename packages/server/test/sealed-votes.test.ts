import { api } from '@rodada/contract/core/api'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from './accounts.ts'
import { makeTeam, type Team } from './boards.ts'
import { cast, makeCards, openEstimation } from './estimations.ts'
import { startServer, type TestServer } from './harness.ts'
import { openRoom, RoomClient } from './room-client.ts'
import { makeSprint } from './sprints.ts'
import { makeToken } from './tokens.ts'

/** Of letters that nothing else has. */
const face = 'Ωψξφ'
const reason = 'Motivo-que-ninguém-lê'
const deck = ['1', '2', face]

let server: TestServer
let system: Account
let team: Team
const people: RoomClient[] = []
beforeAll(async () => {
  server = await startServer()
  system = await register(server)
  team = await makeTeam(server)
})
afterAll(async () => {
  for (const person of people) person.leave()
  await server.stop()
})

const reads = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(([feature, calls]) =>
  Object.entries(calls).flatMap(([name, { method, url }]) => (method === 'GET' ? [{ name: `${feature}.${name}`, url }] : [])),
)

test('of a vote that is not revealed no call that reads tells anybody else, whatever part of the program it is of', async () => {
  const { board, admin, member, guest, stranger } = team
  const [cardId = 0] = await makeCards(server, team, ['Pix'])
  const sprint = await makeSprint(server, admin, board)
  const voter_ids = [admin, member].map(({ user }) => user.id)
  const estimation = await openEstimation(server, admin, { board_id: board.id, card_ids: [cardId], voter_ids, deck })
  await cast(server, member, estimation, cardId, face, { reason, confidence: 'unsure' })
  const sit = async ({ token }: Account) => {
    const person = await new RoomClient(server.url(), { token }).ready()
    people.push(person)
    return person
  }
  const [host, voter] = [await sit(admin), await sit(member)]
  const { roomId } = await openRoom(host, { deck })
  await host.join(roomId, 'Ana')
  await voter.join(roomId, 'Bia')
  expect(await voter.send('vote', { roomId, vote: face, confidence: 'unsure' })).toEqual({ ok: true })

  const program = await makeToken(server, admin)
  const others = { admin, guest, stranger, system, program, nobody: undefined }
  const known: Record<string, string | number> = {
    ...{ boardId: board.id, cardId, sprintId: sprint.id, listId: board.lists[0]?.id ?? 0, estimationId: estimation.id, roomId },
    ...{ userId: member.user.id, key: `${board.key_prefix}-1` },
  }
  const read = async (url: string, token: string | undefined) => {
    const path = url.replaceAll(/:(\w+)/g, (_, param: string) => String(known[param] ?? 1))
    const query = new URLSearchParams({ q: 'Pix', since: '0', board_id: String(board.id) })
    const reply = await server.raw(`/api${path}?${query}`, { headers: token ? { authorization: `Bearer ${token}` } : {} })
    return { isAnswered: reply.ok, text: (await reply.text()).replaceAll(JSON.stringify(deck), 'DECK') }
  }
  const tells = (text: string) => text.includes(face) || text.includes(reason)
  const told: string[] = []
  let answered = 0
  for (const { name, url } of reads)
    for (const [who, person] of Object.entries(others)) {
      const { isAnswered, text } = await read(url, person?.token)
      if (isAnswered) answered += 1
      if (tells(text)) told.push(`${name}, ${who}`)
    }
  expect(told).toEqual([])
  expect(answered).toBeGreaterThan(reads.length)
  // Its owner is told of their own, so the words that are looked for are those that would be said.
  const own = await Promise.all(reads.map(({ url }) => read(url, member.token)))
  expect(own.filter(({ text }) => tells(text)).length).toBeGreaterThan(0)
})
