import { createHash, randomBytes } from 'node:crypto'
import { filesApi } from '@rodada/contract/cards/files'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ alone: true, env: { TRUST_PROXY: 'true' } })
})
afterAll(() => server.stop())

/** Somebody with a card, who uploads pictures to it from a network. */
async function uploader(network: string) {
  const person: Account = await register(server)
  const { id: cardId } = await makeCard(server, person, await makeBoard(server, person))
  const send = async (body: Uint8Array) =>
    ok(
      await server.call(filesApi.upload, {
        token: person.token,
        params: { cardId },
        query: { name: 'tela.png' },
        body,
        headers: { 'x-forwarded-for': network },
      }),
    )
  return Object.assign(send, { person })
}

test('accounts cost nothing, so pictures of many accounts of one network wait as one line, and another network draws in between', async () => {
  const large = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()
  const crowd = await Promise.all(Array.from({ length: 4 }, () => uploader('203.0.113.7')))
  const other = await uploader('203.0.113.8')
  const small = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer()
  let drawn = 0
  const sent = crowd.map(async (send) => {
    // Equal bytes would be drawn once.
    const { has_preview } = await send(Buffer.concat([large, randomBytes(8)]))
    if (has_preview) drawn += 1
  })
  await Promise.any(sent)
  expect(await other(small)).toMatchObject({ has_preview: true })
  expect(drawn).toBeLessThan(crowd.length)
  await Promise.all(sent)
  expect(drawn).toBe(crowd.length)
})

test('an AVIF, which takes most to open, has a preview up to the size of a camera, and is kept beyond it', async () => {
  const send = await uploader('203.0.113.9')
  const avif = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#00ff00' } })
      .avif({ effort: 0 })
      .toBuffer()
  expect(await send(await avif(100, 100))).toMatchObject({ has_preview: true })
  expect(await send(await avif(4100, 4000))).toMatchObject({ has_preview: false, width: 4100, height: 4000 })
})

test('a picture that came when too many waited has its preview with the next upload of the same bytes, and a refused one has none', async () => {
  const send = await uploader('203.0.113.10')
  const small = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#00ffff' } })
    .png()
    .toBuffer()
  const first = await send(small)
  const blobOf = server.app.deps.db.updateTable('blobs').where('sha256', '=', createHash('sha256').update(small).digest('hex'))
  // As it is kept when too many wait.
  await blobOf.set({ preview_name: null, width: null, height: null }).execute()
  const answers = await Promise.all([send(small), send(small)])
  expect(answers.filter(({ has_preview }) => has_preview).length).toBeGreaterThan(0)
  expect(await send(small)).toMatchObject({ has_preview: true, width: 30, height: 20 })
  const { body } = await server.call(filesApi.addresses, { token: send.person.token, query: { ids: `${first.id}` } })
  const preview = await server.raw(body[0]?.preview_url ?? '')
  expect(await sharp(Buffer.from(await preview.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 30, height: 20 })
  const strays = () => server.app.deps.db.selectFrom('stray_objects').selectAll().execute()
  expect(await strays()).toEqual([])
  await blobOf.set({ preview_name: null }).execute()
  expect(await send(small)).toMatchObject({ has_preview: false })
})
