import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { BoardField } from '@rodada/contract/boards/fields'
import { priorities } from '@rodada/contract/boards/settings'
import type { FieldValue } from '@rodada/contract/cards/field-values'
import { percentile } from '../numbers.ts'

/** A server with a board, as the requests need it. */
export type BoardTarget = { port: number; token: string; boardId: number; listIds: number[] }

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** One call; resolves with the parsed reply, when it came as plain text, and the bytes that came over the wire. @throws when it is not 2xx. */
export function send(
  target: BoardTarget,
  method: string,
  path: string,
  body?: object,
  encoding = 'gzip',
  connections = agent,
): Promise<{ reply: Record<string, unknown>; bytes: Buffer }> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${target.token}`,
    'accept-encoding': encoding,
    ...(json && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }),
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent: connections, host: '127.0.0.1', port: target.port, method, path: `/api${path}`, headers },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const bytes = Buffer.concat(parts)
          if (response.statusCode !== 200) return reject(new Error(`${response.statusCode} ${bytes.toString('utf8', 0, 300)}`))
          // Only small replies are read; the board's bytes are measured as they arrive.
          resolve({ reply: response.headers['content-encoding'] ? {} : (JSON.parse(bytes.toString()) as Record<string, unknown>), bytes })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(json)
  })
}

const listOf = ({ listIds }: BoardTarget, index: number): number => listIds[index % listIds.length] ?? 0
const cardPath = (target: BoardTarget, index: number) => `/boards/${target.boardId}/lists/${listOf(target, index)}/cards`

type Fill = { target: BoardTarget; cards: number; fields?: BoardField[]; dated?: boolean }

/** So many cards over the lists and the priorities, ten at a time, each with a value in each of some fields, and nine of ten with dates if wanted. */
export async function fill({ target, cards, fields = [], dated = false }: Fill): Promise<void> {
  let next = 0
  const client = async () => {
    while (next < cards) {
      const index = next++
      const { start, due } = dated && index % 10 > 0 ? datesOf(index) : { start: null, due: null }
      const { reply } = await send(target, 'POST', cardPath(target, index), {
        title: `Cartão ${index}: mostrar a simulação antes de confirmar`,
        priority: priorities[index % priorities.length],
        due_date: due,
      })
      const values = Object.fromEntries(fields.map((field) => [field.id, filledIn(field, index)]))
      if (fields.length > 0) await send(target, 'PUT', `/cards/${String(reply.id)}`, { fields: values })
      if (start) await send(target, 'PUT', `/cards/${String(reply.id)}`, { start_date: start })
    }
  }
  await Promise.all(Array.from({ length: 10 }, client))
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** From two months ago to four months ahead, the same for each number on the same day; every third card takes one day, the others up to two weeks. */
function datesOf(index: number): { start: string | null; due: string } {
  const due = ((index * 73) % 181) - 60
  return { start: index % 3 === 0 ? null : inDays(due - ((index * 31) % 14)), due: inDays(due) }
}

/** What a card has in a field, another than its neighbours. */
function filledIn({ type, options }: BoardField, index: number): FieldValue | null {
  if (type === 'number') return index * 12.5
  if (type === 'date') return `2026-11-${String((index % 28) + 1).padStart(2, '0')}`
  if (type === 'checkbox') return index % 2 === 0
  if (type === 'choice') return options[index % options.length]?.id ?? null
  return type === 'text' ? `Cliente ${index % 400}` : null
}

/** Cards per second of ten clients, each creating the next when the last one was answered. */
export async function create({ target, seconds }: { target: BoardTarget; seconds: number }): Promise<{ perSecond: number }> {
  const started = performance.now()
  const until = started + seconds * 1000
  let made = 0
  const client = async (index: number) => {
    while (performance.now() < until) {
      await send(target, 'POST', cardPath(target, index), { title: `Cartão novo de ${index}`, priority: 'medium' })
      made++
    }
  }
  await Promise.all(Array.from({ length: 10 }, (_, index) => client(index)))
  return { perSecond: (made * 1000) / (performance.now() - started) }
}

/** Milliseconds of an answer's compressed bytes, one request after the other, each after a pause. */
export async function readPath({
  target,
  path,
  times,
  pauseMs = 0,
}: {
  target: BoardTarget
  path: string
  times: number
  pauseMs?: number
}): Promise<{ p50: number; p99: number; kilobytes: number }> {
  const taken: number[] = []
  let size = 0
  for (let turn = 0; turn < times; turn++) {
    if (pauseMs > 0) await wait(pauseMs)
    const started = performance.now()
    size = (await send(target, 'GET', path)).bytes.length
    taken.push(performance.now() - started)
  }
  return { ...spreadOf(taken), kilobytes: size / 1000 }
}

/** As `readPath` of a board, each time after a change of it. */
export async function readChanged({ target, times }: { target: BoardTarget; times: number }): Promise<{ p50: number }> {
  const { reply } = await send(target, 'POST', cardPath(target, 0), { title: 'Muda' })
  const taken: number[] = []
  for (let turn = 0; turn < times; turn++) {
    await send(target, 'PUT', `/cards/${String(reply.id)}/move`, { list_id: listOf(target, turn + 1), position: 0 })
    taken.push((await readPath({ target, path: `/boards/${target.boardId}`, times: 1 })).p50)
  }
  return { p50: percentile(Float64Array.from(taken).sort(), 0.5) }
}

/** So many people ask for a path at once, each again as soon as they were answered, until the time is over. @returns how many answers came */
export async function readAtOnce({
  target,
  paths,
  people,
  seconds,
}: {
  target: BoardTarget
  paths: readonly string[]
  people: number
  seconds: number
}): Promise<{ answers: number }> {
  const until = performance.now() + seconds * 1000
  let answers = 0
  const person = async () => {
    while (performance.now() < until) {
      await send(target, 'GET', paths[answers % paths.length] ?? '')
      answers++
    }
  }
  await Promise.all(Array.from({ length: people }, person))
  return { answers }
}

/** So many people, each with a connection, ask for a path at the same moment. @returns milliseconds until the last had all of it */
export async function openAtOnce({ target, path, people }: { target: BoardTarget; path: string; people: number }): Promise<{ ms: number }> {
  const connections = new Agent({ keepAlive: true, maxSockets: people })
  const started = performance.now()
  await Promise.all(Array.from({ length: people }, () => send(target, 'GET', path, undefined, 'gzip', connections)))
  const ms = performance.now() - started
  connections.destroy()
  return { ms }
}

/** Milliseconds of a call that writes, one after the other. */
export async function write({
  target,
  path,
  body,
  times,
}: {
  target: BoardTarget
  path: string
  body: object
  times: number
}): Promise<{ p50: number; p99: number }> {
  const taken: number[] = []
  for (let turn = 0; turn < times; turn++) {
    const started = performance.now()
    await send(target, 'POST', path, body)
    taken.push(performance.now() - started)
  }
  return spreadOf(taken)
}

function spreadOf(taken: number[]): { p50: number; p99: number } {
  const sorted = Float64Array.from(taken).sort()
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

/** Milliseconds of a move across lists, one after the other. */
export async function moveCards({ target, times }: { target: BoardTarget; times: number }): Promise<{ p50: number; p99: number }> {
  const { reply } = await send(target, 'POST', cardPath(target, 0), { title: 'Anda' })
  const taken: number[] = []
  for (let turn = 0; turn < times; turn++) {
    const started = performance.now()
    await send(target, 'PUT', `/cards/${String(reply.id)}/move`, { list_id: listOf(target, turn + 1), position: 0 })
    taken.push(performance.now() - started)
  }
  return spreadOf(taken)
}
