import { randomBytes } from 'node:crypto'
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
  return async (body: Uint8Array) =>
    ok(
      await server.call(filesApi.upload, {
        token: person.token,
        params: { cardId },
        query: { name: 'tela.png' },
        body,
        headers: { 'x-forwarded-for': network },
      }),
    )
}

test('accounts cost nothing, so pictures of many accounts of one network wait as one line, and another network draws in between', async () => {
  const large = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()
  const crowd = await Promise.all(Array.from({ length: 4 }, () => uploader('203.0.113.7')))
  const other = await uploader('203.0.113.8')
  let drawn = 0
  const sent = crowd.map(async (send) => {
    // Equal bytes would be drawn once.
    const { has_preview } = await send(Buffer.concat([large, randomBytes(8)]))
    if (has_preview) drawn += 1
  })
  await Promise.any(sent)
  const small = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer()
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
