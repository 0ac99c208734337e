import type { IncomingMessage } from 'node:http'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { AppError } from './errors.ts'
import { giveTime } from './late-bodies.ts'

/** How long a connection may be silent between the last byte of an upload and its answer: a picture is drawn, and a bucket takes the file. */
const silentMs = 60_000 + limits.bucketMs

/**
 * The body of a request, piece by piece as it arrives. What is not read is thrown away, so that a client that is refused halfway still
 * reads why.
 * @throws AppError 400 when the client goes before the end
 */
export async function* bodyAsItArrives(request: IncomingMessage): AsyncGenerator<Buffer> {
  let isWhole = false
  try {
    // Otherwise leaving the loop would end the connection, and with it the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk as Buffer
    isWhole = true
    // Until the next request of the connection, which has the usual time again.
    request.socket.setTimeout(silentMs)
  } catch {
    throw new AppError('invalid', texts.fileCut)
  } finally {
    if (!isWhole) discardBody(request)
  }
}

/** Reads the rest of a body for nobody, within the time that any body has. */
export function discardBody(request: IncomingMessage): void {
  if (request.destroyed) return
  giveTime(request)
  request.resume()
}
