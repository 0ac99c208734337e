import { table } from './seat.ts'
import { drain } from './votes.ts'

/** Everybody votes, then one reveals: milliseconds until the last player has all cards. */
export async function reveal(): Promise<{ ms: number; cards: number }> {
  const { players, ledger, bare } = table
  for (const index of players.keys()) ledger.vote(index, bare)
  const lost = await drain()
  if (lost > 0) throw new Error(`${lost} deliveries missing before the reveal`)
  let waiting = players.length
  let cards = 0
  const everybodySaw = new Promise<void>((resolve) => {
    for (const player of players) {
      player.onEvent = (event, payload) => {
        if (event !== 'votesRevealed') return
        cards = (payload as { votes: unknown[] }).votes.length
        if (--waiting === 0) resolve()
      }
    }
  })
  const started = performance.now()
  players[0]?.emit('revealVotes', { roomId: players[0].roomId })
  await everybodySaw
  return { ms: performance.now() - started, cards }
}
