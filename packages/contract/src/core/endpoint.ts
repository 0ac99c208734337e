import type { z } from 'zod'
import type { TokenReach } from './token-reach.ts'

/** Who may call: nobody is asked for a session, or a session is required, or an admin's session. */
export type Access = 'open' | 'session' | 'admin'

/**
 * One REST call as both sides know it: the server routes, validates and filters with it, the web calls and types with it,
 * OpenAPI describes it and the permission matrix walks it. `url` is below `/api`.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  /** The address that the specification gave it, which could be read as that of another call: it is served too, and described nowhere. */
  alias?: string
  access: Access
  /** What a personal token may reach with it, where `tokenReach` does not know it from the address. */
  token?: TokenReach
  /** A POST that changes nothing by itself: a token that reads may make it. Whatever it makes of other calls asks for their own rights. */
  reads?: true
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The media type of a call that answers a file to keep instead of JSON; `reply` is then what is in it. */
  download?: string
  /** Besides a session, the call takes an address that was signed for one and a few minutes: browsers load pictures without headers. */
  signed?: true
  /** Instead of JSON the body is a file, of this size at most; what is said of a larger one. 'stream': it is read as it arrives, and the settings say its size. */
  upload?: { maxBytes: number; tooLarge: string } | 'stream'
  /** It speaks another protocol, which says status and body of what it answers; `reply` is then what is in it. */
  foreign?: true
  reply: z.ZodType
}

export type Params<E extends Endpoint> = E['params'] extends z.ZodType ? z.output<E['params']> : undefined
export type Query<E extends Endpoint> = E['query'] extends z.ZodType ? z.output<E['query']> : undefined
export type Body<E extends Endpoint> = E['body'] extends z.ZodType
  ? z.output<E['body']>
  : E['upload'] extends 'stream'
    ? AsyncIterable<Uint8Array>
    : E['upload'] extends object
      ? Uint8Array
      : undefined
/** What a client may send: defaults need not be given. */
export type BodyInput<E extends Endpoint> = E['body'] extends z.ZodType
  ? z.input<E['body']>
  : E['upload'] extends object | string
    ? Blob
    : undefined
/** What a client may put into the path and behind the question mark. */
export type ParamsInput<E extends Endpoint> = E['params'] extends z.ZodType ? z.input<E['params']> : undefined
export type QueryInput<E extends Endpoint> = E['query'] extends z.ZodType ? z.input<E['query']> : undefined
export type Reply<E extends Endpoint> = z.output<E['reply']>
