import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { limits } from '@rodada/contract/core/limits'
import { expect, test } from 'vitest'
import { register } from '../test/accounts.ts'
import { makeBoard, makeCard } from '../test/boards.ts'
import { upload } from '../test/files.ts'
import { startProcess } from '../test/harness.ts'
import { openRoom, RoomClient } from '../test/room-client.ts'
import { callsTo, localEnvironment } from './local.ts'

const mostGrownBytes = 10_000_000

/** A figure of a process in bytes, of those that Linux tells in kilobytes. */
const memory = (pid: number | undefined, figure: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`^${figure}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

const medianOf = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? Number.NaN

test.skipIf(process.platform !== 'linux')(
  'an upload of 25 MB makes the process grow by less than 10 MB, and votes go on meanwhile',
  async () => {
    const { env, cleanUp } = await localEnvironment({})
    const served = await startProcess(env)
    const agent = new Agent({ keepAlive: true })
    try {
      const server = callsTo(served.url)
      const ana = await register(server)
      const { id: cardId } = await makeCard(server, ana, await makeBoard(server, ana))
      const voter = await new RoomClient(served.url).ready()
      const { roomId } = await openRoom(voter)
      await voter.join(roomId, 'Ana')
      /** Bytes that differ each time, so that they are stored. */
      const send = (fill: number) =>
        new Promise<number>((resolve, reject) => {
          const options = { method: 'POST', agent, headers: { authorization: `Bearer ${ana.token}`, 'content-length': limits.fileBytes } }
          const call = request(`${served.url}/api/cards/${cardId}/files?name=${fill}.bin`, options, (answer) => {
            answer.resume()
            answer.once('end', () => resolve(answer.statusCode ?? 0))
          })
          call.once('error', reject)
          call.end(Buffer.alloc(limits.fileBytes, fill))
        })
      // Code that is loaded once, whatever is uploaded.
      for (let turn = 0; turn < 10; turn++) await upload(server, ana, cardId, `pequeno ${turn}`)
      await send(1)
      const grown: number[] = []
      let votes = 0
      for (let fill = 2; fill < 7; fill++) {
        const before = memory(served.child.pid, 'VmRSS')
        // From now on the highest is counted again.
        writeFileSync(`/proc/${served.child.pid}/clear_refs`, '5')
        const sent = send(fill)
        let isSent = false
        void sent.finally(() => {
          isSent = true
        })
        while (!isSent) {
          expect(await voter.send('vote', { roomId, vote: String((votes % 8) + 1) })).toEqual({ ok: true })
          votes += 1
        }
        expect(await sent).toBe(200)
        grown.push(memory(served.child.pid, 'VmHWM') - before)
      }
      expect(votes).toBeGreaterThan(grown.length)
      // When the collector comes is chance, and one time in a few adds megabytes; a file that is kept in memory adds 25 MB each time.
      expect(medianOf(grown)).toBeLessThan(mostGrownBytes)
      voter.leave()
    } finally {
      agent.destroy()
      await served.stop()
      await cleanUp()
    }
  },
)
