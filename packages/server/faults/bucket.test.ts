import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { filesApi } from '@rodada/contract/cards/files'
import { texts } from '@rodada/contract/texts/texts'
import { expect, test } from 'vitest'
import { register } from '../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../test/boards.ts'
import { picture, upload } from '../test/files.ts'
import { startProcess } from '../test/harness.ts'
import { callsTo, localEnvironment } from './local.ts'
import { openS3 } from './s3-server.ts'

test('files are kept in a bucket, once, read from it in parts, and refused with a text while it can store nothing', async (context) => {
  const s3 = await openS3()
  if ('impossible' in s3) return context.skip(s3.impossible)
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
    expect(await s3.objects()).toHaveLength(1)
    const whole = Buffer.from(await (await read(first.url)).arrayBuffer())
    expect(whole.equals(large)).toBe(true)
    const part = await read(first.url, { range: 'bytes=18-28' })
    expect([part.status, await part.text()]).toEqual([206, 'um arquivo '])
    const shown = ok(await send(await picture().png().toBuffer(), 'tela.png'))
    expect((await read(shown.preview_url ?? '')).headers.get('content-type')).toBe('image/webp')
    expect(await s3.objects()).toHaveLength(3)
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
    expect(await s3.objects()).toHaveLength(4)
  } finally {
    await served.stop()
    await s3.stop()
    await cleanUp()
  }
}, 180_000)
