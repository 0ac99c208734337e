import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { filesApi } from '@rodada/contract/cards/files'
import { expect, test } from 'vitest'
import { register } from '../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../test/boards.ts'
import { upload } from '../test/files.ts'
import { startProcess } from '../test/harness.ts'
import { callsTo, localEnvironment } from './local.ts'

/** Longer than any other connection may be silent. */
const slowMs = 65_000

test('a bucket behind a slow link takes longer than a minute for a file, and who sent it is answered', async () => {
  const taken: string[] = []
  const bucket = createServer((request, response) => {
    request.resume().once('end', () => {
      taken.push(`${request.method}`)
      setTimeout(() => response.end(), slowMs)
    })
  })
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
  const { env, cleanUp } = await localEnvironment({
    ...{ S3_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`, S3_BUCKET: 'arquivos', S3_REGION: 'us-east-1' },
    ...{ S3_ACCESS_KEY: 'chave', S3_SECRET_KEY: 'segredo' },
  })
  const served = await startProcess(env)
  try {
    const server = callsTo(served.url)
    const ana = await register(server)
    const { id: cardId } = await makeCard(server, ana, await makeBoard(server, ana))
    ok(await upload(server, ana, cardId, 'um texto', 'lento.txt'))
    expect(taken).toEqual(['PUT'])
    const names = ok(await server.call(filesApi.list, { token: ana.token, params: { cardId } })).map(({ name }) => name)
    expect(names).toEqual(['lento.txt'])
  } finally {
    await served.stop()
    bucket.closeAllConnections()
    bucket.close()
    await cleanUp()
  }
}, 180_000)
