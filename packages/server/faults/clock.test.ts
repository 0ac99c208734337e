import { DatabaseSync } from 'node:sqlite'
import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { listCardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { texts } from '@rodada/contract/texts/texts'
import { expect, test, vi } from 'vitest'
import { sqlitePath } from '../src/platform/database.ts'
import { login, register } from '../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../test/boards.ts'
import { freePort, type TestServer } from '../test/harness.ts'
import { LiveClient } from '../test/live-client.ts'
import { openMailbox } from '../test/mailbox.ts'
import { openRoom, RoomClient } from '../test/room-client.ts'
import { callsTo, localEnvironment, startObedient } from './local.ts'

const minute = 60_000
const hour = 60 * minute

/** From the real time, in the order they happen; nothing stops meanwhile. */
const jumps: [string, number][] = [
  ['an hour forward', hour],
  ['an hour back, to the right time', 0],
  ['another hour back', -hour],
  ['forward, to the right time', 0],
]

/**
 * Whether every email in the outbox waits for its next try. One that is still in hand, also after its refusal, would be put off by the
 * clock that comes, and be none that waited when it jumped.
 */
function isPutOff({ DATA_DIR = '' }: Record<string, string>): boolean {
  const database = new DatabaseSync(sqlitePath(DATA_DIR), { readOnly: true })
  try {
    const emails = database.prepare('select tries, next_try_at from outbox').all()
    const waits = emails.map(({ tries, next_try_at }) => Number(tries) > 0 && Date.parse(String(next_try_at)) < Date.now() + minute)
    return waits.length > 0 && !waits.includes(false)
  } finally {
    database.close()
  }
}

test('a clock that jumps loses nothing, keeps every order and throws nobody off the table', async () => {
  const box = await openMailbox()
  // The limits are the real ones.
  const { env, cleanUp } = await localEnvironment({ ...box.env, RATE_LIMIT_FACTOR: '1', PORT: String(await freePort()) })
  let running = await startObedient(env)
  const server: Pick<TestServer, 'call'> = { call: (endpoint, options) => callsTo(running.url).call(endpoint, options) }
  try {
    const caio = await register(server, { name: 'Caio' })
    let { token } = caio
    const board = await makeBoard(server, caio)
    const card = await makeCard(server, caio, board, 'Cartão 0')
    const listId = board.lists[0]?.id ?? 0
    const [ana, bia] = [await new RoomClient(running.url).ready(), await new RoomClient(running.url).ready()]
    const { roomId } = await openRoom(ana)
    const seats = [await ana.join(roomId, 'Ana'), await bia.join(roomId, 'Bia')].map(({ ack }) => ack.participantId)
    const caioSeat = (await (await new RoomClient(running.url, { token }).ready()).join(roomId, 'Caio')).ack.participantId

    const said: string[] = []
    const commented: string[] = []
    const order = [card.id]
    let round = 1

    /** Votes, a round's end, chat, comments and the board, each as the others see it. */
    const expectLife = async (when: string) => {
      // The list heals what was missed, soon and not when the clock is there again. It may come before the second vote is confirmed.
      const healed = ana.people((people) => people.filter(({ hasVoted }) => hasVoted).length >= 2)
      expect([when, await ana.send('vote', { roomId, vote: '3' })]).toEqual([when, { ok: true }])
      expect([when, await bia.send('vote', { roomId, vote: '8' })]).toEqual([when, { ok: true }])
      await healed
      const revealed = bia.next('votesRevealed')
      expect([when, await ana.send('revealVotes', { roomId })]).toEqual([when, { ok: true }])
      expect((await revealed).votes.map(({ vote }) => vote)).toEqual(expect.arrayContaining(['3', '8']))
      const reset = bia.next('votingReset')
      expect([when, await ana.send('resetVoting', { roomId, round })]).toEqual([when, { ok: true }])
      round = (await reset).round
      said.push(`mensagem ${said.length}, ${when}`)
      expect(await bia.send('chatMessage', { roomId, message: said.at(-1) })).toEqual({ ok: true })

      const page = await new LiveClient(running.url, token).ready()
      const { revision } = await page.watch(board.id)
      order.unshift((await makeCard(server, { token }, board, `Cartão ${order.length}`)).id)
      const params = { boardId: board.id, listId, cardId: order[0] ?? 0 }
      ok(await server.call(listCardsApi.move, { token, params, body: { list_id: listId, after_id: null } }))
      await page.changed(board.id, revision + 2)
      page.leave()
      commented.push(`comentário ${commented.length}, ${when}`)
      ok(await server.call(commentsApi.add, { token, params: { cardId: card.id }, body: { content: commented.at(-1) } }))

      // A person who goes is away, and back at the same seat.
      const gone = ana.people((people) => people.some(({ id, connected }) => id === seats[1] && !connected))
      bia.leave()
      await gone
      bia.socket.connect()
      await bia.ready()
      const { ack } = await bia.join(roomId, 'Bia', { seatToken: bia.seatToken })
      expect([when, ack.participantId]).toEqual([when, seats[1]])
    }

    /** All of it, in the order in which it was done. */
    const expectAll = async (when: string) => {
      const { lists } = ok(await server.call(boardsApi.get, { token, params: { boardId: board.id } }))
      expect([when, lists[0]?.cards.map(({ id }) => id)]).toEqual([when, order])
      const comments = ok(await server.call(commentsApi.list, { token, params: { cardId: card.id } }))
      expect([when, comments.map(({ content }) => content)]).toEqual([when, commented])
      const activities = ok(await server.call(boardsApi.activity, { token, params: { boardId: board.id } }))
      const created = activities.flatMap(({ kind, subject }) => (kind === 'card.created' ? [subject] : []))
      expect([when, created]).toEqual([when, order.map((_, index) => `Cartão ${index}`).reverse()])
      const ids = activities.map(({ id }) => id)
      expect(ids).toEqual(ids.toSorted((a, b) => b - a))
      const { chat, ack } = await ana.join(roomId, 'Ana', { seatToken: ana.seatToken })
      expect([when, ack.participantId]).toEqual([when, seats[0]])
      expect([when, chat.map(({ message }) => message)]).toEqual([when, said])
    }

    /** An email is sent once, also one that was waiting for its next try when the clock jumped. */
    const expectEmail = async (refusedBefore: string | undefined) => {
      const { email } = await register(server, { name: 'Duda' })
      await vi.waitFor(() => expect(box.received.some(({ to }) => to === email)).toBe(true), 30_000)
      if (refusedBefore) await vi.waitFor(() => expect(box.received.some(({ to }) => to === refusedBefore)).toBe(true), 30_000)
    }

    /** A limited person waits for the window and not for the clock. */
    const limited = async () => {
      const eva = await new RoomClient(running.url).ready()
      await eva.join(roomId, 'Eva')
      for (;;) {
        const { error } = await eva.send('revealVotes', { roomId: 'ZZZZZZ' })
        if (error === texts.tooFast) return eva
      }
    }

    await expectLife('before')
    box.refusing = true
    const waiting = (await register(server, { name: 'Espera' })).email
    await vi.waitFor(() => expect(isPutOff(env)).toBe(true), 30_000)
    box.refusing = false
    for (const [turn, [when, ms]] of jumps.entries()) {
      // What is due at an instant is looked at once in each direction.
      const eva = turn === 1 ? await limited() : undefined
      await running.shiftClock(ms)
      // An hour without use, to anybody who looks at the clock, ends a session; the account has its seat, as always.
      if (ms > 0) {
        expect((await server.call(authApi.profile, { token })).status).toBe(401)
        token = await login(server, caio)
      }
      expect([when, (await server.call(authApi.profile, { token })).status]).toEqual([when, 200])
      await expectLife(when)
      await expectAll(when)
      const again = await (await new RoomClient(running.url, { token }).ready()).join(roomId, 'Caio')
      expect([when, again.ack.participantId]).toEqual([when, caioSeat])
      if (turn < 2) await expectEmail(ms > 0 ? waiting : undefined)
      if (!eva) continue
      await vi.waitFor(async () => expect((await eva.send('revealVotes', { roomId: 'ZZZZZZ' })).error).toBe(texts.otherRoom), 30_000)
      eva.leave()
    }
    const emails = box.received.map(({ to, subject }) => `${to} ${subject}`)
    expect(emails).toEqual([...new Set(emails)])

    await running.kill()
    running = await startObedient(env)
    await ana.socket.connect()
    await ana.ready()
    await expectAll('after the process died')
  } finally {
    await running.stop()
    await box.stop()
    await cleanUp()
  }
})
