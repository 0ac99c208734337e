import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { listCardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { filesApi } from '@rodada/contract/cards/files'
import { texts } from '@rodada/contract/texts/texts'
import { expect, type TestContext, test, vi } from 'vitest'
import { register } from '../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../test/boards.ts'
import { upload } from '../test/files.ts'
import { freePort, spawnProcess } from '../test/harness.ts'
import { openRoom, RoomClient } from '../test/room-client.ts'
import { callsTo, failedStart, localEnvironment } from './local.ts'
import { openSmallDisk, type SmallDisk } from './small-disk.ts'

/** More than one installation fills by itself, and filled in no time. */
const megabytes = 32

async function diskOrSkip(context: TestContext): Promise<SmallDisk> {
  const disk = await openSmallDisk(megabytes)
  if ('impossible' in disk) return context.skip(`this machine lets nobody here mount a small disk (${disk.impossible})`)
  return disk
}

/** The program with what it prints in a file of the small disk, as `npm start > rodada.log` would have it. */
async function startPrinting(env: Record<string, string>, disk: SmallDisk): Promise<{ url: string; child: ChildProcess }> {
  const within = [...disk.within, 'sh', '-c', 'exec "$@" > "$0/printed.log"', disk.folder]
  const child = spawnProcess(env, { within })
  child.stderr?.pipe(process.stderr, { end: false })
  const url = `http://127.0.0.1:${env.PORT}`
  await vi.waitFor(async () => expect((await fetch(`${url}/api/health`)).status).toBe(200), 30_000)
  return { url, child }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  return (await ended)[0]
}

/** Sends the first part of a file of 10 MB, and the rest when something has happened. @returns the status of the answer */
async function uploadAround(url: string, token: string, between: () => Promise<void>): Promise<number | undefined> {
  const [first, rest] = [Buffer.alloc(2_000_000, 'um'), Buffer.alloc(8_000_000, 'dois')]
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream', 'content-length': 10_000_000 }
  const sending = request(url, { method: 'POST', headers })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  sending.write(first)
  await between()
  sending.end(rest)
  const [answer] = await answered
  return answer.resume().statusCode
}

test('a full disk refuses what cannot be kept, loses nothing that was acknowledged, and needs no restart when there is room', async (context) => {
  const disk = await diskOrSkip(context)
  const { env: base, cleanUp } = await localEnvironment({ PORT: String(await freePort()) })
  const env = { ...base, DATA_DIR: join(disk.folder, 'data'), LOG_LEVEL: 'info' }
  let child: ChildProcess | undefined
  try {
    const running = await startPrinting(env, disk)
    child = running.child
    const server = callsTo(running.url)
    const ana = await register(server)
    const { token } = ana
    const board = await makeBoard(server, ana)
    const card = await makeCard(server, ana, board, 'Antes')
    const params = { boardId: board.id, listId: board.lists[0]?.id ?? 0 }
    const create = (title: string) => server.call(listCardsApi.create, { token, params, body: { title } })
    const comment = (content: string) => server.call(commentsApi.add, { token, params: { cardId: card.id }, body: { content } })
    const [voter, other] = [await new RoomClient(running.url).ready(), await new RoomClient(running.url).ready()]
    const { roomId } = await openRoom(voter)
    await voter.join(roomId, 'Ana')
    await other.join(roomId, 'Bia')
    const vote = (person: RoomClient, card: string) => person.send('vote', { roomId, vote: card })
    expect(await vote(voter, '3')).toEqual({ ok: true })

    const kept: string[] = []
    const cardsKept = ['Antes']
    const refused = { status: 507, body: { message: texts.storageFull, error: 'storage_full' } }
    /** Everything is refused with a text, and everything can be read. */
    const expectFull = async () => {
      expect(await comment('cheio')).toMatchObject(refused)
      expect(await create('Cheio')).toMatchObject(refused)
      expect(await server.call(authApi.login, { body: { email: ana.email, password: ana.password } })).toMatchObject(refused)
      expect(await voter.send('chatMessage', { roomId, message: 'cheio' })).toEqual({ error: texts.storageFull, id: 'storage_full' })
      expect(await voter.send('revealVotes', { roomId })).toEqual({ error: texts.storageFull, id: 'storage_full' })
      expect(await vote(voter, '8')).toEqual({ error: texts.roomsUnavailable, id: 'unavailable' })
      await expectKept()
    }
    /** What was acknowledged is there, nothing else is, and what belongs together is there together. */
    const expectKept = async () => {
      const { lists } = ok(await server.call(boardsApi.get, { token, params: { boardId: board.id } }))
      expect(lists[0]?.cards.map(({ title }) => title)).toEqual(cardsKept)
      const activities = ok(await server.call(boardsApi.activity, { token, params: { boardId: board.id }, query: { limit: 200 } }))
      expect(activities.filter(({ kind }) => kind === 'card.created').map(({ subject }) => subject)).toEqual(cardsKept.toReversed())
      const comments = ok(await server.call(commentsApi.list, { token, params: { cardId: card.id }, query: { limit: 200 } }))
      expect(comments.map(({ content }) => content)).toEqual(kept.slice(-200))
    }
    const untilFull = async () => {
      disk.fill()
      // The log of the database has room of its own for a while.
      for (;;) {
        const content = `comentário ${kept.length} ${'x'.repeat(1500)}`
        const answer = await comment(content)
        if (answer.status !== 200) return expect(answer).toMatchObject(refused)
        kept.push(content)
      }
    }

    for (const time of ['first', 'second']) {
      await untilFull()
      await expectFull()
      expect(await vote(other, '5')).toHaveProperty('error', texts.roomsUnavailable)
      disk.free()
      // The same process, the same connections.
      for (const title of [`${time} um`, `${time} dois`]) {
        ok(await create(title))
        cardsKept.push(title)
      }
      kept.push(`${time} de volta`)
      ok(await comment(`${time} de volta`))
      expect(await vote(voter, time === 'first' ? '1' : '2')).toEqual({ ok: true })
      expect(await vote(other, '5')).toEqual({ ok: true })
      await expectKept()
      // Its own log goes on too.
      expect(readFileSync(join(disk.outside, 'printed.log'), 'utf8')).toContain('request failed')
    }

    await untilFull()
    await end(child, 'SIGKILL')
    const { code, said } = await failedStart(env, { within: disk.within })
    expect(said).toContain('O disco está cheio')
    expect(said).toContain('libere espaço e inicie de novo.')
    expect(code).toBe(1)
    disk.free()
    child = (await startPrinting(env, disk)).child
    await expectKept()
    const back = await new RoomClient(running.url).ready()
    const { ack } = await back.join(roomId, 'Ana', { seatToken: voter.seatToken })
    expect(ack).toMatchObject({ participantId: voter.participantId, vote: '2' })
    expect(await end(child, 'SIGTERM')).toBe(0)
    const copy = join(base.DATA_DIR ?? '', 'copy.sqlite')
    copyFileSync(join(disk.outside, 'data/rodada.sqlite'), copy)
    const database = new DatabaseSync(copy, { readOnly: true })
    expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    expect(database.prepare('pragma foreign_key_check').all()).toEqual([])
    database.close()
  } finally {
    if (child?.exitCode === null && child.signalCode === null) await end(child, 'SIGKILL')
    await disk.remove()
    await cleanUp()
  }
})

test('a disk that fills while a file arrives refuses it with a text and keeps nothing of it, and the file arrives when there is room', async (context) => {
  const disk = await diskOrSkip(context)
  const { env: base, cleanUp } = await localEnvironment({ PORT: String(await freePort()) })
  // Only the files are there: the database has room.
  const env = { ...base, FILES_DIR: join(disk.folder, 'files'), FILES_KEEP_FREE_BYTES: '0', LOG_LEVEL: 'info' }
  let child: ChildProcess | undefined
  try {
    const running = await startPrinting(env, disk)
    child = running.child
    const server = callsTo(running.url)
    const ana = await register(server)
    const { id: cardId } = await makeCard(server, ana, await makeBoard(server, ana))
    const large = Buffer.alloc(20_000_000, 'arquivo ')
    const list = async () => ok(await server.call(filesApi.list, { token: ana.token, params: { cardId } }))
    const arriving = () => readdirSync(join(disk.outside, 'files/arriving'))
    ok(await upload(server, ana, cardId, large, 'primeiro.bin'))
    const refused = await upload(server, ana, cardId, Buffer.alloc(20_000_000, 'outro '), 'segundo.bin')
    expect(refused).toMatchObject({ status: 507, body: { message: texts.storageFull } })
    expect([(await list()).map(({ name }) => name), arriving()]).toEqual([['primeiro.bin'], []])
    // There was room when it began.
    const status = await uploadAround(`${running.url}/api/cards/${cardId}/files?name=meio.bin`, ana.token, async () => {
      await vi.waitFor(() => expect(arriving()).toHaveLength(1))
      disk.fill()
    })
    expect(status).toBe(507)
    expect([(await list()).map(({ name }) => name), arriving()]).toEqual([['primeiro.bin'], []])
    disk.free()
    ok(await upload(server, ana, cardId, 'pouco', 'terceiro.txt'))
    expect(await list()).toHaveLength(2)
    expect(await end(child, 'SIGTERM')).toBe(0)
  } finally {
    if (child?.exitCode === null && child.signalCode === null) await end(child, 'SIGKILL')
    await disk.remove()
    await cleanUp()
  }
})
