import type { IncomingMessage } from 'node:http'
import { texts } from '@rodada/contract/texts/texts'
import { AppError } from './errors.ts'
import { giveTime } from './late-bodies.ts'

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
