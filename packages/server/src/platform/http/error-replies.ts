import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type Language, languages } from '@rodada/contract/core/languages'
import { texts } from '@rodada/contract/texts/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { passingFailure } from '../failures.ts'
import { AppError, notFound } from './errors.ts'
import { languageFromHeader } from './languages.ts'

/** Answers a request with an error in the language of who asked, and logs what is ours to mend. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = toAppError(error)
  if (shown.status >= 500 && shown.id !== 'unavailable') request.log.error({ err: error, url: request.routeOptions.url }, 'request failed')
  // The size of the file, when a range beyond it was asked for.
  const range = (error as { headers?: Record<string, string> }).headers?.['Content-Range']
  if (shown.status === 416 && range !== undefined) reply.header('content-range', range)
  // Every 401 says how one signs in (RFC 9110, 15.5.2); programs look for it.
  if (shown.status === 401) reply.header('www-authenticate', 'Bearer realm="Rodada"')
  if (shown.retryAfter !== undefined) reply.header('retry-after', shown.retryAfter)
  if (shown.id === 'too_large') {
    // The framework would close the connection, and a client that is still sending would see a broken connection instead of the answer. So
    // the rest is read and thrown away, for as long as a request may take.
    reply.removeHeader('connection')
    request.raw.resume()
  }
  return reply
    .code(shown.status)
    .header('cache-control', 'no-store')
    .send(shown.toReply(languageOf(request)))
}

/** The language of the account behind a request, else the one that the client asks for. */
export const languageOf = (request: FastifyRequest): Language =>
  request.accountLanguage ?? languageFromHeader(request.headers['accept-language'])

/** Answers, on the bare connection, what the HTTP parser could not read. */
export function refuseBytes(error: Error & { code?: string }, socket: Socket): void {
  // Browsers open connections ahead of need. If one that sent nothing in time got an answer, the browser could take it for that of the
  // request it sends just then; closed without one, it asks again on another connection.
  const isUnused = socket.bytesRead === 0
  if (error.code === 'ECONNRESET' || !socket.writable || isUnused) return void socket.destroy()
  const shown =
    error.code === 'HPE_HEADER_OVERFLOW' ? new AppError('too_large', texts.tooLarge) : new AppError('invalid', texts.invalidInput)
  const body = JSON.stringify(shown.toReply(languages[0]))
  const head = `HTTP/1.1 ${shown.status} ${STATUS_CODES[shown.status]}\r\nContent-Type: application/json; charset=utf-8`
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`)
}

/** Refusals that HTTP defines for conditions, types and ranges, which programs act on. */
export const preservedStatuses = new Set([412, 415, 416])

/** Errors of the framework become ours; every unknown error becomes 'unexpected' without its internals. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const passing = passingFailure(error)
  if (passing) return passing
  if (error instanceof z.ZodError) return new AppError('unexpected', texts.unexpected)
  const status = (error as { statusCode?: number }).statusCode
  if (status === 413) return new AppError('too_large', texts.tooLarge)
  // A path segment longer than any id matches no route.
  if (status === 414) return notFound()
  if (status !== undefined && preservedStatuses.has(status)) return new AppError('invalid', texts.invalidInput, { status })
  if (status !== undefined && status >= 400 && status < 500) return new AppError('invalid', texts.invalidInput)
  return new AppError('unexpected', texts.unexpected)
}
