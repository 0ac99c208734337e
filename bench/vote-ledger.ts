import type { Player } from './player.ts'

/** Votes of one player that may be under way at one time; more would overwrite the instants they were sent at. */
const underWay = 512

/** Who sent how many votes when, and who received how many of them: nothing may be lost, and each delivery has a latency. */
export class VoteLedger {
  readonly players: readonly Player[]
  readonly roomSize: number
  delivered = 0
  accepted = 0
  refused = 0
  /** Milliseconds from sending to each delivery; collected while it is an array. */
  latencies: number[] | undefined
  /** Called when a player's own vote came back. */
  onOwn: (index: number) => void = () => {}
  private readonly sent: Uint32Array
  private readonly sentAt: Float64Array
  /** Votes received, per receiver and voter of the same room. */
  private readonly received: Uint32Array
  private readonly values: string[] = []

  constructor(players: readonly Player[], roomSize: number) {
    this.players = players
    this.roomSize = roomSize
    this.sent = new Uint32Array(players.length)
    this.sentAt = new Float64Array(players.length * underWay)
    this.received = new Uint32Array(players.length * roomSize)
    const indexes = new Map(players.map(({ participantId }, index) => [participantId, index]))
    for (const [receiver, player] of players.entries()) {
      player.onVote = (participantId) => {
        const voter = indexes.get(participantId)
        if (voter !== undefined) this.receive(receiver, voter)
      }
    }
  }

  /** Sends a player's next card. A bare server acknowledges nothing: there, what was sent counts as accepted. */
  vote(index: number, bare: boolean): void {
    const player = this.players[index]
    if (!player) return
    const count = this.sent[index] ?? 0
    const vote = String((count % 8) + 1)
    this.sent[index] = count + 1
    this.sentAt[index * underWay + (count % underWay)] = performance.now()
    if (bare) {
      this.accepted++
      player.emit('vote', { roomId: player.roomId, vote })
    } else {
      player.ask('vote', { roomId: player.roomId, vote }, (reply) => {
        if (reply.error !== undefined) this.refused++
        else {
          this.accepted++
          this.values[index] = vote
        }
      })
    }
  }

  get expected(): number {
    return this.accepted * this.roomSize
  }

  get unanswered(): number {
    return this.sent.reduce((sum, count) => sum + count, 0) - this.accepted - this.refused
  }

  /** The last accepted card of each participant. */
  lastVotes(): [participantId: number, value: string][] {
    return this.players.flatMap(({ participantId }, index) => {
      const value = this.values[index]
      return value === undefined ? [] : [[participantId, value] as [number, string]]
    })
  }

  private receive(receiver: number, voter: number): void {
    const slot = receiver * this.roomSize + (voter % this.roomSize)
    const count = this.received[slot] ?? 0
    this.received[slot] = count + 1
    this.delivered++
    this.latencies?.push(performance.now() - (this.sentAt[voter * underWay + (count % underWay)] ?? 0))
    if (receiver === voter) this.onOwn(voter)
  }
}
