import { z } from 'zod'
import { keepBusyInTurns } from '../work-time.ts'

/** Items that are written at once. */
const chunk = 50

const isMany = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > chunk

/** Whether there is a long list somewhere in it. */
const isLong = (value: unknown): boolean => {
  if (Array.isArray(value)) return isMany(value) || value.some(isLong)
  return typeof value === 'object' && value !== null && Object.values(value).some(isLong)
}

/**
 * The text of an answer, with what its schema declares. Long lists are written a few milliseconds at a time, with everybody else's work in
 * between: 20,000 cards in one piece would keep a vote waiting for a quarter of a second.
 */
export async function writeAnswer(schema: z.ZodType, value: unknown): Promise<string> {
  const texts: string[] = []
  await keepBusyInTurns(write(schema, value), (piece) => texts.push(piece()))
  return texts.join('')
}

/** What makes the pieces of the text. */
function* write(schema: z.ZodType, value: unknown): Generator<() => string> {
  if (schema instanceof z.ZodArray && Array.isArray(value) && isLong(value)) return yield* writeList(schema.element as z.ZodType, value)
  // What is checked of an object as a whole is checked on the whole of it.
  if (schema instanceof z.ZodObject && !schema.def.checks?.length && isLong(value))
    return yield* writeObject(schema, value as Record<string, unknown>)
  yield () => JSON.stringify(schema.parse(value))
}

function* writeList(item: z.ZodType, items: readonly unknown[]): Generator<() => string> {
  yield () => '['
  for (let from = 0; from < items.length; ) {
    if (from > 0) yield () => ','
    const some = isMany(items) ? items.slice(from, from + chunk) : items.slice(from, from + 1)
    const [first] = some
    if (some.length > 1) yield () => JSON.stringify(some.map((each) => item.parse(each))).slice(1, -1)
    else yield* write(item, first)
    from += some.length
  }
  yield () => ']'
}

function* writeObject(schema: z.ZodObject, value: Record<string, unknown>): Generator<() => string> {
  const long = new Map(Object.entries(schema.shape).filter(([key]) => isLong(value[key])))
  const rest: Record<string, unknown> = z
    .object(Object.fromEntries(Object.entries(schema.shape).filter(([key]) => !long.has(key))))
    .parse(value)
  let before = '{'
  for (const key of Object.keys(schema.shape)) {
    const part = long.get(key)
    if (!part && rest[key] === undefined) continue
    const start = `${before}${JSON.stringify(key)}:`
    yield () => start
    if (part) yield* write(part as z.ZodType, value[key])
    else yield () => JSON.stringify(rest[key])
    before = ','
  }
  yield () => '}'
}
