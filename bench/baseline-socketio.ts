/**
 * The bare Socket.IO server that ours is compared with: the same transport options, no checks, no storage, no roster. A POST is
 * answered after one argon2id as costly as ours or, of a file, when its bytes are in one; with REDIS_URL several of these share their rooms as ours do.
 */
import { argon2, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream, rm } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { limits } from '@rodada/contract/core/limits'
import { realtimeSettings } from '@rodada/contract/rooms/settings'
import { createShardedAdapter } from '@socket.io/redis-adapter'
import { createClient } from 'redis'
import { Server } from 'socket.io'

type Joining = { roomId: string; userName: string; participantId: number }

const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }
const http = createServer((request, response) => {
  const answer = () => response.end('{"status":"ok"}')
  if (request.method !== 'POST') return answer()
  if (request.headers['content-type'] === 'application/octet-stream') {
    const path = join(process.env.DATA_DIR ?? '.', randomUUID())
    return pipeline(request, createWriteStream(path, { flush: true }), () => rm(path, answer))
  }
  request.resume().on('end', () => argon2('argon2id', { message: 'senha do bench', nonce: randomBytes(16), ...cost }, answer))
})
const io = new Server(http, {
  path: realtimeSettings.path,
  transports: [...realtimeSettings.transports],
  pingInterval: realtimeSettings.pingInterval,
  pingTimeout: realtimeSettings.pingTimeout,
  upgradeTimeout: realtimeSettings.upgradeTimeout,
  connectTimeout: realtimeSettings.connectTimeout,
  maxHttpBufferSize: limits.socketMessageBytes,
  perMessageDeflate: false,
  serveClient: false,
})
if (process.env.REDIS_URL) {
  const redis = createClient({ url: process.env.REDIS_URL })
  const subscriber = redis.duplicate()
  await Promise.all([redis.connect(), subscriber.connect()])
  io.adapter(createShardedAdapter(redis, subscriber))
}

io.on('connection', (socket) => {
  socket.on('joinRoom', ({ roomId, userName, participantId }: Joining) => {
    socket.join(roomId)
    socket.data = { userName, participantId }
    socket.emit('userJoined', {})
  })
  socket.on('vote', ({ roomId }: { roomId: string }) => io.to(roomId).emit('newVote', socket.data))
  // As large as a reveal of ours, so that the reveal has a baseline too.
  socket.on('revealVotes', ({ roomId }: { roomId: string }) => {
    const people = io.sockets.adapter.rooms.get(roomId)?.size ?? 0
    const votes = Array.from({ length: people }, (_, i) => ({ userName: `Pessoa ${i}`, participantId: i, vote: '5' }))
    io.to(roomId).emit('votesRevealed', { votes, average: '5.0' })
  })
})

http.listen(Number(process.env.PORT), '127.0.0.1', () => console.log((http.address() as AddressInfo).port))
process.once('SIGTERM', () => process.exit(0))
