import { type ImportSource, importsApi } from '@rodada/contract/boards/imports'
import type { Account } from './accounts.ts'
import { ok } from './boards.ts'
import type { TestServer } from './harness.ts'

type Who = Pick<Account, 'token'>

/** Sends a file, and waits until it is read or refused. */
export async function sendImport(server: TestServer, { token }: Who, source: ImportSource, file: unknown, name = 'quadro.json') {
  const body = file instanceof Uint8Array ? file : new TextEncoder().encode(typeof file === 'string' ? file : JSON.stringify(file))
  const { id } = ok(await server.call(importsApi.create, { token, query: { source, name }, body }))
  return settled(server, { token }, id)
}

/** An import when nothing is under way any more. */
export async function settled(server: TestServer, { token }: Who, importId: number) {
  for (;;) {
    const found = ok(await server.call(importsApi.get, { token, params: { importId } }))
    if (found.status !== 'reading' && found.status !== 'running') return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export async function runImport(server: TestServer, { token }: Who, importId: number, body: object = {}) {
  ok(await server.call(importsApi.run, { token, params: { importId }, body }))
  return settled(server, { token }, importId)
}
