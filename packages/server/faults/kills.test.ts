import { boardsApi } from '@rodada/contract/boards/board-calls'
import { listCardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { defaultDeck } from '@rodada/contract/rooms/deck-texts'
import { expect, test } from 'vitest'
import { type Account, register } from '../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../test/boards.ts'
import { freePort, type ServerProcess, startProcess, type TestServer } from '../test/harness.ts'
import { openRoom, RoomClient } from '../test/room-client.ts'
import { callsTo, localEnvironment } from './local.ts'
import { seeded } from './random.ts'

const times = process.env.FAULTS_FULL ? 20 : 3
/** FAULTS_SEED repeats a run that failed; the moments at which a process dies are only nearly the same. */
const seed = Number(process.env.FAULTS_SEED || Math.floor(Math.random() * 2 ** 31))
const random = seeded(seed)

const voters = 8
const movers = 3
const cardsOfMover = 4

/** What somebody was told is done, and the one thing of theirs that was under way when the process died: it may be done or not. */
type Known<T> = { sure: T; perhaps: T }

type Voter = { client: RoomClient; seatToken: string | undefined; participantId: number; card: Known<string | null> }
/** Of the cards that a mover alone moves, which stand in which of the two lists, in which order. */
type Mover = { account: Account; lists: Known<[number[], number[]]>; comments: Known<string[]>; cardId: number }

let served: ServerProcess
const server: Pick<TestServer, 'call'> = { call: (endpoint, options) => callsTo(served.url).call(endpoint, options) }
const token = (account: Account) => ({ token: account.token })

test(`a process that is killed ${times} times in the middle of everything loses nothing that it acknowledged (FAULTS_SEED=${seed})`, async () => {
  const { env, cleanUp } = await localEnvironment({ PORT: String(await freePort()) })
  served = await startProcess(env)
  try {
    const host = await new RoomClient(served.url).ready()
    const { roomId, hostToken } = await openRoom(host)
    host.leave()
    const table: Voter[] = []
    for (let i = 0; i < voters; i += 1) {
      const client = await new RoomClient(served.url).ready()
      await client.join(roomId, `Pessoa ${i}`, i === 0 ? { hostToken } : {})
      const { seatToken, participantId } = client
      table.push({ client, seatToken, participantId, card: { sure: null, perhaps: null } })
    }
    const owner = await register(server)
    const board = await makeBoard(server, owner)
    const [from, to] = [board.lists[0]?.id ?? 0, board.lists[1]?.id ?? 0]
    const team: Mover[] = []
    for (let i = 0; i < movers; i += 1) {
      const account = await register(server, { name: `Quem move ${i}` })
      const body = { email: account.email, role: 'member' }
      ok(await server.call(boardsApi.addMember, { ...token(owner), params: { boardId: board.id }, body }))
      const cards: number[] = []
      for (let c = 0; c < cardsOfMover; c += 1) cards.push((await makeCard(server, account, board, `Cartão ${i}.${c}`)).id)
      team.push({ account, lists: both([cards, []]), comments: both([]), cardId: cards[0] ?? 0 })
    }
    const chat: Known<string[]> = both([])

    for (let round = 1; round <= times; round += 1) {
      let [alive, acknowledged] = [true, 0]
      const enough = Promise.withResolvers<void>()
      const most = 20 + Math.floor(random() * 400)
      const heard = () => {
        acknowledged += 1
        if (acknowledged === most) enough.resolve()
      }
      const work = [
        ...table.map(async (voter) => {
          while (alive) {
            const vote = defaultDeck[Math.floor(random() * defaultDeck.length)] ?? ''
            voter.card.perhaps = vote
            if (!(await acknowledges(voter.client.send('vote', { roomId, vote })))) return
            voter.card.sure = vote
            heard()
          }
        }),
        (async () => {
          for (let i = 0; alive; i += 1) {
            const message = `rodada ${round}, mensagem ${i}`
            chat.perhaps = [...chat.sure, message]
            if (!(await acknowledges(table[0]?.client.send('chatMessage', { roomId, message })))) return
            chat.sure = chat.perhaps
            heard()
          }
        })(),
        ...team.flatMap((mover, index) => [
          (async () => {
            while (alive) {
              const { card, list, after, lists } = anyMove(mover.lists.sure)
              mover.lists.perhaps = lists
              const body = { list_id: list === 0 ? from : to, after_id: after }
              const params = { boardId: board.id, listId: mover.lists.sure[0].includes(card) ? from : to, cardId: card }
              const moved = server.call(listCardsApi.move, { ...token(mover.account), params, body })
              if (!(await moved.then(ok).catch(unheard))) return
              mover.lists.sure = lists
              heard()
            }
          })(),
          (async () => {
            for (let i = 0; alive; i += 1) {
              const content = `rodada ${round}, comentário ${index}.${i}`
              mover.comments.perhaps = [...mover.comments.sure, content]
              const params = { cardId: mover.cardId }
              const added = server.call(commentsApi.add, { ...token(mover.account), params, body: { content } })
              if (!(await added.then(ok).catch(unheard))) return
              mover.comments.sure = mover.comments.perhaps
              heard()
            }
          })(),
        ]),
      ]
      await enough.promise
      // Anywhere in what follows an acknowledgement: the next statement, the commit, the answer.
      const delay = random() * 10
      await new Promise((resolve) => setTimeout(resolve, delay))
      await served.kill()
      alive = false
      for (const { client } of table) client.leave()
      await Promise.all(work)

      served = await startProcess(env)
      const moment = `kill ${round} of ${times}, ${delay.toFixed(2)} ms after acknowledgement ${most}`
      await seatedAgain(table, roomId, chat, moment)
      for (const mover of team) await asLeft(mover, board.id, from, to, moment)
    }
  } finally {
    await served.stop()
    await cleanUp()
  }
})

/** Everybody has their seat and their card; a card in between is of a vote that was stored and whose answer was lost. */
async function seatedAgain(table: Voter[], roomId: string, chat: Known<string[]>, moment: string): Promise<void> {
  for (const [index, voter] of table.entries()) {
    const client = await new RoomClient(served.url).ready()
    const { ack, chat: said } = await client.join(roomId, `Pessoa ${index}`, { seatToken: voter.seatToken })
    expect(ack, moment).toMatchObject({ participantId: voter.participantId, role: index === 0 ? 'moderator' : 'participant' })
    expect([voter.card.sure, voter.card.perhaps], moment).toContain(ack.vote)
    Object.assign(voter, { client, card: both(ack.vote) })
    if (index > 0) continue
    const messages = said.map(({ message }) => message)
    // The table shows the last 200.
    expect([chat.sure.slice(-200), chat.perhaps.slice(-200)], moment).toContainEqual(messages)
    Object.assign(chat, both(messages.at(-1) === chat.perhaps.at(-1) ? chat.perhaps : chat.sure))
  }
  const again = await table[0]?.client.join(roomId, 'Pessoa 0', { seatToken: table[0].seatToken })
  expect(again?.snapshot.users, moment).toMatchObject(table.map(({ participantId }) => ({ id: participantId, connected: true })))
}

/** A mover's cards stand where they were told, in the order they were told, and every comment of theirs is there once. */
async function asLeft(mover: Mover, boardId: number, from: number, to: number, moment: string): Promise<void> {
  const { lists } = ok(await server.call(boardsApi.get, { ...token(mover.account), params: { boardId } }))
  const own = new Set(mover.lists.sure.flat())
  const cardsOf = (listId: number) => lists.find(({ id }) => id === listId)?.cards.flatMap(({ id }) => (own.has(id) ? [id] : [])) ?? []
  const now: [number[], number[]] = [cardsOf(from), cardsOf(to)]
  expect([mover.lists.sure, mover.lists.perhaps], moment).toContainEqual(now)
  mover.lists = both(now)

  const comments: string[] = []
  for (let before: number | undefined; ; ) {
    const query = { limit: 200, ...(before && { before }) }
    const page = ok(await server.call(commentsApi.list, { ...token(mover.account), params: { cardId: mover.cardId }, query }))
    comments.unshift(...page.map(({ content }) => content))
    before = page[0]?.id
    if (page.length < 200) break
  }
  expect([mover.comments.sure, mover.comments.perhaps], moment).toContainEqual(comments)
  mover.comments = both(comments)
}

/** One card to any place of either list: behind another one of the mover's, or to the top. */
function anyMove([first, second]: [number[], number[]]): { card: number; list: 0 | 1; after: number | null; lists: [number[], number[]] } {
  const all = [...first, ...second]
  const card = all[Math.floor(random() * all.length)] ?? 0
  const list = random() < 0.5 ? 0 : 1
  const lists: [number[], number[]] = [first.filter((id) => id !== card), second.filter((id) => id !== card)]
  const place = Math.floor(random() * (lists[list].length + 1))
  const after = place === 0 ? null : (lists[list][place - 1] ?? null)
  lists[list].splice(place, 0, card)
  return { card, list, after, lists }
}

const both = <T>(value: T): Known<T> => ({ sure: value, perhaps: value })

/** Whether an event was acknowledged; the process may die before it is. */
async function acknowledges(sent: Promise<Record<string, unknown>> | undefined): Promise<boolean> {
  const ack = await sent?.catch(unheard)
  if (ack?.error) throw new Error(String(ack.error))
  return ack?.ok === true
}

/** The connection ended with the process. @throws what is no such end */
function unheard(error: unknown): undefined {
  if (error instanceof Error && /fetch failed|terminated|disconnected|timed out/.test(error.message)) return undefined
  throw error
}
