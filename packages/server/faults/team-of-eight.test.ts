import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { estimationsApi } from '@rodada/contract/estimations/estimations'
import { deckPresets } from '@rodada/contract/rooms/deck-texts'
import { recordApi } from '@rodada/contract/rooms/record'
import { expect, test } from 'vitest'
import { type Account, register } from '../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../test/boards.ts'
import { createEnvironment, type TestServer } from '../test/harness.ts'
import { RoomClient } from '../test/room-client.ts'
import { callsTo } from './local.ts'
import { startLogged, uncaught } from './processes.ts'
import { until } from './until.ts'

const ownDeck = ['½', '1', '2', '3', '5', '8', '13', '?']
const names = ['Ana', 'Bia', 'Caio', 'Davi', 'Elisa', 'Jonas', 'Lia', 'Marina'] as const
type Name = (typeof names)[number]
const guests: readonly Name[] = ['Davi', 'Lia']
const observers: readonly Name[] = ['Lia', 'Marina']
const voters = names.filter((name) => !observers.includes(name))

test('a team of eight over three processes, one of which is killed while they vote and another while they vote without a meeting', async () => {
  const { env, cleanUp } = await createEnvironment()
  const processes = await Promise.all([startLogged(env), startLogged(env), startLogged(env)])
  /** The process of a person; those of a dead one are spread over the others. */
  const urlOf = (name: Name) => {
    const alive = processes.filter((each) => !each.hasEnded())
    const own = processes[names.indexOf(name) % 3]
    return (own && !own.hasEnded() ? own : alive[names.indexOf(name) % alive.length])?.url ?? ''
  }
  const server: Pick<TestServer, 'call'> = { call: (endpoint, options) => callsTo(urlOf('Ana')).call(endpoint, options) }
  try {
    const accounts = new Map<Name, Account>()
    for (const name of names) if (!guests.includes(name)) accounts.set(name, await register(server, { name }))
    const account = (name: Name) => accounts.get(name) ?? expect.unreachable(`${name} has an account`)
    const ana = account('Ana')
    const board = await makeBoard(server, ana, { deck_points: { M: 5 } })
    for (const name of names)
      if (accounts.has(name) && name !== 'Ana')
        ok(
          await server.call(boardsApi.addMember, {
            token: ana.token,
            params: { boardId: board.id },
            body: { email: account(name).email, role: 'member' },
          }),
        )
    const cards: number[] = []
    for (const title of ['Pix', 'Boleto', 'Cupom', 'Frete', 'Recibo', 'Antifraude', 'Busca'])
      cards.push((await makeCard(server, ana, board, title)).id)
    const estimates = async (ids: readonly number[]) => {
      const found = await Promise.all(ids.map((cardId) => server.call(cardsApi.get, { token: ana.token, params: { cardId } })))
      return found.map((card) => ok(card).estimate)
    }

    const seats = new Map<Name, RoomClient>()
    const seat = (name: Name) => seats.get(name) ?? expect.unreachable(`${name} sits`)
    let roomId = ''
    let hostToken = ''
    /** Sits down, or again where the process is gone. */
    const sit = async (name: Name) => {
      const before = seats.get(name)
      const client = await new RoomClient(urlOf(name), accounts.has(name) ? { token: account(name).token } : {}).ready()
      const { snapshot } = await client.join(roomId, name, {
        ...(before ? { seatToken: before.seatToken } : { observer: observers.includes(name) }),
        ...(name === 'Ana' && !before && { hostToken }),
      })
      if (before) expect([name, client.participantId]).toEqual([name, before.participantId])
      seats.set(name, client)
      return snapshot
    }
    const kill = async (index: number) => {
      const hit = names.filter((name) => urlOf(name) === processes[index]?.url)
      await processes[index]?.end('SIGKILL')
      return hit
    }
    const did = async (name: Name, ...[event, payload]: Parameters<RoomClient['send']>) =>
      expect([name, event, await seat(name).send(event, { roomId, ...(payload as object) })]).toMatchObject([name, event, { ok: true }])
    const reveal = async (name: Name) => {
      const told = seat('Davi').next('votesRevealed')
      await did(name, 'revealVotes', {})
      return told
    }

    const opener = await new RoomClient(urlOf('Ana'), { token: ana.token }).ready()
    const opened = await opener.send('createRoom', { roomName: 'Time Checkout', userName: 'Ana' })
    roomId = String(opened.roomId)
    hostToken = String(opened.hostToken)
    opener.leave()
    for (const name of names) await sit(name)
    await did('Ana', 'addTasks', { card_ids: cards.slice(0, 3) })
    await did('Ana', 'updateRoom', { deck: ownDeck })
    await did('Ana', 'startTimer', { seconds: 600 })

    // Dissent, and the process of Bia, Elisa and Marina dies with their cards on the table.
    const first: Record<string, string> = { Ana: '5', Bia: '2', Caio: '8', Davi: '5', Elisa: '3', Jonas: '13' }
    for (const name of voters) await did(name, 'vote', { vote: first[name] })
    const hit = await kill(1)
    expect(hit).toEqual(['Bia', 'Elisa', 'Marina'])
    for (const name of hit) {
      const snapshot = await sit(name)
      expect(snapshot.timer, 'the timer runs on').not.toBeNull()
      expect(snapshot.room.deck).toEqual(ownDeck)
    }
    const apart = await reveal('Ana')
    expect(Object.fromEntries(apart.votes.map(({ userName, vote }) => [userName, vote]))).toEqual(first)
    await did('Bia', 'giveReason', { round: apart.round, text: 'É só mostrar.' })
    await did('Jonas', 'giveReason', { round: apart.round, text: 'Cada bandeira arredonda de um jeito.' })
    await did('Ana', 'resetVoting', { round: apart.round })
    for (const name of voters) await did(name, 'vote', { vote: '8' })
    await did('Ana', 'nextTask', { round: (await reveal('Ana')).round, estimate: 8 })

    // T-shirts, by the points that the board gives them.
    await did('Ana', 'updateRoom', { deck: deckPresets.camisetas })
    for (const name of voters) await did(name, 'vote', { vote: name === 'Elisa' ? 'P' : 'M' })
    const shirts = await reveal('Ana')
    expect(shirts.median).toBe('M')
    await did('Ana', 'nextTask', { round: shirts.round, estimate: 5 })
    expect(await estimates(cards.slice(0, 2))).toEqual([8, 5])

    // The moderation passes on.
    await did('Ana', 'makeModerator', { participantId: seat('Bia').participantId })
    await did('Ana', 'leaveRoom', {})
    for (const name of voters) if (name !== 'Ana') await did(name, 'vote', { vote: 'G' })
    await did('Bia', 'updateRoom', { moderatorsOnly: true })
    expect((await reveal('Bia')).votes).toHaveLength(5)

    // Without a meeting: one voter loses the board, and a second process dies between the votes.
    const sealedCards = cards.slice(3)
    const six = names.filter((name) => accounts.has(name))
    const made = ok(
      await server.call(estimationsApi.create, {
        token: ana.token,
        body: {
          board_id: board.id,
          card_ids: sealedCards,
          deck: deckPresets.fibonacci,
          voter_ids: six.map((name) => account(name).user.id),
          closes_at: new Date(Date.now() + 3_600_000).toISOString(),
          settle: 'same',
        },
      }),
    )
    const cast = async (name: Name, index: number, vote: string) => {
      const params = { estimationId: made.id, cardId: sealedCards[index] ?? 0 }
      ok(await callsTo(urlOf(name)).call(estimationsApi.vote, { token: account(name).token, params, body: { vote } }))
    }
    const see = async (name: Name) =>
      ok(await callsTo(urlOf(name)).call(estimationsApi.get, { token: account(name).token, params: { estimationId: made.id } }))
    for (const index of sealedCards.keys()) await cast('Jonas', index, '13')
    const removal = { token: ana.token, params: { boardId: board.id, userId: account('Jonas').user.id } }
    ok(await server.call(boardsApi.removeMember, removal))
    expect((await see('Ana')).voters).toHaveLength(5)
    const left = six.filter((name) => name !== 'Jonas')
    const apartFaces = ['1', '3', '5', '3', '8']
    for (const [place, name] of left.entries()) {
      for (const index of sealedCards.keys()) await cast(name, index, index % 2 === 0 ? '3' : (apartFaces[place] ?? '?'))
      if (place === 2) await kill(2)
    }
    await until('the close', async () => (await see('Bia')).status === 'closed')
    const closed = await see('Bia')
    expect(closed.cards.map(({ settled }) => settled)).toEqual([3, null, 3, null])
    expect(closed.cards.flatMap(({ votes }) => votes).some(({ user_id }) => user_id === account('Jonas').user.id)).toBe(false)

    // The two that are left are taken to a table and saved.
    const taken = ok(await server.call(estimationsApi.room, { token: ana.token, params: { estimationId: made.id } }))
    const firstRoom = roomId
    roomId = taken.roomId
    hostToken = taken.hostToken
    for (const name of ['Ana', 'Bia', 'Davi'] as const) {
      seats.get(name)?.leave()
      seats.delete(name)
      await sit(name)
    }
    for (const name of ['Ana', 'Bia'] as const) await did(name, 'vote', { vote: '3' })
    await did('Ana', 'nextTask', { round: (await reveal('Ana')).round, estimate: 3 })
    for (const name of ['Ana', 'Bia'] as const) await did(name, 'vote', { vote: '5' })
    await did('Ana', 'saveEstimate', { round: (await reveal('Ana')).round, estimate: 5 })
    expect((await estimates(sealedCards)).toSorted()).toEqual([3, 3, 3, 5])

    // The record of the first table is there for who sat at it.
    const history = ok(await server.call(recordApi.history, { token: account('Caio').token, params: { roomId: firstRoom } }))
    expect(JSON.stringify(history.rounds)).toContain('Cada bandeira arredonda de um jeito.')
    expect(history.rounds.map(({ estimate }) => estimate)).toEqual(expect.arrayContaining([8, 5]))
    const csv = await fetch(`${urlOf('Caio')}/api/rooms/${firstRoom}/history.csv`, {
      headers: { authorization: `Bearer ${account('Caio').token}` },
    })
    expect([csv.status, await csv.text()]).toEqual([200, expect.stringContaining('É só mostrar.')])

    const [living] = processes
    expect(living && [living.hasEnded(), uncaught(living)]).toEqual([false, []])
    for (const client of seats.values()) client.leave()
  } finally {
    await Promise.all(processes.map((each) => each.end('SIGTERM')))
    await cleanUp()
  }
})
