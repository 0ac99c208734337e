import { setTimeout as pause } from 'node:timers/promises'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { listCardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import { expect } from 'vitest'
import { type Account, register } from '../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../test/boards.ts'
import { type Answer, callThrough, type TestServer } from '../test/harness.ts'
import { openRoom, RoomClient } from '../test/room-client.ts'
import { Person } from './person.ts'
import { until } from './until.ts'

/** A card of one account, and where it may be: the last acknowledged list, and those since that got no answer. */
type OwnCard = { id: number; account: Account; possibleLists: Set<number>; moves: number; comments: Set<string> }
type Edge = Pick<TestServer, 'call'>

/** A team at one table with one board, spread over the processes, and a ledger of everything that was acknowledged to it. */
export type Team = {
  people: Person[]
  board: Board
  roomId: string
  /** Answers of the API that were not 200, and how long each took; status 0 when none came. */
  refused: { status: number; message: string | undefined; retryAfter: string | null; ms: number }[]
  /** Everybody votes, talks, moves their card and comments on it, over and over, until `stop`. */
  work: (options?: { paceMs?: number; cardPaceMs?: number }) => { stop: () => Promise<void> }
  /** Fails unless everything acknowledged is there and every screen shows what is. */
  expectNothingLost: (withinMs?: number) => Promise<void>
  /** Resolves when everybody sees everybody at the table, and the board as it is. */
  together: (withinMs?: number) => Promise<void>
  edge: Edge
  close: () => void
}

const deck = ['1', '2', '3', '5', '8']
/** Between two things that one person does. */
const quickMs = 60

/** Gathers a team: of every three people one has an account and a card of their own. `voted` hears how long each vote took. */
export async function gatherTeam(
  urls: () => readonly string[],
  size: number,
  { voted }: { voted?: (ms: number) => void } = {},
): Promise<Team> {
  let turn = 0
  const raw: TestServer['raw'] = (path, init) => {
    const all = urls()
    return fetch(all[turn++ % all.length] + path, init)
  }
  const edge: Edge = { call: callThrough(raw) }
  const accounts: Account[] = []
  for (let i = 0; i < Math.ceil(size / 3); i += 1) accounts.push(await register(edge, { name: `Conta ${i}` }))
  const [owner] = accounts
  if (!owner) throw new Error('nobody')
  const board = await makeBoard(edge, owner)
  const cards: OwnCard[] = []
  for (const account of accounts) {
    if (account !== owner) {
      const body = { email: account.email, role: 'member' as const }
      ok(await edge.call(boardsApi.addMember, { token: owner.token, params: { boardId: board.id }, body }))
    }
    const card = await makeCard(edge, account, board, `Cartão de ${account.user.name}`)
    cards.push({ id: card.id, account, possibleLists: new Set([board.lists[0]?.id ?? 0]), moves: 0, comments: new Set() })
  }

  const host = await new RoomClient(urls()[0] ?? '').ready()
  const { roomId, hostToken } = await openRoom(host)
  host.leave()
  const people = Array.from({ length: size }, (_, i) => {
    const account = i % 3 === 0 ? accounts[i / 3] : undefined
    const more = account && { token: account.token, boardId: board.id }
    return new Person({
      name: account?.user.name ?? `Pessoa ${i}`,
      urls,
      first: i,
      roomId,
      ...(i === 0 && { hostToken }),
      ...(voted && { voted }),
      ...more,
    })
  })
  for (const person of people) await person.arrive()

  const refused: Team['refused'] = []
  const call = async <E extends Endpoint>(
    endpoint: E,
    options: Parameters<typeof edge.call<E>>[1],
  ): Promise<Answer<unknown> | undefined> => {
    const began = performance.now()
    const answer = await edge.call(endpoint, options).catch(() => undefined)
    if (answer?.status !== 200) {
      const ms = performance.now() - began
      refused.push({
        status: answer?.status ?? 0,
        message: answer?.body.message,
        retryAfter: answer?.headers.get('retry-after') ?? null,
        ms,
      })
    }
    return answer
  }

  const work: Team['work'] = ({ paceMs = quickMs, cardPaceMs = paceMs } = {}) => {
    let working = true
    let serial = 0
    const next = () => {
      serial += 1
      return serial
    }
    const atTable = people.map(async (person, i) => {
      for (let n = i; working; n += 1) {
        if (!person.screen.isRevealed) await person.vote(deck[n % deck.length] ?? '1')
        if (n % 20 === 0) await person.say(`${person.name} diz ${next()}`)
        await pause(paceMs)
      }
    })
    const atBoard = cards.map(async (card, i) => {
      const { id, account, possibleLists, comments } = card
      const { token } = account
      for (let n = i; working; n += 1) {
        const list_id = board.lists[n % board.lists.length]?.id ?? 0
        const from = [...possibleLists]
        possibleLists.add(list_id)
        // After a move without an answer the card is in one of two lists: a page would look, and so finds the one.
        for (const listId of from) {
          const moved = await call(listCardsApi.move, { token, params: { boardId: board.id, listId, cardId: id }, body: { list_id } })
          if (moved?.status !== 200) continue
          possibleLists.clear()
          possibleLists.add(list_id)
          card.moves += 1
          break
        }
        const content = `Comentário ${next()}`
        if ((await call(commentsApi.add, { token, params: { cardId: id }, body: { content } }))?.status === 200) comments.add(content)
        await pause(cardPaceMs)
      }
    })
    return {
      stop: async () => {
        working = false
        await Promise.all([...atTable, ...atBoard])
      },
    }
  }

  const currentBoard = async (): Promise<Board> => ok(await edge.call(boardsApi.get, { token: owner.token, params: { boardId: board.id } }))

  const together = async (withinMs = 20_000) => {
    await until(
      'everybody at the table on every screen',
      () =>
        people.every(
          ({ isConnected, screen }) =>
            isConnected && screen.people.length === people.length && screen.people.every(({ connected }) => connected),
        ),
      withinMs,
      () =>
        people.map(({ name, participantId, isConnected, screen }) => {
          const away = screen.people.filter((person) => !person.connected).map((person) => `${person.name} (${person.id})`)
          return [name, participantId, isConnected, screen.people.length, away]
        }),
    )
    const { revision } = await currentBoard()
    const watching = people.filter(({ token }) => token)
    await until(
      `revision ${revision} on every screen`,
      () => watching.every(({ screen }) => screen.revision >= revision),
      5000,
      () => watching.map(({ name, screen }) => [name, screen.revision]),
    )
  }

  const expectNothingLost = async (withinMs?: number) => {
    await together(withinMs)
    const [first] = people
    // A page that is just coming back lets its person try again.
    await until('the reveal', async () => first?.screen.isRevealed === true || (await first?.reveal())?.ok === true)
    await until('the result on every screen', () => people.every(({ screen }) => screen.isRevealed))
    for (const { screen } of people) expect(screen.results).toEqual(first?.screen.results)
    const votes = new Map(first?.screen.results.map((vote) => [vote.participantId, vote.vote]))
    for (const { name, participantId, possibleVotes } of people) {
      expect([name, [...possibleVotes]]).toEqual([name, expect.arrayContaining([votes.get(participantId) ?? null])])
    }
    // What was said while a line was dead and nobody knew it yet comes with the return of those who sit elsewhere.
    const said = people.flatMap((person) => [...person.said]).slice(-100)
    const missing = () =>
      people.flatMap(({ name, screen }) => said.flatMap((message) => (screen.chat.has(message) ? [] : [[name, message]])))
    await until('the last messages on every screen', () => missing().length === 0, withinMs, missing)
    const { lists } = await currentBoard()
    for (const { id, account, possibleLists, moves, comments } of cards) {
      expect(Math.min(moves, comments.size)).toBeGreaterThan(0)
      const list = lists.find((each) => each.cards.some((card) => card.id === id))
      expect([...possibleLists]).toContain(list?.id)
      expect(await storedComments(edge, account.token, id)).toEqual(expect.arrayContaining([...comments]))
    }
  }

  await together()
  return {
    people,
    board,
    roomId,
    refused,
    work,
    expectNothingLost,
    together,
    edge,
    close: () => {
      for (const person of people) person.close()
    },
  }
}

/** Resolves once everybody has had several more votes accepted. */
export async function votesOfEverybody({ people }: Team): Promise<void> {
  const before = people.map(({ acknowledged }) => acknowledged)
  await until('several votes of everybody', () => people.every(({ acknowledged }, i) => acknowledged > (before[i] ?? 0) + 5))
}

async function storedComments(edge: Edge, token: string, cardId: number): Promise<string[]> {
  const all: string[] = []
  let before: number | undefined
  for (;;) {
    const query = { limit: 100, ...(before !== undefined && { before }) }
    const page = ok(await edge.call(commentsApi.list, { token, params: { cardId }, query }))
    all.push(...page.map(({ content }) => content))
    before = page[0]?.id
    if (page.length < 100) return all
  }
}
