import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { limits } from '@rodada/contract/core/limits'
import { hashOf } from './hash.ts'
import { type Bucket, signRequest } from './s3-signature.ts'
import { type FileStore, MissingObject } from './store.ts'

/** How long the bucket may take for its first answer where the object comes behind it. Milliseconds. */
const answerMs = 15_000

/** Keeps objects in a bucket, whose name is part of the path: every such server understands that. */
export function createS3Store(bucket: Bucket): FileStore {
  const folder = `${bucket.endpoint.replace(/\/+$/, '')}/${bucket.bucket}`
  const ask = (
    method: 'GET' | 'PUT' | 'DELETE',
    name: string,
    { body, sha256, range, signal }: { body?: Blob; sha256?: string; range?: string; signal: AbortSignal },
  ): Promise<Response> => {
    const url = new URL(`${folder}/${name}`)
    const headers = { ...signRequest(bucket, { method, url, ...(sha256 && { sha256 }) }), ...(range && { range }) }
    return fetch(url, { method, headers, signal, redirect: 'error', ...(body && { body }) })
  }

  return {
    put: async (name, path) => {
      const sha256 = await hashOf(path)
      // It is read from the disk while it is sent.
      const body = await openAsBlob(path)
      await requireDone('PUT', await ask('PUT', name, { body, sha256, signal: AbortSignal.timeout(limits.bucketMs) }))
      await rm(path, { force: true })
    },
    open: async (name, range) => {
      // Only the beginning is waited for: somebody may read a file slowly.
      const giveUp = new AbortController()
      const timer = setTimeout(() => giveUp.abort(), answerMs)
      const part = range && { range: `bytes=${range.first}-${range.last}` }
      const answer = await ask('GET', name, { ...part, signal: giveUp.signal }).finally(() => clearTimeout(timer))
      if (answer.status === 404) {
        await answer.body?.cancel()
        throw new MissingObject(name)
      }
      if (!answer.ok || !answer.body) await requireDone('GET', answer)
      return Readable.fromWeb(answer.body as ReadableStream)
    },
    remove: async (name) => {
      const answer = await ask('DELETE', name, { signal: AbortSignal.timeout(answerMs) })
      if (answer.status !== 404) await requireDone('DELETE', answer)
    },
  }
}

/** @throws with what the server says is wrong, in which there is no key */
async function requireDone(what: string, answer: Response): Promise<void> {
  const said = await answer.text()
  if (!answer.ok) throw new Error(`${what}: the bucket answered ${answer.status} ${/<Code>([\w.]+)<\/Code>/.exec(said)?.[1] ?? ''}`)
}
