import { setTimeout as wait } from 'node:timers/promises'
import { Player } from '../player.ts'
import { VoteLedger } from '../vote-ledger.ts'

/** Connections that are being made or are sitting down at one time: a listen queue is finite. */
const atOnce = 100
const patienceMs = 60_000

/** People come in by these ports in turn; or, with `together`, all of a room by the same one. */
export type Seats = { ports: number[]; bare: boolean; players: number; roomSize: number; together?: boolean }

/** Everybody at the tables, set by `seat` and used by the orders after it. */
export let table: { bare: boolean; players: Player[]; ledger: VoteLedger } = { bare: true, players: [], ledger: new VoteLedger([], 1) }

/**
 * Connects the players and seats them in rooms. `joinedMs`: until all were answered. `listedMs`: until all had received a
 * list with everybody of their room; the bare server keeps no list.
 */
export async function seat({
  ports,
  bare,
  players: count,
  roomSize,
  together = false,
}: Seats): Promise<{ joinedMs: number; listedMs: number }> {
  const rooms = await openRooms(ports[0] ?? 0, bare, Math.ceil(count / roomSize))
  const started = performance.now()
  const players: Player[] = []
  let complete = 0
  let next = 0
  const comeIn = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) {
      const turn = together ? Math.floor(i / roomSize) : i
      const player = await Player.connect(ports[turn % ports.length] ?? 0)
      players[i] = player
      player.roomId = rooms[Math.floor(i / roomSize)] ?? ''
      player.participantId = i + 1
      const wanted = Math.min(roomSize, count - Math.floor(i / roomSize) * roomSize)
      let listed = false
      const seen = (people: unknown[]) => {
        if (listed || people.length < wanted) return
        listed = true
        complete++
      }
      await sitDown(player, bare, `Pessoa ${i + 1}`, seen)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, comeIn))
  const joinedMs = performance.now() - started
  while (!bare && complete < count) {
    if (performance.now() - started > patienceMs) throw new Error(`only ${complete} of ${count} have the whole list`)
    await wait(5)
  }
  table = { bare, players, ledger: new VoteLedger(players, roomSize) }
  return { joinedMs, listedMs: performance.now() - started }
}

/** Ours makes up the ids of its rooms; the bare server takes any. */
async function openRooms(port: number, bare: boolean, count: number): Promise<string[]> {
  if (bare) return Array.from({ length: count }, (_, i) => `R${String(i).padStart(5, '0')}`)
  const host = await Player.connect(port)
  const rooms: string[] = []
  for (let i = 0; i < count; i++) rooms.push(String((await host.request('createRoom', {})).roomId))
  host.close()
  return rooms
}

function sitDown(player: Player, bare: boolean, userName: string, onList: (people: unknown[]) => void): Promise<void> {
  const { roomId, participantId } = player
  return new Promise((resolve, reject) => {
    player.onEvent = (event, payload) => {
      if (event === 'updateUsers') onList(payload as unknown[])
      if (event === 'userJoined' && bare) resolve()
    }
    if (bare) return player.emit('joinRoom', { roomId, userName, participantId })
    player.request('joinRoom', { roomId, userName, userRole: 'collaborator' }).then((reply) => {
      player.participantId = Number(reply.participantId)
      resolve()
    }, reject)
  })
}
