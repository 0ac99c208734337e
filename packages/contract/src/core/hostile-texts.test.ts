import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { boardEvents } from '../boards/events.ts'
import { roomEvents } from '../rooms/room-events.ts'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'

/** As large as a request may be. A pattern that goes through these more than once at each place would never end. */
const size = 250_000
const hostile = [
  'a'.repeat(size),
  `a@${'.'.repeat(size)}@`,
  `a@${'a.'.repeat(size / 2)}@`,
  '@'.repeat(size),
  `${' '.repeat(size)}x`,
  `x${'\u200B'.repeat(size)}`,
  `x${'\n'.repeat(size)}x`,
  `https://${'a.'.repeat(size / 2)}@`,
  `${'-'.repeat(size)}!`,
  `${'1'.repeat(size)}!`,
  '\u{1F468}\u200D'.repeat(size / 5),
  // Marks on one letter, which are put into their order as soon as the text is brought to a form. A letter of these is three bytes.
  `a${'\u0F73'.repeat(size / 3)}`,
  `a${'\u0315\u0300'.repeat(size / 4)}@a.example`,
  `https://a${'\u0F73'.repeat(size / 3)}.example`,
  // One mark less on each letter than are taken away.
  `a${'\u0301'.repeat(29)}`.repeat(size / 59),
]

type Schema = z.core.$ZodType

/** What fields hold that nobody means harm with: each field that a call cannot do without accepts one of these. */
const ordinaryValues = [
  undefined,
  null,
  true,
  1,
  60,
  [1],
  ['1', '2'],
  ['a@b.example'],
  ['b.example'],
  ['card.done'],
  [{ face: 'M', points: 5 }],
  [{ board_id: 1, until: 1 }],
  '1,2',
  'a'.repeat(22),
  'a'.repeat(43),
  'a'.repeat(87),
  'a@b.example',
  'https://a.example',
  '2026-01-01',
  '2026-01-01T00:00:00Z',
  '#266fb8',
  'rodada-20260101-000000-manual',
  'https://github.com/a/b/issues/1',
  'a/b',
]

/** The least that a schema accepts; an object is refused by its refinements at most, which is when these have already run. */
function ordinary(schema: Schema): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return Object.fromEntries(Object.entries(def.shape).map(([field, inner]) => [field, ordinary(inner)]))
  const fitting = [...ordinaryValues, ...(schema._zod.values ?? [])].filter((value) => z.safeParse(schema, value).success)
  if (fitting.length === 0) throw new Error(`None of the ordinary values is one for a schema of the kind ${def.type}: add one`)
  return fitting[0]
}

/**
 * Where a value that is no object is read, and how a text gets there. `put` writes it into `around`, or into what is ordinary
 * there, because an object whose other fields are refused keeps its refinements and transforms from running. So what `put`
 * makes, read by the whole schema, brings the text to the leaf. Behind a pipe that cannot be said, since what stands before may
 * make something else of it: such a leaf is read `from` there.
 */
type Leaf = { path: string; put: (text: unknown, around?: unknown) => unknown; from?: Schema }

/** Every leaf of a schema. Throws at a kind that it does not know, so that none is passed over in silence. */
function leavesOf(schema: Schema): Leaf[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
    case 'transform':
    // Other fields of a loose object, which what looks at the whole reads.
    case 'unknown':
      return [{ path: '', put: (text) => text }]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return leavesOf(def.innerType)
    case 'pipe': {
      // A transform at the end reads only what was accepted before: no leaf, or `object().transform()` would always have one.
      const behind = def.out._zod.def.type === 'transform' ? [] : leavesOf(def.out)
      return [...leavesOf(def.in), ...behind.map((leaf) => ({ from: def.out, ...leaf }))]
    }
    case 'union':
      return def.options.flatMap(leavesOf)
    case 'array':
      return leavesOf(def.element).map((leaf) => within(leaf, '[]', (text) => [leaf.put(text)]))
    case 'record':
      return [
        ...leavesOf(def.keyType).map((leaf) => within(leaf, '{key}', (text) => ({ [String(leaf.put(text))]: ordinary(def.valueType) }))),
        ...leavesOf(def.valueType).map((leaf) => within(leaf, '{}', (text) => ({ 1: leaf.put(text) }))),
      ]
    case 'object': {
      const usual = ordinary(schema)
      // `never` for other fields is a kind that is not known here either.
      const fields = Object.entries({ ...def.shape, ...(def.catchall && { other: def.catchall }) })
      return fields.flatMap(([field, inner]) =>
        leavesOf(inner).map((leaf) =>
          within(leaf, `.${field}`, (text, around) => {
            const object = z.record(z.string(), z.unknown()).safeParse(around ?? usual).data
            return { ...object, [field]: leaf.put(text, object?.[field]) }
          }),
        ),
      )
    }
    default:
      throw new Error(`leavesOf does not know schemas of the kind ${def.type}: say where their texts are`)
  }
}

