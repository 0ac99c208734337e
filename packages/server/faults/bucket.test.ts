import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deletedKeptMs } from '@rodada/contract/boards/settings'
import { filesApi } from '@rodada/contract/cards/files'
import { maintenanceApi } from '@rodada/contract/instance/maintenance'
import { texts } from '@rodada/contract/texts/texts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import { startApp } from '../src/app.ts'
import { readConfig } from '../src/platform/config.ts'
import { instant } from '../src/platform/deps.ts'
import { restoreBackup } from '../src/restore.ts'
import { login, register } from '../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../test/boards.ts'
import { picture, upload } from '../test/files.ts'
import { startProcess } from '../test/harness.ts'
import { callsTo, localEnvironment } from './local.ts'
import { openS3, type S3Server } from './s3-server.ts'
import { startProxy } from './tcp-proxy.ts'
import { until } from './until.ts'

let opened: S3Server | { impossible: string }
beforeAll(async () => {
  opened = await openS3()
}, 120_000)
afterAll(async () => {
  if (!('impossible' in opened)) await opened.stop()
})

function bucketOrSkip(context: TestContext): S3Server {
  if ('impossible' in opened) return context.skip(opened.impossible)
  return opened
}

/** How many objects the bucket got meanwhile. */
async function objectsSince({ objects }: S3Server): Promise<() => Promise<number>> {
  const before = (await objects()).length
  return async () => (await objects()).length - before
}

/** A server inside the test, whose jobs run when the test says so, with a card for files. */
async function startInside(more: Record<string, string>) {
  const { env, cleanUp } = await localEnvironment(more)
  const app = await startApp(readConfig(env))
  await app.pauseJobs()
  const server = callsTo(app.url)
  const ana = await register(server)
  const { id: cardId } = await makeCard(server, ana, await makeBoard(server, ana))
  return {
    ...{ app, server, ana, cardId, env },
    db: app.deps.db,
    send: (body: Buffer | string, name?: string) => upload(server, ana, cardId, body, name),
    names: async () => ok(await server.call(filesApi.list, { token: ana.token, params: { cardId } })).map(({ name }) => name),
    cleanUp,
    arriving: () => readdirSync(join(env.DATA_DIR ?? '', 'files/arriving')),
    stop: async () => {
      await app.stop()
      await cleanUp()
    },
  }
}

test('files are kept in a bucket, once, read from it in parts, and refused with a text while it can store nothing', async (context) => {
  const s3 = bucketOrSkip(context)
  const added = await objectsSince(s3)
  const { env, cleanUp } = await localEnvironment(s3.env)
  const served = await startProcess(env)
  try {
    const server = callsTo(served.url)
    const ana = await register(server)
    const { id: cardId } = await makeCard(server, ana, await makeBoard(server, ana))
    const send = (body: Buffer | string, name?: string) => upload(server, ana, cardId, body, name)
    const read = (url: string, headers: Record<string, string> = {}) => fetch(served.url + url, { headers })
    const names = async () => ok(await server.call(filesApi.list, { token: ana.token, params: { cardId } })).map(({ name }) => name)
    const onDisk = () => readdirSync(join(env.DATA_DIR ?? '', 'files'), { recursive: true })

    const large = Buffer.alloc(20_000_000, 'um arquivo grande ')
    const [first] = [ok(await send(large, 'grande.txt')), ok(await send(large, 'o mesmo.txt'))]
    expect(await added()).toBe(1)
    const whole = Buffer.from(await (await read(first.url)).arrayBuffer())
    expect(whole.equals(large)).toBe(true)
    const part = await read(first.url, { range: 'bytes=18-28' })
    expect([part.status, await part.text()]).toEqual([206, 'um arquivo '])
    const shown = ok(await send(await picture().png().toBuffer(), 'tela.png'))
    expect((await read(shown.preview_url ?? '')).headers.get('content-type')).toBe('image/webp')
    expect(await added()).toBe(3)
    // Where they arrive, and nothing stays there.
    expect(onDisk()).toEqual(['arriving'])

    await s3.loseDisk()
    const refused = await send('não cabe', 'depois.txt')
    expect(refused).toMatchObject({ status: 503, body: { message: texts.fileStoreAway } })
    expect((await read(first.url)).status).toBe(503)
    expect([await names(), onDisk()]).toEqual([['grande.txt', 'o mesmo.txt', 'tela.png'], ['arriving']])
    await s3.findDisk()
    ok(await send('não cabe', 'depois.txt'))
    expect(await (await read(first.url, { range: 'bytes=0-1' })).text()).toBe('um')
    expect(await added()).toBe(4)
  } finally {
    await served.stop()
    await cleanUp()
  }
}, 180_000)

