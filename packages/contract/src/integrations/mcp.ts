import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { mcpPath } from './settings.ts'

/**
 * One message of an assistant (Model Context Protocol), at its own address beside the API. It is none of the API's calls, which it makes by itself in
 * the name of who asks; so it changes nothing, and a token that reads may send it. A list of messages is refused: it would be many calls in one.
 */
export const mcpCall = {
  method: 'POST',
  url: mcpPath,
  access: 'session',
  token: 'board',
  reads: true,
  foreign: true,
  summary: 'Uma mensagem de um assistente',
  body: z.looseObject({ jsonrpc: z.literal('2.0') }),
  reply: z.unknown(),
} as const satisfies Endpoint
