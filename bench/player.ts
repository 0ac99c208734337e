import { realtimeSettings } from '@rodada/contract/rooms/settings'
import { openWire, type Wire } from './wire.ts'

const eventMark = Buffer.from('42["')
const ackMark = Buffer.from('43')
const newVoteMark = Buffer.from('42["newVote"')
const handshake = 0x30
const ping = 0x32

/** The latest long message and what became of it: a broadcast reaches a thousand players as the same bytes. */
let parsed: { bytes: Buffer; message: [string, unknown] } | undefined

function parse(bytes: Buffer): [string, unknown] {
  if (parsed?.bytes.equals(bytes)) return parsed.message
  parsed = { bytes: Buffer.from(bytes), message: JSON.parse(bytes.toString('utf8', 2)) as [string, unknown] }
  return parsed.message
}

/** One person at a table over Engine.IO and Socket.IO, WebSocket only. The same for every server under test. */
export class Player {
  participantId = 0
  roomId = ''
  /** Called for each newVote with the voter's participantId. */
  onVote: (participantId: number) => void = () => {}
  /** Called for every other event. */
  onEvent: (event: string, payload: unknown) => void = () => {}
  private readonly wire: Wire
  private readonly acks = new Map<number, (reply: Record<string, unknown>) => void>()
  private nextAck = 0

  private constructor(port: number, onOpen: () => void, onClose: () => void) {
    const path = `${realtimeSettings.path}?EIO=4&transport=websocket`
    this.wire = openWire(port, path, (message) => this.read(message, onOpen), onClose)
  }

  /** Connected to the namespace. */
  static connect(port: number): Promise<Player> {
    return new Promise((resolve, reject) => {
      const player: Player = new Player(
        port,
        () => resolve(player),
        () => reject(new Error('the server closed the connection')),
      )
    })
  }

  emit(event: string, payload: object): void {
    this.wire.send(`42${JSON.stringify([event, payload])}`)
  }

  /** Sends with an acknowledgement. */
  ask(event: string, payload: object, onReply: (reply: Record<string, unknown>) => void): void {
    const id = this.nextAck++
    this.acks.set(id, onReply)
    this.wire.send(`42${id}${JSON.stringify([event, payload])}`)
  }

  /** As `ask`. @throws when refused. */
  request(event: string, payload: object): Promise<Record<string, unknown>> {
    return new Promise((resolve, reject) => {
      this.ask(event, payload, (reply) => (reply.error === undefined ? resolve(reply) : reject(new Error(String(reply.error)))))
    })
  }

  close(): void {
    this.wire.close()
  }

  private read(message: Buffer, onOpen: () => void): void {
    if (startsWith(message, newVoteMark)) this.onVote(lastNumber(message))
    else if (startsWith(message, ackMark)) this.acknowledge(message.toString('latin1', 2))
    else if (startsWith(message, eventMark)) this.onEvent(...parse(message))
    else if (message[0] === ping) this.wire.send('3')
    else if (message[0] === handshake) this.wire.send('40')
    else if (message[0] === 0x34 && message[1] === 0x30) onOpen()
  }

  private acknowledge(packet: string): void {
    const start = packet.indexOf('[')
    const id = Number(packet.slice(0, start))
    const [reply] = JSON.parse(packet.slice(start)) as [Record<string, unknown>]
    const onReply = this.acks.get(id)
    this.acks.delete(id)
    onReply?.(reply)
  }
}

function startsWith(message: Buffer, mark: Buffer): boolean {
  if (message.length < mark.length) return false
  for (let i = mark.length - 1; i >= 0; i--) if (message[i] !== mark[i]) return false
  return true
}

/** The number that ends `…"participantId":12}]`, without making a string of it. */
function lastNumber(message: Buffer): number {
  let value = 0
  let unit = 1
  for (let i = message.length - 3; i > 0; i--) {
    const digit = (message[i] ?? 0) - 0x30
    if (digit < 0 || digit > 9) break
    value += digit * unit
    unit *= 10
  }
  return value
}
