import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deletedKeptMs } from '@rodada/contract/boards/settings'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { filesApi } from '@rodada/contract/cards/files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { picture, upload } from '../../../../test/files.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { instant } from '../../../platform/deps.ts'

let server: TestServer
let team: Team
beforeAll(async () => {
  server = await startServer({ alone: true })
  await server.app.pauseJobs()
  team = await makeTeam(server)
})
afterAll(() => server.stop())

const db = () => server.app.deps.db
const folder = () => server.app.deps.config.files.dir
const objects = () => readdirSync(folder(), { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder(), name)).isFile())
const hourMs = 60 * 60_000
/** More than the undo, and less than two of it. */
const longAgo = () => instant(-deletedKeptMs - hourMs)
const newFile = async (content: string | Buffer, name?: string) => {
  const { id } = await makeCard(server, team.member, team.board)
  return ok(await upload(server, team.member, id, content, name))
}
const remove = (fileId: number) => server.call(filesApi.remove, { token: team.member.token, params: { fileId } })
const bytesAreUnusedFor = (ms: number) =>
  db()
    .updateTable('blobs')
    .set({ unused_since: instant(-ms) })
    .where('unused_since', 'is not', null)
    .execute()

test('the bytes of a card go a day after it can no longer be brought back, with their preview, and not a moment before', async () => {
  const file = await newFile(await picture(90, 60).png().toBuffer(), 'tela.png')
  const here = () => objects().filter((name) => !name.startsWith('arriving'))
  expect(here()).toHaveLength(2)
  const params = { cardId: file.card_id }
  ok(await server.call(cardsApi.remove, { token: team.member.token, params }))
  await server.app.runJobs()
  expect(here()).toHaveLength(2)
  await db().updateTable('cards').set({ deleted_at: longAgo() }).where('id', '=', file.card_id).execute()
  // The card goes, then its bytes are seen to be of no use.
  await server.app.runJobs()
  await server.app.runJobs()
  expect(await db().selectFrom('files').select('id').where('id', '=', file.id).execute()).toEqual([])
  expect(here()).toHaveLength(2)
  await bytesAreUnusedFor(deletedKeptMs - hourMs)
  await server.app.runJobs()
  expect(here()).toHaveLength(2)
  await bytesAreUnusedFor(deletedKeptMs + hourMs)
  await server.app.runJobs()
  expect(here()).toEqual([])
  expect(await db().selectFrom('stray_objects').selectAll().execute()).toEqual([])
})

test('bytes that somebody uploads again before they go stay, also when it is at the same moment', async () => {
  const first = await newFile('vai e volta')
  ok(await remove(first.id))
  await db().updateTable('files').set({ deleted_at: longAgo() }).where('id', '=', first.id).execute()
  await server.app.runJobs()
  await bytesAreUnusedFor(deletedKeptMs + hourMs)
  const { id: cardId } = await makeCard(server, team.member, team.board)
  const [again] = await Promise.all([upload(server, team.member, cardId, 'vai e volta'), server.app.runJobs()])
  const { url } = ok(again)
  await server.app.runJobs()
  expect(await (await server.raw(url)).text()).toBe('vai e volta')
})

test('an object that cannot be removed keeps no other one, and is tried again later', async () => {
  const { arrivals, store } = server.app.deps.files
  // A folder is no file that can be removed.
  await mkdir(join(folder(), 'ac', 'ac-pasta'), { recursive: true })
  const path = arrivals.newPath()
  writeFileSync(path, 'sobra')
  await store.put('ac-sobra', path)
  const strays = [
    { object_name: 'ac-pasta', remove_after: instant(-2000) },
    { object_name: 'ac-sobra', remove_after: instant(-1000) },
  ]
  await db().insertInto('stray_objects').values(strays).execute()
  await server.app.runJobs()
  expect(objects().filter((name) => name.startsWith('ac/'))).toEqual([])
  const left = await db().selectFrom('stray_objects').selectAll().execute()
  expect(left.map(({ object_name, remove_after }) => [object_name, remove_after > instant()])).toEqual([['ac-pasta', true]])
  await db().deleteFrom('stray_objects').execute()
})

test('what a process that died left behind is removed, and what is still arriving is not', async () => {
  const { arrivals, store } = server.app.deps.files
  const old = arrivals.newPath()
  const fresh = arrivals.newPath()
  await mkdir(join(folder(), 'arriving'), { recursive: true })
  for (const path of [old, fresh]) writeFileSync(path, 'metade')
  const hoursAgo = new Date(Date.now() - 3 * hourMs)
  utimesSync(old, hoursAgo, hoursAgo)
  // Stored, and its transaction never came to an end.
  for (const [name, remove_after] of [
    ['ab-morto', instant(-1000)],
    ['ab-vivo', instant(hourMs)],
  ] as const) {
    const path = arrivals.newPath()
    writeFileSync(path, name)
    await store.put(name, path)
    await db().insertInto('stray_objects').values({ object_name: name, remove_after }).execute()
  }
  await server.app.runJobs()
  expect(objects().filter((name) => name.startsWith('ab/'))).toEqual(['ab/ab-vivo'])
  expect(readdirSync(join(folder(), 'arriving')).map((name) => join(folder(), 'arriving', name))).toEqual([fresh])
})
