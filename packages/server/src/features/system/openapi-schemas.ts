import { z } from 'zod'
import { named } from './named-schemas.ts'

type Direction = 'input' | 'output'
type JsonSchema = Record<string, unknown>

const integers = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const

/** Leaves out what every program takes for granted: the bounds of JavaScript's integers, and what a format says already. */
function plain(schema: JsonSchema): void {
  for (const [bound, value] of Object.entries(integers)) if (schema[bound] === value) delete schema[bound]
  if (schema.format !== undefined) delete schema.pattern
  delete schema.id
}

/** A schema of the contract as JSON schema, and those with names that it leads to. */
function convert(schema: z.ZodType, io: Direction): { root: JsonSchema; parts: Record<string, JsonSchema> } {
  const {
    $schema: _,
    $defs = {},
    ...root
  } = z.toJSONSchema(schema, {
    io,
    metadata: named,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => plain(jsonSchema),
  })
  return { root, parts: $defs as Record<string, JsonSchema> }
}

const partName = /"#\/\$defs\/(\w+)"/g
const namesIn = (schema: JsonSchema): string[] => [...JSON.stringify(schema).matchAll(partName)].map(([, name]) => name ?? '')

/** Named schemas that are sent in another form than they come back, for instance because a default may be left out; also by what they contain. */
function namesThatDiffer(sent: Record<string, JsonSchema>, answered: Record<string, JsonSchema>): Set<string> {
  const both = Object.keys(sent).filter((name) => name in answered)
  const differing = new Set(both.filter((name) => JSON.stringify(sent[name]) !== JSON.stringify(answered[name])))
  for (let before = -1; before < differing.size; ) {
    before = differing.size
    for (const name of both) if (namesIn(sent[name] ?? {}).some((part) => differing.has(part))) differing.add(name)
  }
  return differing
}

/** The schemas of a description: each is asked for once, and the named ones are told apart from it. */
export function createSchemas(sent: readonly z.ZodType[], answered: readonly z.ZodType[]) {
  const collect = (schemas: readonly z.ZodType[], io: Direction) => Object.assign({}, ...schemas.map((schema) => convert(schema, io).parts))
  const parts: Record<Direction, Record<string, JsonSchema>> = { input: collect(sent, 'input'), output: collect(answered, 'output') }
  const differing = namesThatDiffer(parts.input, parts.output)
  const nameOf = (name: string, io: Direction) => (io === 'input' && differing.has(name) ? `${name}Input` : name)
  const linked = (schema: JsonSchema, io: Direction): JsonSchema =>
    JSON.parse(JSON.stringify(schema).replace(partName, (_, name: string) => `"#/components/schemas/${nameOf(name, io)}"`))
  const used = new Map<string, JsonSchema>()
  const use = (schema: JsonSchema, io: Direction): JsonSchema => {
    for (const name of namesIn(schema)) {
      if (used.has(nameOf(name, io))) continue
      // First, because it may contain itself.
      used.set(nameOf(name, io), {})
      used.set(nameOf(name, io), use(parts[io][name] ?? {}, io))
    }
    return linked(schema, io)
  }
  return {
    /** The schema itself, or where it stands when it has a name. */
    of: (schema: z.ZodType, io: Direction): JsonSchema => use(convert(schema, io).root, io),
    /** The schema itself, also when it has a name. */
    within: (schema: z.ZodType, io: Direction): JsonSchema => {
      const { root } = convert(schema, io)
      const [name] = root.$ref === undefined ? [] : namesIn(root)
      return use(name === undefined ? root : (parts[io][name] ?? {}), io)
    },
    /** Those with names that were led to so far, by them. */
    named: (): Record<string, JsonSchema> => Object.fromEntries([...used].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}
export type Schemas = ReturnType<typeof createSchemas>