test('a bucket that goes away half-way through an upload has half a file of nobody, the person a text, and the next try works', async (context) => {
  const s3 = bucketOrSkip(context)
  const added = await objectsSince(s3)
  const proxy = await startProxy(s3.env.S3_ENDPOINT ?? '', 80)
  const inside = await startInside({ ...s3.env, S3_ENDPOINT: proxy.in(s3.env.S3_ENDPOINT ?? '').replace(/\/$/, '') })
  try {
    const { send, names, arriving, app, db } = inside
    ok(await send('antes', 'antes.txt'))
    const refusedWhile = async (bytes: number, body: Buffer, name: string) => {
      const [answer] = await Promise.all([send(body, name), proxy.cutAfter(bytes)])
      expect(answer).toMatchObject({ status: 503, body: { message: texts.fileStoreAway } })
      expect([await names(), arriving()]).toEqual([['antes.txt'], []])
    }
    const large = Buffer.alloc(20_000_000, 'um arquivo grande ')
    await refusedWhile(8_000_000, large, 'grande.txt')
    expect(await added(), 'nothing of half a file').toBe(1)
    await proxy.heal()

    // The picture is there already when its preview does not arrive.
    const noisy = {
      create: { width: 800, height: 600, channels: 3, background: '#888888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    } as const
    const shot = await sharp(noisy).png().toBuffer()
    await refusedWhile(shot.length + 5_000, shot, 'tela.png')
    expect(await added()).toBe(2)
    await proxy.heal()
    await db
      .updateTable('stray_objects')
      .set({ remove_after: instant(-1000) })
      .execute()
    await app.runJobs()
    expect([await added(), await db.selectFrom('stray_objects').selectAll().execute()]).toEqual([1, []])

    const again = [ok(await send(large, 'grande.txt')), ok(await send(shot, 'tela.png'))]
    expect([await names(), await added()]).toEqual([['antes.txt', 'grande.txt', 'tela.png'], 4])
    const whole = Buffer.from(await (await fetch(app.url + again[0]?.url)).arrayBuffer())
    expect([whole.equals(large), (await fetch(app.url + again[1]?.preview_url)).status]).toEqual([true, 200])
  } finally {
    await inside.stop()
    await proxy.cut()
  }
}, 180_000)

test('a deleted file leaves the bucket with its preview, a day after it can no longer come back, and not while it can', async (context) => {
  const s3 = bucketOrSkip(context)
  const added = await objectsSince(s3)
  const inside = await startInside(s3.env)
  try {
    const { server, ana, send, app, db } = inside
    const bytes = await picture(90, 60).png().toBuffer()
    const file = ok(await send(bytes, 'tela.png'))
    const call = { token: ana.token, params: { fileId: file.id } }
    ok(await server.call(filesApi.remove, call))
    await app.runJobs()
    ok(await server.call(filesApi.restore, call))
    expect((await fetch(app.url + file.url)).status).toBe(200)

    ok(await server.call(filesApi.remove, call))
    const hourMs = 60 * 60_000
    await db
      .updateTable('files')
      .set({ deleted_at: instant(-deletedKeptMs - hourMs) })
      .where('id', '=', file.id)
      .execute()
    await app.runJobs()
    expect(await added(), 'the bytes stay for a day more').toBe(2)
    await db
      .updateTable('blobs')
      .set({ unused_since: instant(-deletedKeptMs - hourMs) })
      .execute()
    // While the bucket removes nothing, what processes left on this disk goes all the same.
    const left = join(inside.env.DATA_DIR ?? '', 'files/arriving/de-um-processo-que-morreu')
    writeFileSync(left, 'metade')
    utimesSync(left, new Date(0), new Date(0))
    await s3.loseDisk()
    await expect(app.runJobs()).rejects.toThrow('the bucket answered 503')
    expect(inside.arriving()).toEqual([])
    await s3.findDisk()
    await app.runJobs()
    expect([await added(), await db.selectFrom('stray_objects').selectAll().execute()]).toEqual([0, []])
    const { url } = ok(await send(bytes, 'de novo.png'))
    expect([await added(), (await fetch(app.url + url)).status]).toEqual([2, 200])
  } finally {
    await inside.stop()
  }
}, 180_000)

test('a backup of an installation with a bucket says that the files are there, and a restored one reads them from it', async (context) => {
  const s3 = bucketOrSkip(context)
  const inside = await startInside(s3.env)
  const dataDir = inside.env.DATA_DIR ?? ''
  let app = inside.app
  try {
    const { ana, send } = inside
    const { id } = ok(await send('ata da reunião', 'ata.txt'))
    const told = async () => ok(await inside.server.call(maintenanceApi.backups, { token: ana.token }))
    expect(await told()).toMatchObject({ available: true, files: 'bucket' })
    ok(await inside.server.call(maintenanceApi.operate, { token: ana.token, body: { kind: 'backup' } }))
    await until('the backup', async () => (await told()).backups.length === 1)
    expect(existsSync(join(dataDir, 'backups/files'))).toBe(false)
    const backup = (await told()).backups[0]?.id
    ok(await send('depois da cópia', 'depois.txt'))
    await app.stop()
    const { files } = await restoreBackup({ file: join(dataDir, `backups/${backup}.sqlite`), dataDir, filesDir: false })
    expect(files).toEqual({ brought: 0, missing: [] })

    app = await startApp(readConfig(inside.env))
    const token = await login(callsTo(app.url), ana)
    const [address] = ok(await callsTo(app.url).call(filesApi.addresses, { token, query: { ids: String(id) } }))
    expect(await (await fetch(app.url + address?.url)).text()).toBe('ata da reunião')
  } finally {
    await app.stop()
    await inside.cleanUp()
  }
}, 180_000)