const within = (leaf: Leaf, step: string, put: Leaf['put']): Leaf => ({
  ...leaf,
  path: step + leaf.path,
  put: leaf.from ? leaf.put : put,
})

/** Reads a text at each leaf, alone and in a list, and at all of them at once, for refinements that compare. */
function readEverywhere(root: Schema, leaves: Leaf[], text: string) {
  for (const { put, from } of leaves) for (const given of [text, [text]]) z.safeParse(from ?? root, put(given))
  const fromOutside = leaves.filter(({ from }) => !from)
  z.safeParse(
    root,
    fromOutside.reduce<unknown>((around, { put }) => put(text, around), undefined),
  )
}

const endpoints = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(([feature, calls]) =>
  Object.entries(calls).flatMap(([name, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]): [string, z.ZodType][] =>
      schema ? [[`${feature}.${name}, ${part}`, schema]] : [],
    ),
  ),
)
const events = Object.entries({ ...roomEvents, ...boardEvents }).map(([name, { payload }]): [string, z.ZodType] => [name, payload])
const schemas = [...endpoints, ...events]

describe('a text as long as a request may be is looked at in one go', () => {
  test.each(schemas)('%s', (_, schema) => {
    const leaves = leavesOf(schema)
    const saysNothing = schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0
    expect(leaves.length === 0, 'only what has no fields has no leaves').toBe(saysNothing)
    for (const text of hostile) expect(() => readEverywhere(schema, leaves, text)).not.toThrow()
  })
})

describe('no field is passed over', () => {
  test.each([
    ['selectTask', '.task.title'],
    ['selectTask', '.task.task_id'],
    ['createRoom', '.deck[]'],
    ['vote', '.vote'],
    ['notifications.subscribe, body', '.keys.p256dh'],
    ['notifications.subscribe, body', '.keys.auth'],
    ['sprintTasks.create, body', '.titulo'],
    ['sprintTasks.create, body', '.title'],
    ['sprintTasks.update, body', '.notes'],
    ['sprintTasks.changeMany, body', '.task_ids[]'],
    ['passwordReset.complete, body', '.confirmation'],
    ['cards.search, query', '.other'],
    ['cards.update, body', '.fields{key}'],
    ['cards.update, body', '.fields{}'],
  ])('%s has %s', (name, path) => {
    const found = schemas.filter(([known]) => known === name).flatMap(([, schema]) => leavesOf(schema))
    expect(found.map((leaf) => leaf.path)).toContain(path)
  })

  test('a text reaches the leaf, however deep, and what looks at the whole', () => {
    const [atLeaf, atDeck, atWhole, atEnd] = [vi.fn(() => true), vi.fn(() => true), vi.fn(() => true), vi.fn()]
    const deep = z.object({ other: z.int(), title: z.string().max(3).refine(atLeaf) })
    const schema = z
      .object({
        id: z.int(),
        task: z.union([z.object({ id: z.int() }), deep]).nullable(),
        deck: z.array(z.string().refine(atDeck)).optional(),
      })
      .refine(atWhole)
      .transform(atEnd)
    readEverywhere(schema, leavesOf(schema), 'a long text')
    for (const look of [atLeaf, atDeck]) expect(look).toHaveBeenCalledWith('a long text')
    expect(atWhole).toHaveBeenCalledWith({ id: 1, task: null, deck: ['a long text'] })
    expect(atEnd).toHaveBeenCalled()
  })

  test('a text reaches what stands behind a transform that would not let it through', () => {
    const look = vi.fn(() => true)
    const behind = z
      .string()
      .transform(() => ({ title: '' }))
      .pipe(z.object({ id: z.int(), title: z.string().refine(look) }))
    const schema = z.object({ deep: z.array(behind).optional() })
    readEverywhere(schema, leavesOf(schema), 'a long text')
    expect(look).toHaveBeenCalledWith('a long text')
  })

  test('a schema of an unknown kind says so', () => {
    expect(() => leavesOf(z.object({ deep: z.array(z.map(z.string(), z.string())).optional() }))).toThrow('of the kind map')
    expect(() => leavesOf(z.strictObject({}))).toThrow('of the kind never')
  })
})
