import type { Endpoint } from '@rodada/contract/core/endpoint'
import { z } from 'zod'

type JsonSchema = {
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minItems?: number
  minimum?: number
  pattern?: string
  minLength?: number
  maxLength?: number
}

/** Texts of every kind that the contract knows. An example is the first of them that fits its schema. */
const candidates = [
  'Conciliar o extrato',
  'ana@exemplo.com.br',
  '2026-12-31',
  '2026-12-31T12:00:00.000Z',
  '#266fb8',
  'https://exemplo.com.br/pedido',
  'America/Sao_Paulo',
  '123456',
  'PAG-42',
  'PAG',
  '09:30',
  'a0',
  '1',
  '4f1c2a9e-7b3d-4c58-9e21-0d6a5b8c7f13',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
]

/** Texts whose names say more than their schemas. */
const byName: Record<string, string> = {
  name: 'Ana',
  title: 'Conciliar o extrato',
  password: 'uma senha longa',
  email: 'ana@exemplo.com.br',
  domains: 'exemplo.com.br',
  color: '#266fb8',
  url: 'https://exemplo.com.br/pedido',
  address: 'aroeira/pagamentos#42',
  repository: 'aroeira/pagamentos',
  backupId: 'rodada-20261231-060000-nightly',
  face: 'M',
  group: 'Engenharia',
  titulo: 'Conciliar o extrato',
  data_inicio: '2026-12-01',
  data_fim: '2026-12-14',
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  secret: 'kq3VtS0pM1wXy9Zb4Nf7Rj2Lc8Gd5Hh6Tu0Ee-Aa_Bb',
  auth: 'tBHItJI5svbpez7KI4CCXg',
}

/** Lists of things that differ. */
const lists: Record<string, readonly unknown[]> = { deck: ['1', '2', '3', '5', '8'] }

/** Parts that a call needs although its schema has them optional. */
const chosen: readonly string[] = ['label_id', 'titulo']

const fits = (text: string, { pattern, minLength = 0, maxLength = text.length }: JsonSchema): boolean =>
  text.length >= minLength && text.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(text))

function textFor(schema: JsonSchema, name: string): string {
  const named = byName[name]
  const text = [...(named === undefined ? [] : [named]), ...candidates].find((one) => fits(one, schema))
  return text ?? 'a'.repeat(schema.minLength ?? 1)
}

/** What is required; of what may all be left out, the first part, because a change changes something. */
function objectFor({ properties = {}, required = [] }: JsonSchema): object {
  const needed = [...required, ...chosen.filter((name) => name in properties && !required.includes(name))]
  const names = needed.length > 0 ? needed : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(names.map((name) => [name, valueFor(properties[name] ?? {}, name)]))
}

function valueFor(schema: JsonSchema, name = ''): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const either = schema.anyOf ?? schema.oneOf
  if (either) return valueFor(either.find(({ type }) => type !== 'null') ?? {}, name)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => valueFor(part, name)))
  switch (schema.type) {
    case 'object':
      return objectFor(schema)
    case 'array':
      return lists[name] ?? Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => valueFor(schema.items ?? {}, name))
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return textFor(schema, name)
  }
}

const shapeOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as JsonSchema

/** A value that a schema takes, as a program may send it. */
export const exampleOf = (schema: z.ZodType): unknown => valueFor(shapeOf(schema, 'input'))

/** What a call needs behind its question mark: texts that are parsed, which only what they become tells. */
function queryOf(query: z.ZodType): Record<string, string> {
  const { properties = {} } = shapeOf(query, 'output')
  const { required = [] } = shapeOf(query, 'input')
  return Object.fromEntries(required.map((name) => [name, String(valueFor(properties[name] ?? {}, name))]))
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A call as one types it into a terminal. */
export function commandOf({ method, url, access, params, query, body, upload, download }: Endpoint): string {
  const inPath = (params ? exampleOf(params) : {}) as Record<string, unknown>
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(inPath[name] ?? 1)))
  const asked = new URLSearchParams(query ? queryOf(query) : {})
  const search = asked.size > 0 ? `?${asked}` : ''
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(`https://rodada.exemplo.com.br/api${path}${search}`)}`,
    ...(access === 'open' ? [] : [`-H 'Authorization: Bearer …'`]),
    ...(upload ? [`-H 'Content-Type: application/octet-stream'`, '--data-binary @arquivo'] : []),
    ...(body && !upload ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(exampleOf(body)))}`] : []),
    ...(download ? ['-o arquivo'] : []),
  ].join(' \\\n  ')
}
