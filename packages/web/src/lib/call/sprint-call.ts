import type { BodyInput, Endpoint, ParamsInput, QueryInput, Reply } from '@rodada/contract/core/endpoint'
import { CallError, call, type Options, type Part } from './call.ts'
import { getEarly, takeEarly } from './early-answer.ts'
import { fieldName, spoken, type Translated, translated } from './sprint-words.ts'

type Input<E extends Endpoint> = Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', Translated<BodyInput<E>>> &
  Options

/** As `call`, for what sprints are asked: it speaks the words of the rest of the web, in what it refuses as well. */
export async function callSprints<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Translated<Reply<E>>> {
  try {
    const { body } = input as { body?: unknown }
    const said = body === undefined ? input : { ...input, body: spoken(body) }
    // Only the names in the body differ from what the endpoint takes.
    return translated<unknown>(await call(endpoint, said as never)) as Translated<Reply<E>>
  } catch (reason) {
    if (!(reason instanceof CallError)) throw reason
    const { message, status, id, current } = reason
    const fields = Object.fromEntries(Object.entries(reason.fields).map(([name, text]) => [fieldName(name), text]))
    throw new CallError(message, { status, id, fields, current: translated(current) })
  }
}

type Params = Record<string, number>

/** As `takeEarly`. */
export function takeEarlySprints<E extends Endpoint>(endpoint: E, params: Params) {
  const early = takeEarly(endpoint, params)
  return early && { askedAt: early.askedAt, answer: early.answer.then((reply) => translated(reply)) }
}

/** As `getEarly`. */
export const getEarlySprints = async <E extends Endpoint>(
  endpoint: E,
  params: Params,
  signal: AbortSignal,
): Promise<Translated<Reply<E>>> => translated<unknown>(await getEarly(endpoint, params, signal)) as Translated<Reply<E>>
