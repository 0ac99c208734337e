import { once } from 'node:events'
import { expect, test } from 'vitest'
import { register } from '../test/accounts.ts'
import { makeBoard, makeCard } from '../test/boards.ts'
import { openRoom, RoomClient } from '../test/room-client.ts'
import { callsTo, localEnvironment, startObedient } from './local.ts'

test('a disk that fails to take a flush ends the process before anything of it is acknowledged, and the next one has what was', async () => {
  const { env, cleanUp } = await localEnvironment()
  const first = await startObedient(env)
  try {
    const server = callsTo(first.url)
    const ana = await register(server)
    const board = await makeBoard(server, ana)
    const [voter, other] = [await new RoomClient(first.url).ready(), await new RoomClient(first.url).ready()]
    const { roomId } = await openRoom(voter)
    await voter.join(roomId, 'Ana')
    await other.join(roomId, 'Bia')
    expect(await voter.send('vote', { roomId, vote: '3' })).toEqual({ ok: true })

    await first.failFlushes()
    let said = ''
    first.child.stderr?.on('data', (chunk) => (said += String(chunk)))
    const ended = once(first.child, 'exit')
    const card = makeCard(server, ana, board, 'Nunca confirmado')
    const answers = await Promise.allSettled([card, other.send('vote', { roomId, vote: '8' })])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await ended).toEqual([1, null])
    expect(said).toContain('O disco não gravou o que recebeu (EIO')
    expect(said).toContain('Confira o disco e inicie de novo.')

    const second = await startObedient(env)
    try {
      const back = await new RoomClient(second.url).ready()
      const { ack } = await back.join(roomId, 'Ana', { seatToken: voter.seatToken })
      expect(ack.vote).toBe('3')
      expect(await back.send('vote', { roomId, vote: '5' })).toEqual({ ok: true })
      back.leave()
    } finally {
      await second.stop()
    }
  } finally {
    await first.kill()
    await cleanUp()
  }
})
