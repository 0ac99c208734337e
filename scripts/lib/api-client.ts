import type { BodyInput, Endpoint, ParamsInput, QueryInput, Reply } from '@rodada/contract/core/endpoint'
import type { Account } from './accounts.ts'

type Input<E extends Endpoint> = { params?: ParamsInput<E>; query?: Partial<QueryInput<E>>; body?: BodyInput<E> }

/** One call of the API as this person. @throws when the server refuses. */
export async function callAs<E extends Endpoint>(
  origin: string,
  { token }: Account,
  endpoint: E,
  { params, query, body }: Input<E> = {},
): Promise<Reply<E>> {
  const path = endpoint.url.replace(/:(\w+)/g, (_, name: string) => String((params as Record<string, unknown> | undefined)?.[name]))
  const search = new URLSearchParams(query as Record<string, string> | undefined).toString()
  const reply = await fetch(`${origin}/api${path}${search && `?${search}`}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && !(body instanceof Blob) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${endpoint.method} ${path} answered ${reply.status}: ${await reply.text()}`)
  return endpoint.reply.parse(await reply.json()) as Reply<E>
}
